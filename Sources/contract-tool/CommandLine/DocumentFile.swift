import ContractOpenAPI
import FoundationEssentials

/// A file with a document.
struct DocumentFile: Sendable {
  /// The path; `-` for the standard input.
  let path: String

  /// Whether the path denotes the standard input.
  var isStandardInput: Bool { path == "-" }

  /// Whether there is a file with the path.
  var exists: Bool { FileManager.default.fileExists(atPath: path) }

  /// Reads the bytes.
  ///
  /// - Throws: ``ToolFileError``.
  func bytes() throws(ToolFileError) -> [UInt8] {
    if isStandardInput {
      // The standard input may be a pipe, which `Data(contentsOf:)` of FoundationEssentials refuses.
      if let bytes = StandardInput.bytes() { return bytes }
      throw ToolFileError("-: the standard input cannot be read; check its redirection")
    }
    do {
      return Array(try Data(contentsOf: URL(filePath: path)))
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile || error.code == .fileNoSuchFile {
      let isURL = ["http://", "https://"].contains { path.utf8.starts(with: $0.utf8) }
      throw ToolFileError(
        isURL
          ? "\(path): a file is expected, not a URL; load it and pass - for the standard input"
          : "\(path): there is no such file; check the path")
    } catch let error as CocoaError where error.code == .fileReadNoPermission {
      throw ToolFileError("\(path): no permission to read the file; change its mode or owner")
    } catch {
      throw ToolFileError("\(path): the file cannot be read; check that it is a regular file")
    }
  }

  /// Reads the document.
  ///
  /// - Throws: ``ToolFileError`` with the location of the fault.
  func document() throws(ToolFileError) -> OpenAPIDocument {
    try document(in: bytes())
  }

  /// Parses bytes of this file.
  ///
  /// - Throws: ``ToolFileError`` with the location of the fault.
  func document(in bytes: [UInt8]) throws(ToolFileError) -> OpenAPIDocument {
    do throws(OpenAPIDocumentError) {
      return try OpenAPIDocument(parsing: bytes)
    } catch {
      throw ToolFileError("\(path): \(error)")
    }
  }

  /// Writes the file, replacing it in one step.
  ///
  /// - Throws: ``ToolFileError``.
  func write(_ bytes: [UInt8]) throws(ToolFileError) {
    do {
      try Data(bytes).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw ToolFileError("\(path): the file cannot be written; create its folder and check its permissions")
    }
  }
}

/// A file that cannot be read or written: its path, the fault and the remedy.
struct ToolFileError: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
