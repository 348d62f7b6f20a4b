public import ContractHTTP
internal import Synchronization

/// A received request with its operation and body.
///
/// Handlers get it with ``current``:
///
/// ```swift
/// func todo(id: Int) async throws -> Todo {
///   let language = ServerRequest.current?.head.text(of: "Accept-Language")
///   …
/// }
/// ```
public final class ServerRequest: Sendable {
  /// The request line and headers.
  public let head: RequestHead
  // SAFETY: `receive` sets the body before the handler starts, while nothing else has the request. Afterwards the body is only
  // read.
  /// The body; empty if absent, and for an operation that reads it while it arrives, see ``content``.
  @exclusivity(unchecked) public private(set) nonisolated(unsafe) var body: [UInt8]
  // SAFETY: as for `body`.
  /// The parts of a multipart body, if they were read before the handler; nil otherwise.
  package nonisolated(unsafe) var parts: SpooledParts?
  // SAFETY: as for `body`.
  /// The body that is read while it arrives; nil for a body in memory.
  private nonisolated(unsafe) var stream: StreamedBody?
  /// The operation that the router found.
  public let operation: APIOperation
  /// The peer's address, such as `127.0.0.1:50312`; nil without a connection.
  public var remoteAddress: String? { peer?.address }
  /// The client's verified certificate; nil unless the server requests one and the client presents it.
  public var clientCertificate: ClientCertificate? { peer?.certificate }
  /// The instant until which the client waits, in nanoseconds of the monotonic clock; `Int64.max` if unknown.
  package let deadlineNanoseconds: Int64
  /// The maximum length of a line of a body of JSON lines in bytes.
  let maxLineBytes: Int
  /// The context for middleware; nil on a server without middleware.
  public let exchange: Exchange?

  /// The route of a server without middleware; nil for other requests.
  package let served: ServedRoute?
  private let peer: Peer?
  let authenticated: (any AcceptedClient)?
  private let number = Atomic<UInt64>(0)

  /// - Parameter authenticated: the sender, if the operation requires credentials.
  package init(
    head: consuming RequestHead, body: consuming [UInt8], operation: APIOperation, peer: Peer?,
    authenticated: consuming (any AcceptedClient)? = nil, deadlineNanoseconds: Int64 = .max,
    maxLineBytes: Int = 1 << 20, exchange: Exchange? = nil
  ) {
    self.head = head
    self.body = body
    self.operation = operation
    self.peer = peer
    self.authenticated = authenticated
    self.deadlineNanoseconds = deadlineNanoseconds
    self.maxLineBytes = maxLineBytes
    self.exchange = exchange
    self.served = nil
  }

  /// Creates the request for a route from its head. The body follows with ``receive(_:)``.
  package init(
    _ head: consuming RequestHead, for served: ServedRoute, from peer: Peer?, authenticated: (any AcceptedClient)?,
    deadlineNanoseconds: Int64
  ) {
    self.head = head
    self.body = []
    self.operation = served.operation
    self.peer = peer
    self.authenticated = authenticated
    self.deadlineNanoseconds = deadlineNanoseconds
    self.maxLineBytes = served.maxLineBytes
    self.exchange = nil
    self.served = served
  }

  /// Sets the body. Called at most once, before the handler starts.
  package func receive(_ body: consuming HTTPBody) {
    if case .stream(let stream) = body {
      self.stream = StreamedBody(stream)
    } else {
      self.body = body.takeBytes()
    }
  }

  /// The body as a stream, which has one reader. It is read while it arrives if the operation's `requestContent` is
  /// ``RequestContent/stream`` or ``RequestContent/jsonLines``, and is in memory otherwise.
  public var content: ByteStream {
    let mediaType = head.bytes(of: .contentType).flatMap { MediaType(String(decoding: $0, as: UTF8.self)) }
    let hasChecksum = operation.hasChecksum && operation.requestContent.isByteStream
    let content: ByteStream
    if let stream = stream?.stream {
      content = stream.passing(mediaType: mediaType, keepsDigest: hasChecksum) { try await stream.next() }
    } else {
      content = ByteStream(body, mediaType: mediaType)
    }
    return hasChecksum ? content.verified(header: head.joinedText(of: ContentDigest.name)) { $0 } : content
  }

  /// The body for middleware.
  package var httpBody: HTTPBody {
    if let stream, parts == nil { return .stream(stream.stream) }
    return body.isEmpty ? .empty : .bytes(body)
  }

