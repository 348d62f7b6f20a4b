internal import Contract

/// The files of one upload: its bytes and its record.
struct UploadFiles: Sendable {
  /// The end of the name of a record.
  static let recordSuffix = ".info"

  /// The identifier of the upload: 32 hexadecimal digits, so it is a safe name.
  let id: String
  private let folder: String

  /// Creates the paths of an upload; nil if the identifier is malformed.
  init?(_ id: String, in folder: String) {
    guard id.utf8.count == 32, id.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }) else {
      return nil
    }
    self.id = id
    self.folder = folder
  }

  /// Creates the paths of a new upload with a random identifier, which clients cannot guess.
  init(newIn folder: String) {
    id = HexDigit.random()
    self.folder = folder
  }

  /// The path of the bytes.
  var bytes: String { "\(folder)/\(id)" }
  private var record: String { bytes + Self.recordSuffix }

  /// Returns the record; nil if there is none, or its text is malformed.
  ///
  /// - Throws: an error that may be temporary, such as too many open files. The upload may still exist.
  func read() throws(FileError) -> UploadRecord? {
    let reader: FileReader
    do {
      reader = try FileReader(path: record)
    } catch {
      if error.isMissing { return nil }
      throw error
    }
    guard reader.length <= UploadRecord.maxBytes else { return nil }
    return String(validating: try reader.rest(), as: UTF8.self).flatMap { UploadRecord($0) }
  }

  /// False if there is certainly no record, whether readable or not.
  var mayHaveRecord: Bool {
    do {
      _ = try FileReader(path: record)
      return true
    } catch {
      return !error.isMissing
    }
  }

  /// Replaces the record.
  func write(_ value: UploadRecord) throws(FileError) {
    let file = try NewFile(at: record)
    try file.append(Array(value.text.utf8))
    try file.finish(isSynchronized: false)
  }

  /// Removes the files.
  func remove() {
    FileNames.remove(bytes)
    FileNames.remove(record)
  }

  /// Returns the identifiers of all uploads in a folder, and the names of other files that this type creates there.
  static func all(in folder: String) -> (ids: [String], others: [String]) {
    var ids: [String] = []
    var others: [String] = []
    let names = FileNames.inFolder(folder)
    let records = Set(
      names.filter { $0.ends(withBytes: Self.recordSuffix) }.map {
        String($0.utf8.dropLast(recordSuffix.utf8.count)) ?? ""
      })
    for name in names {
      let id = String(name.utf8.prefix(32)) ?? ""
      guard UploadFiles(id, in: folder) != nil else { continue }
      if name == id + recordSuffix {
        ids.append(id)
      } else if name.ends(withBytes: ".part") || (name == id && !records.contains(id)) {
        others.append(name)
      }
    }
    return (ids, others)
  }
}
