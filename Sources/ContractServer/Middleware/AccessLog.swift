public import Contract

/// Writes a line for every request: what was asked, the answer's status and size, and how long it took.
///
/// ```swift
/// Server(port: 8080, middleware: [AccessLog(.json), RequestID()]) { … }
/// ```
///
/// Add it first, behind ``TrustedProxies`` alone, so that it sees what all other middleware has made of an answer. Lines
/// have no fields, no query and no content, because those may hold secrets. A thread writes them: a slow disk delays
/// nobody, and what does not fit into the buffer or onto the disk is dropped and counted in ``droppedLines``.
///
/// A request whose client has gone before it was answered is logged with the status 499. Time and size of a streamed
/// answer are those of its end.
public final class AccessLog: ServerMiddleware {
  /// The form of a line.
  public enum Format: Sendable, Hashable {
    /// The Common Log Format, in UTC: `192.0.2.7 - - [06/Nov/1994:08:49:37 +0000] "GET /todos HTTP/1.1" 200 312`.
    case common
    /// A JSON object: `time`, `id`, `client`, `method`, `path`, `route`, `operation`, `status`, `bytes`, `duration_us`,
    /// `trace`; `complete` is there, and false, when content was cut off.
    case json
  }

  private let format: Format
  private let unloggedPaths: Set<String>
  private let writer: LogWriter
  private let time: TimeSource

  /// A log to a descriptor, standard output unless said otherwise.
  ///
  /// - Parameters:
  ///   - capacity: the bytes of lines that may wait.
  ///   - unloggedPaths: paths that get no line when all is well (a status below 400), such as `/livez`.
  public convenience init(
    _ format: Format = .common, descriptor: Int32 = 1, capacity: Int = 1 << 20, unloggedPaths: Set<String> = []
  ) {
    self.init(format, LogFile(descriptor: descriptor), capacity: capacity, unloggedPaths: unloggedPaths)
  }

  /// A log that appends to a file; ``reopen()`` follows a rotation.
  ///
  /// - Throws: ``LogFileError`` when the file cannot be opened.
  public convenience init(
    _ format: Format = .common, file path: String, capacity: Int = 1 << 20, unloggedPaths: Set<String> = []
  ) throws {
    self.init(format, try LogFile(path: path), capacity: capacity, unloggedPaths: unloggedPaths)
  }

  package init(
    _ format: Format, _ sink: any LogSink, capacity: Int = 1 << 20, unloggedPaths: Set<String> = [],
    time: TimeSource = .system
  ) {
    self.format = format
    self.unloggedPaths = unloggedPaths
    self.writer = LogWriter(sink, capacity: capacity)
    self.time = time
  }

  /// Lines that were lost because the buffer or the disk was full.
  public var droppedLines: Int { writer.dropped }

  /// Opens the file again by its name; does nothing for a descriptor.
  public func reopen() { writer.reopen() }

  /// Returns when every line so far has been written or dropped.
  public func flush() async { await writer.flush() }

  /// Logs a request when it has been answered.
  public func handle(
    _ request: HTTPRequest, in exchange: Exchange, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    let start = Start(wall: time.wall(), steady: time.steady())
    exchange[Start.self] = start
    var response: HTTPResponse
    do {
      response = try await next(request)
    } catch {
      log(exchange, start, status: Task.isCancelled ? 499 : 500, bytes: 0, isComplete: true)
      throw error
    }
    let status = Task.isCancelled ? 499 : response.status.code
    guard request.method != .head, response.status.allowsContent else {
      log(exchange, start, status: status, bytes: 0, isComplete: true)
      return response
    }
    response.body = response.body.observed { [self] end in
      log(exchange, start, status: status, bytes: end.bytes, isComplete: end.isComplete)
    }
    return response
  }

  /// Logs what the server has answered by itself.
  public func refuse(_ response: inout HTTPResponse, in exchange: Exchange) {
    let start = exchange[Start.self] ?? Start(wall: time.wall(), steady: time.steady())
    write(exchange, start, status: response.status.code, bytes: response.body.length ?? 0, isComplete: true)
  }

  /// Waits for the last lines.
  public func serverStopped() async { await flush() }

  private struct Start: Sendable {
    let wall: Int64
    let steady: Int64
  }

  private func log(_ exchange: Exchange, _ start: Start, status: Int, bytes: Int, isComplete: Bool) {
    // The server has answered in the meantime, and that is logged.
    if exchange.isRefused { return }
    write(exchange, start, status: status, bytes: bytes, isComplete: isComplete)
  }

  private func write(_ exchange: Exchange, _ start: Start, status: Int, bytes: Int, isComplete: Bool) {
    let head = exchange.head
    if status < 400, let path = head?.path, unloggedPaths.contains(path) { return }
    let entry = AccessLogEntry(
      time: start.wall, client: exchange.client.address, method: head?.method.rawValue, path: head?.path,
      minorVersion: head?.minorVersion, route: exchange.route, operation: exchange.operation?.id, status: status,
      bytes: bytes, isComplete: isComplete, nanoseconds: time.steady() - start.steady, id: exchange.id,
      traceID: exchange.trace?.traceID)
    writer.write(format == .json ? entry.jsonLine : entry.commonLine)
  }
}
