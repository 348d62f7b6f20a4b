internal import ContractHTTP

/// Safe forms of the file names that a peer sends.
package enum SafeFileName {
  private static let maxBytes = 255

  /// Returns the last component of a path as a safe name in any folder; nil if nothing of it remains.
  package static func of(_ path: String) -> String? {
    guard let last = path.split(whereByte: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }).last else {
      return nil
    }
    let visible = last.unicodeScalars.filter { $0.value > 0x9F || (0x20..<0x7F).contains($0.value) }
    // Leading dots and spaces are removed together, because dots may follow spaces.
    var short = String(
      decoding: String(String.UnicodeScalarView(visible)).utf8.drop { $0 == 0x2E || $0 == 0x20 }, as: UTF8.self)
    while short.utf8.count > maxBytes { short.removeLast() }
    short = String(short.withoutOuterSpace)
    return short.isEmpty ? nil : short
  }
}

extension Part {
  /// The ``fileName`` as a name that is safe in any folder: without folders, control characters, leading dots and outer
  /// spaces, and with at most 255 bytes. Nil if the part has no file name, or if nothing of it remains.
  ///
  /// It may be the name of another part, or of a file that exists.
  public var safeFileName: String? { fileName.flatMap(SafeFileName.of) }
}