  /// Creates a request from a peer's address.
  package convenience init(
    head: RequestHead, body: [UInt8], operation: APIOperation, remoteAddress: String?,
    clientCertificate: ClientCertificate? = nil, authenticated: (any AcceptedClient)? = nil,
    deadlineNanoseconds: Int64 = .max, maxLineBytes: Int = 1 << 20, exchange: Exchange? = nil
  ) {
    self.init(
      head: head, body: body, operation: operation, peer: Peer(address: remoteAddress, certificate: clientCertificate),
      authenticated: authenticated, deadlineNanoseconds: deadlineNanoseconds, maxLineBytes: maxLineBytes,
      exchange: exchange)
  }

  /// Returns the request with another head, body and exchange.
  package func with(_ head: RequestHead, body: HTTPBody, exchange: Exchange) -> ServerRequest {
    let request = ServerRequest(
      head: head, body: [], operation: operation, peer: peer, authenticated: authenticated,
      deadlineNanoseconds: deadlineNanoseconds, maxLineBytes: maxLineBytes, exchange: exchange)
    request.receive(body)
    request.parts = parts
    return request
  }

  /// The peer's IP address; nil for a Unix domain socket and without a connection. Computed on each access.
  public var remoteHost: String? {
    if let exchange { return exchange.remoteHost }
    guard let address = remoteAddress, !address.utf8.starts(with: "unix:".utf8),
      let colon = address.utf8.lastIndex(of: 0x3A)
    else {
      return nil
    }
    let host = address[..<colon]
    return String(host.text(between: "[", and: "]") ?? host)
  }

  /// The request of the calling task; nil outside a handler.
  public static var current: ServerRequest? { bound }

  /// The request of the calling task. It is bound for each request, so a task that outlives its handler keeps its own.
  @TaskLocal package static var bound: ServerRequest?

  /// Runs `body` with this request as the ``current`` one.
  package func asCurrent<Result>(
    _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    try await Self.$bound.withValue(self) { try await body() }
  }

  /// Runs `body` with this request as the ``current`` one, also for the tasks that it starts and that inherit task-local values.
  func asCurrent<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Self.$bound.withValue(self, operation: body)
  }

  /// Returns the decoded value of a placeholder; nil when the template has no such placeholder or the value is not
  /// percent-encoded UTF-8.
  public func pathValue(_ name: String) -> String? {
    pathBytes(name).flatMap { PercentEncoding.decode($0) }
  }

  /// The id of the request in logs and in responses to internal errors; unique among servers with high probability.
  ///
  /// With middleware it is ``Exchange/id``.
  public var id: String {
    if let exchange { return exchange.id }
    var value = number.load(ordering: .relaxed)
    if value == 0 {
      let (exchanged, original) = number.compareExchange(
        expected: 0, desired: RequestNumbers.next(), ordering: .relaxed)
      value = exchanged ? number.load(ordering: .relaxed) : original
    }
    return HexDigit.lowercase(value)
  }

  /// Returns a new id.
  package static func makeID() -> String { HexDigit.lowercase(RequestNumbers.next()) }

  /// Returns the encoded value of a placeholder. The router matches segment by segment, so a value has the index of its
  /// placeholder. After a placeholder for several segments, the index counts from the end.
  func pathBytes(_ name: String) -> ArraySlice<UInt8>? {
    let path = operation.path
    for (index, segment) in path.segments.enumerated() {
      switch segment {
      case .placeholder(name):
        guard let rest = path.restIndex, rest < index else { return head.pathSegment(index) }
        let bytes = head.pathRest(from: rest).droppingSegments(path.segments.count - 1 - index)
        return bytes.lastIndex(of: UInt8(ascii: "/")).map { bytes[($0 + 1)...] } ?? bytes
      case .rest(name): return head.pathRest(from: index).droppingSegments(path.segments.count - 1 - index)
      case .literal, .placeholder, .rest: continue
      }
    }
    return nil
  }
}

extension ArraySlice<UInt8> {
  /// Returns the bytes before the last `count` segments of a path and their slash; empty when there are fewer.
  fileprivate func droppingSegments(_ count: Int) -> ArraySlice<UInt8> {
    var bytes = self
    for _ in 0..<count {
      guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return bytes.prefix(0) }
      bytes = bytes[..<slash]
    }
    return bytes
  }
}

/// A streamed body as one reference, which most requests do not have.
private final class StreamedBody: Sendable {
  let stream: ByteStream

  init(_ stream: ByteStream) { self.stream = stream }
}

/// Numbers that differ between requests and, due to a random start, between processes.
private enum RequestNumbers {
  private static let counter = Atomic<UInt64>(UInt64.random(in: 1...UInt64.max / 2))

  static func next() -> UInt64 {
    counter.wrappingAdd(0x9E37_79B9, ordering: .relaxed).newValue | 1
  }
}
