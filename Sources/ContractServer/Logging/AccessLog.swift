public import Contract
package import ContractLoop

/// Middleware that logs every request with the response's status and size, and its duration.
///
/// ```swift
/// Server(port: 8080, middleware: [AccessLog(.json), RequestID()]) { … }
/// ```
///
/// Add it first, or directly after ``TrustedProxies``, so that it sees the effects of all other middleware. Lines contain
/// no headers, queries or bodies, because those may contain secrets. `*` replaces the identifiers of
/// ``ResumableUploads``. A dedicated thread writes the lines, so a slow disk does not delay requests. Lines that do
/// not fit into the buffer or onto the disk are dropped and counted in ``droppedLines``.
///
/// A request whose client disconnected before the response, or that exceeded the time to drain, is logged with status 499.
/// For a streamed response, duration and size are measured at its end.
public final class AccessLog: ServerMiddleware {
  /// The format of a line.
  public enum Format: Sendable, Hashable {
    /// The Common Log Format, in UTC: `192.0.2.7 - - [06/Nov/1994:08:49:37 +0000] "GET /todos HTTP/1.1" 200 312`.
    case common
    /// A JSON object: `time`, `id`, `client`, `method`, `path`, `route`, `operation`, `status`, `bytes`, `duration_us`,
    /// `trace`; also `complete: false` if the response body was cut off.
    case json
  }

  private let format: Format
  private let unloggedPaths: Set<String>
  private let writer: LogWriter
  private let time: TimeSource

  /// Creates a log that writes to a descriptor. Default: standard output.
  ///
  /// - Parameters:
  ///   - capacity: the maximum number of buffered bytes.
  ///   - unloggedPaths: paths that are logged only with a status of 400 or above, such as `/livez`.
  public convenience init(
    _ format: Format = .common, descriptor: Int32 = 1, capacity: Int = 1 << 20, unloggedPaths: Set<String> = []
  ) {
    self.init(format, LogFile(descriptor: descriptor), capacity: capacity, unloggedPaths: unloggedPaths)
  }

  /// Creates a log that appends to a file. After a rotation call ``reopen()``.
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

  /// The number of lines dropped because the buffer or the disk was full.
  public var droppedLines: Int { writer.dropped }

  /// Reopens the file by its path; does nothing for a descriptor.
  ///
  /// If the file cannot be opened, standard error has the reason, and lines continue to go to the old file.
  public func reopen() { writer.reopen() }

  /// Waits until all lines so far have been written or dropped.
  public func flush() async { await writer.flush() }

  /// Logs a request after its response.
  public func handle(
    _ request: HTTPRequest, in exchange: Exchange, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    let start = Start(wall: time.unixMilliseconds, steady: time.now())
    exchange[Start.self] = start
    var response: HTTPResponse
    do {
      response = try await next(request)
    } catch {
      log(exchange, start, status: Task.isCancelled ? 499 : 500, bytes: 0, isComplete: true)
      throw error
    }
    let isCancelled = Task.isCancelled
    let status = isCancelled ? 499 : response.status.code
    guard !isCancelled, request.method != .head, response.status.allowsContent else {
      log(exchange, start, status: status, bytes: 0, isComplete: true)
      return response
    }
    response.body = response.body.observed { [self] end in
      log(exchange, start, status: status, bytes: end.bytes, isComplete: end.isComplete)
    }
    return response
  }

  /// Logs a response that the server itself created.
  public func refuse(_ response: inout HTTPResponse, in exchange: Exchange) {
    let start = exchange[Start.self] ?? Start(wall: time.unixMilliseconds, steady: time.now())
    if start.logged == ObjectIdentifier(self) { return }
    let bytes = exchange.head?.method == .head ? 0 : response.body.length ?? 0
    write(exchange, start, status: response.status.code, bytes: bytes, isComplete: true)
  }

  /// Waits until the last lines have been written.
  public func serverStopped() async { await flush() }

  private struct Start: Sendable {
    let wall: Int64
    let steady: Int64
    /// The log that already has a line for the request. The request may still time out in outer middleware.
    var logged: ObjectIdentifier?
  }

  private func log(_ exchange: Exchange, _ start: Start, status: Int, bytes: Int, isComplete: Bool) {
    // The server has responded on its own and logged that response.
    if exchange.isRefused { return }
    var start = start
    start.logged = ObjectIdentifier(self)
    exchange[Start.self] = start
    write(exchange, start, status: status, bytes: bytes, isComplete: isComplete)
  }

  private func write(_ exchange: Exchange, _ start: Start, status: Int, bytes: Int, isComplete: Bool) {
    let head = exchange.head
    if status < 400, let path = head?.path, unloggedPaths.contains(path) { return }
    let entry = AccessLogEntry(
      time: start.wall, client: exchange.client.address, method: head?.method.rawValue, path: exchange.loggedPath,
      minorVersion: head?.minorVersion, route: exchange.route, operation: exchange.operation?.id, status: status,
      bytes: bytes, isComplete: isComplete, nanoseconds: time.now() - start.steady, id: exchange.id,
      traceID: exchange.trace?.traceID)
    writer.write(format == .json ? entry.jsonLine : entry.commonLine)
  }
}
