import ContractClient
import ContractCoding
import ContractHTTP
import ContractOpenAPI

/// A session with a WebSocket: each line of the input is sent as a message, and each received message is printed on a line.
struct CallChannel: Sendable {
  private let arguments: CallArguments
  private let console: ToolConsole
  private let timeout: Duration

  init(_ arguments: CallArguments, _ console: ToolConsole, timeout: Duration) {
    self.arguments = arguments
    self.console = console
    self.timeout = timeout
  }

  /// Opens the WebSocket and exchanges messages until the server closes it, or until the time of `--wait` after the end of
  /// the input has passed.
  ///
  /// - Throws: ``ToolUsageError``, and the errors of the connection. A refusal is thrown with its response.
  func run(_ request: CallRequest) async throws -> ToolStatus {
    let wait = try seconds()
    let message = request.message
    let client = APIClient(baseURL: "\(message.scheme ?? "http")://\(message.authority ?? "")").timeout(timeout)
      .modifyRequest { outgoing, _ in
        outgoing.target = message.target
        for field in message.fields { outgoing.fields[field.name] = field.value }
      }
    let channel = request.operation.channel
    let socket = try await client.webSocket(protocols: channel?.subprotocols ?? [])
    let sendsBytes = channel?.sent.map(\.name) == ["application/octet-stream"]
    do {
      try await exchange(socket, sendsBytes: sendsBytes, wait: wait)
      return .fine
    } catch let error as ClientError where error.code == .webSocketClosed {
      let reason = (error.cause as? WebSocketClosure).map { $0.reason.isEmpty ? "" : ": \($0.reason)" } ?? ""
      console.complain("\(error.cause ?? error)\(reason)".escapingControls(), .red)
      return .findings
    }
  }

  private func exchange(_ socket: WebSocket, sendsBytes: Bool, wait: Duration) async throws {
    let inputError = Lock<ToolFileError?>(nil)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        do {
          while let line = try await nextLine() {
            if line.isEmpty { continue }
            try await socket.send(sendsBytes ? .binary(Array(line.utf8)) : .text(line))
          }
          try await Task.sleep(for: wait)
        } catch let error as ToolFileError {
          inputError.withLock { $0 = error }
        }
        try await socket.close()
      }
      defer { group.cancelAll() }
      for try await message in socket { console.print(Self.line(of: message)) }
    }
    if let error = inputError.withLock({ $0 }) { throw error }
  }

  /// Returns the next line of the input; nil at the end, or if the task is cancelled.
  private func nextLine() async throws -> String? {
    // A blocking read cannot be cancelled, so an unstructured task waits for it.
    let (lines, reader) = AsyncThrowingStream.makeStream(of: String.self)
    Task {
      do {
        if let line = try await console.line() { reader.yield(line) }
        reader.finish()
      } catch {
        reader.finish(throwing: error)
      }
    }
    return try await lines.first { _ in true }
  }

  private static func line(of message: WebSocketMessage) -> String {
    let text =
      switch message {
      case .text(let text): text
      case .binary(let bytes): String(decoding: bytes, as: UTF8.self)
      }
    // A message that is JSON on several lines is printed on one line.
    if text.contains(byte: "\n"), let value = try? JSONValue(parsing: Array(text.utf8)) { return value.description }
    return text.escapingControls(except: ["\t"])
  }

  private func seconds() throws(ToolUsageError) -> Duration {
    guard let text = arguments.value("--wait") else { return .seconds(1) }
    guard let seconds = Double(text), seconds >= 0, seconds < 1_000_000 else {
      throw ToolUsageError("`--wait` is `\(text.escapingControls())`: expected a number of seconds.")
    }
    return .seconds(seconds)
  }
}
