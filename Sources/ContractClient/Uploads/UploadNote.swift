internal import Contract
internal import ContractHTTP

/// A note that lets a later process continue an upload. It stores the location for one version of a file and one
/// server.
struct UploadNote: Equatable {
  private static let mark = "contract upload note 1"
  private static let maxBytes = 16_384

  /// The URL at which the upload was created.
  var url: String
  /// The properties of the file: its size and the time of its last change.
  var version: String
  /// The location of the upload.
  var location: String

  /// Reads the note at a path; nil if it is absent or incomplete.
  init?(_ path: String) {
    guard let reader = try? FileReader(path: path), reader.length <= Self.maxBytes, let bytes = try? reader.rest(),
      let text = String(validating: bytes, as: UTF8.self)
    else {
      return nil
    }
    let lines = text.split(atByte: "\n", keepsEmpty: true)
    guard lines.count == 5, lines[0] == Self.mark, lines[4].isEmpty else { return nil }
    self.init(url: String(lines[1]), version: String(lines[2]), location: String(lines[3]))
  }

  init(url: String, version: String, location: String) {
    self.url = url
    self.version = version
    self.location = location
  }

  /// Writes the note.
  func write(to path: String) throws(FileError) {
    let file = try NewFile(at: path)
    try file.append(Array("\(Self.mark)\n\(url)\n\(version)\n\(location)\n".utf8))
    // The file is not synchronized: waiting for the disk costs more than losing the note, after which the next attempt begins a
    // new upload.
    try file.finish(isSynchronized: false)
  }
}
