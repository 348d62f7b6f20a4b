import ContractHTTP
import ContractOpenAPI
import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file with a document.
struct DocumentFile: Sendable {
  /// The maximum size of an input that is not a regular file, such as a pipe. It may be endless.
  private static let maxBytes = 64 << 20

  /// The path; `-` for the standard input.
  let path: String

  /// Whether the path denotes the standard input.
  var isStandardInput: Bool { path == "-" }

  /// Whether there is a file with the path.
  var exists: Bool { FileManager.default.fileExists(atPath: path) }

  /// Reads the bytes of a file, a pipe such as `<(command)`, or the standard input.
  ///
  /// - Throws: ``ToolFileError``.
  func bytes() throws(ToolFileError) -> [UInt8] {
    if isStandardInput { return try bytes(of: .standard) }
    // `Data(contentsOf:)` of FoundationEssentials refuses pipes.
    let number = open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { throw unreadable(errno) }
    defer { close(number) }
    return try bytes(of: InputDescriptor(number: number))
  }

  private func bytes(of input: InputDescriptor) throws(ToolFileError) -> [UInt8] {
    let bytes: [UInt8]?
    do throws(InputError) {
      bytes = try input.bytes(upTo: input.isRegularFile ? .max : Self.maxBytes)
    } catch {
      throw unreadable(error.code)
    }
    guard let bytes else {
      throw ToolFileError("\(path): the input has more than 64 MiB; write it to a file and name the file")
    }
    return bytes
  }

  private func unreadable(_ code: Int32) -> ToolFileError {
    switch code {
    case _ where isStandardInput: ToolFileError("-: the standard input cannot be read; check its redirection")
    case ENOENT, ENOTDIR:
      ["http://", "https://"].contains { path.utf8.starts(with: $0.utf8) }
        ? ToolFileError("\(path): a file is expected, not a URL; load it and pass - for the standard input")
        : ToolFileError("\(path): there is no such file; check the path")
    case EACCES, EPERM: ToolFileError("\(path): no permission to read the file; change its mode or owner")
    default: ToolFileError(FileError("\(path): the file cannot be read", code).description)
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
