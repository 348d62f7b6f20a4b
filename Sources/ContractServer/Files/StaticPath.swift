internal import Contract

/// A path below a folder, read from the percent-encoded path of a request.
struct StaticPath: Hashable, Sendable {
  /// The decoded segments: not empty, and neither `.` nor `..`.
  let segments: [String]
  /// True if the path ends with a slash, which denotes a folder.
  let isFolder: Bool

  /// Reads a path; nil if it is malformed or must not be served.
  ///
  /// Each segment is decoded by itself, so an encoded slash cannot divide it. A backslash is refused, because some clients
  /// convert it to a slash.
  ///
  /// - Parameters:
  ///   - encoded: the rest of the request's path, without the slash before it.
  ///   - hasSlash: true if a slash precedes it.
  ///   - dotFiles: true to allow names that begin with a dot.
  init?(_ encoded: ArraySlice<UInt8>, hasSlash: Bool, dotFiles: Bool) {
    if encoded.isEmpty {
      segments = []
      isFolder = hasSlash
      return
    }
    var parts = encoded.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    isFolder = parts.last?.isEmpty == true
    if isFolder { parts.removeLast() }
    var segments: [String] = []
    for part in parts {
      guard let name = PercentEncoding.decode(part), Self.isServed(name, dotFiles) else { return nil }
      segments.append(name)
    }
    self.segments = segments
  }

  private static func isServed(_ name: String, _ dotFiles: Bool) -> Bool {
    if name.isEmpty || name == "." || name == ".." { return false }
    if name.starts(withByte: "."), !dotFiles { return false }
    return !name.contains(byte: "/") && !name.contains(byte: "\\")
  }

  /// The path relative to the folder; empty for the folder itself.
  var text: String { segments.joined(separator: "/") }

  /// Returns the path of a file in the folder that this path denotes.
  func appending(_ name: String) -> String { (segments + [name]).joined(separator: "/") }
}
