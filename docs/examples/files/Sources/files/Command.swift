public import ContractClient
internal import FileContract
internal import FoundationEssentials
internal import Glibc

/// A command with its arguments.
public enum Command: Equatable, Sendable {
  case list
  case put(String, name: String)
  case get(String, file: String)
  case remove(String)
  case watch(count: Int?)

  static let usage = """
    usage: files COMMAND

      list               print the names and sizes of all files
      put FILE [NAME]    send a file; a later call continues an interrupted one
      get NAME FILE      receive a file; a later call continues an interrupted one
      remove NAME        delete a file
      watch [COUNT]      print changes as they happen

    FILES_URL is the server, http://127.0.0.1:8080 by default.
    """

  /// Parses a command line; nil if it is invalid.
  public init?(_ arguments: [String]) {
    let rest = Array(arguments.dropFirst())
    switch (arguments.first, rest.count) {
    case ("list", 0): self = .list
    case ("put", 1):
      self = .put(rest[0], name: rest[0].utf8.split(separator: UInt8(ascii: "/")).last.flatMap { String($0) } ?? "")
    case ("put", 2): self = .put(rest[0], name: rest[1])
    case ("get", 2): self = .get(rest[0], file: rest[1])
    case ("remove", 1): self = .remove(rest[0])
    case ("watch", 0): self = .watch(count: nil)
    case ("watch", 1):
      guard let count = Int(rest[0]), count > 0 else { return nil }
      self = .watch(count: count)
    default: return nil
    }
  }

  /// Executes the command.
  ///
  /// - Parameter output: receives lines and reports of progress.
  public func run(on client: APIClient, _ output: Output) async throws {
    let files = FilesAPI(client)
    switch self {
    case .list:
      for file in try await files.list() { output.line("\(file.size)\t\(file.name)") }
    case .put(let path, let name):
      var options = UploadOptions()
      // The note is next to the file, so that the same command continues the upload.
      options.note = path + ".upload"
      let sent = try await client(RequestPath(Paths.uploads)).upload(
        file: path, metadata: ["filename": name], options: options
      ) { output.progress("sent", $0.sentBytes, $0.totalBytesToSend) }
      output.line("stored \(name), \(sent.byteCount) bytes, of which \(sent.resumedByteCount) were there")
    case .get(let name, let path):
      let received = try await client(RequestPath(Paths.content))(name).attemptTimeout(.seconds(10)).retry(limit: 10)
        .transport {
          $0.progress.append(ProgressHandler { output.progress("received", $0.receivedBytes, $0.totalBytesToReceive) })
        }
        .download(to: path, resuming: true)
      // Reports of progress are ignored once the line is written, so the final report is written with the line.
      output.line(
        "received \(name), \(received.byteCount) bytes, of which \(received.resumedByteCount) were there",
        after: ("received", received.byteCount))
    case .remove(let name): try await files.remove(name: name)
    case .watch(let count):
      var left = count ?? .max
      for try await event in try await files.events(lastEventID: nil) {
        output.line("\(event.kind.rawValue)\t\(event.file.name)\t\(event.file.size)")
        left -= 1
        if left == 0 { break }
      }
    }
  }
}

/// The output of a command.
public struct Output: Sendable {
  private let write: @Sendable (String) -> Void
  private let showsProgress: Bool
  /// Whether a line has been written; later reports of progress are ignored.
  private let hasLine = Lock(false)

  /// - Parameter showsProgress: true to report progress, which rewrites one line of a terminal.
  public init(showsProgress: Bool, write: @escaping @Sendable (String) -> Void) {
    self.showsProgress = showsProgress
    self.write = write
  }

  /// Writes a line over the progress.
  ///
  /// - Parameter end: the completed action and its size, which are shown first.
  func line(_ text: String, after end: (verb: String, size: Int)? = nil) {
    hasLine.withLock {
      $0 = true
      if showsProgress, let end, end.size > 0 { write("\r\(end.verb) 100 % of \(end.size) bytes") }
      write("\(showsProgress ? "\r\u{1B}[K" : "")\(text)\n")
    }
  }

  /// Writes a report of progress; has no effect after the first line.
  func progress(_ verb: String, _ count: Int, _ size: Int?) {
    guard showsProgress, let size, size > 0 else { return }
    // The lock is held while writing, so that `line` cannot write between the check and the report.
    hasLine.withLock { hasLine in
      if !hasLine { write("\r\(verb) \(count * 100 / size) % of \(size) bytes") }
    }
  }
}
