import ContractHTTP
import ContractOpenAPI

/// The files of a call: its body, and the files in a form.
struct CallFiles: Sendable {
  /// The input that was read from the standard input, to its end; nil if there is none yet.
  private var reader: String?
  private let read: @Sendable (DocumentFile) throws -> [UInt8]

  /// - Parameters:
  ///   - arguments: the arguments, whose document may be the standard input.
  ///   - read: reads a file.
  init(_ arguments: CallArguments, read: @escaping @Sendable (DocumentFile) throws -> [UInt8] = { try $0.bytes() }) {
    self.read = read
    reader = arguments.value("--document") == "-" ? "the document" : nil
  }

  /// Reads a file of a form. It is sent with its name without folders; the standard input has the name of the form's input.
  ///
  /// - Throws: the errors of ``bytes(of:)``.
  mutating func file(_ path: String, for input: OperationInput) throws -> (name: String, bytes: [UInt8]) {
    let name = path.split(atByte: "/").last.map(String.init) ?? input.name
    return (path == "-" ? input.name : name, try bytes(of: path))
  }

  /// Reads a file.
  ///
  /// - Throws: ``ToolFileError``, and ``ToolUsageError`` for the standard input if it has been read.
  mutating func bytes(of path: String) throws -> [UInt8] {
    let file = DocumentFile(path: path)
    guard file.isStandardInput else { return try read(file) }
    if let reader {
      throw ToolUsageError("`@-` is the standard input, which is \(reader); name a file for one of them.")
    }
    reader = "another `@-`"
    return try read(file)
  }
}
