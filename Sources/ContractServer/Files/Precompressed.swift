internal import Contract

/// Compressed variants of files, which are stored next to them.
enum Precompressed {
  /// The codings with their extensions, in the order of preference.
  private static let codings = [("br", ".br"), ("zstd", ".zst"), ("gzip", ".gz")]

  /// Opens the variant of a file that the client prefers; nil if the client accepts no existing variant.
  static func best(
    of path: String, for head: RequestHead, in folder: borrowing ServedFolder
  ) throws -> (file: ServedFile, coding: String)? {
    let lines = head.allBytes(of: .acceptEncoding).map { String(decoding: $0, as: UTF8.self) }
    if lines.isEmpty { return nil }
    let accepted = AcceptEncoding(lines.joined(separator: ","))
    var left = codings
    while let best = accepted.best(of: left.map(\.0)), let index = left.firstIndex(where: { $0.0 == best }) {
      if case .file(let file) = try folder.open(path + left[index].1) { return (file, best) }
      left.remove(at: index)
    }
    return nil
  }
}
