public import ContractHTTP
internal import Synchronization

/// A request that a server is answering, with its route found and its content read.
///
/// Handlers reach it with ``current``:
///
/// ```swift
/// func todo(id: Int) async throws -> Todo {
///   let language = ServerRequest.current?.head.text(of: "Accept-Language")
///   …
/// }
/// ```
public final class ServerRequest:
  // SAFETY: changed only while one task has the one reference there is: before its handler is called, and by a server that
  // uses it again for another request. So it goes without run-time checks of exclusive access as well.
  @unchecked Sendable
{
  /// The request line and the fields.
  public var head: RequestHead {
    guard let filledHead else { preconditionFailure("a request has been let go") }
    return filledHead
  }
  /// The content; empty without any.
  public var body: [UInt8] { content }
  /// The operation that the router found.
  public var operation: Operation {
    guard let filledOperation else { preconditionFailure("a request has been let go") }
    return filledOperation
  }
  /// The peer's address, such as `127.0.0.1:50312`; nil where no connection is involved.
  public var remoteAddress: String? { peer?.address }
  /// The certificate that the client has shown, where the server asks for one and has verified it; else nil.
  public var clientCertificate: ClientCertificate? { peer?.certificate }
  /// Until when its client waits, in nanoseconds of the monotonic clock; `Int64.max` when it has not said.
  package var deadlineNanoseconds: Int64 { clientWaitsUntil }
  /// What middleware knows about the request; nil on a server without middleware.
  public var exchange: Exchange? { knownExchange }
  /// Who has sent it, where the operation asks for credentials.
  var authenticated: Authenticated? { knownClient }

  @exclusivity(unchecked) private var filledHead: RequestHead?
  @exclusivity(unchecked) private var content: [UInt8] = []
  @exclusivity(unchecked) private var filledOperation: Operation?
  @exclusivity(unchecked) private var peer: Peer?
  @exclusivity(unchecked) private var clientWaitsUntil = Int64.max
  @exclusivity(unchecked) private var knownClient: Authenticated?
  @exclusivity(unchecked) private var knownExchange: Exchange?
  private let number = Atomic<UInt64>(0)

  /// A request to be filled.
  package init() {}

  /// - Parameter authenticated: who has sent it, where the operation asks for credentials.
  package convenience init(
    head: RequestHead, body: [UInt8], operation: Operation, remoteAddress: String?,
    clientCertificate: ClientCertificate? = nil, authenticated: Authenticated? = nil,
    deadlineNanoseconds: Int64 = .max, exchange: Exchange? = nil
  ) {
    self.init()
    fill(
      head: head, body: body, operation: operation,
      peer: remoteAddress.map { Peer(address: $0, certificate: clientCertificate) }, authenticated: authenticated,
      deadlineNanoseconds: deadlineNanoseconds)
    knownExchange = exchange
  }

  /// Makes it the request that it stands for from now on.
  package func fill(
    head: consuming RequestHead, body: consuming [UInt8], operation: Operation, peer: Peer?,
    authenticated: consuming Authenticated?, deadlineNanoseconds: Int64
  ) {
    filledHead = head
    content = body
    // The same one more often than not.
    if filledOperation !== operation { filledOperation = operation }
    self.peer = peer
    knownClient = authenticated
    clientWaitsUntil = deadlineNanoseconds
  }

  /// Lets go of everything that belongs to the request, and hands out its head. What it has of the operation stays until
  /// it is filled again.
  package func empty() -> RequestHead? {
    if !content.isEmpty { content = [] }
    if peer != nil { peer = nil }
    if knownClient != nil { knownClient = nil }
    if knownExchange != nil { knownExchange = nil }
    if number.load(ordering: .relaxed) != 0 { number.store(0, ordering: .relaxed) }
    return filledHead.take()
  }

  /// The same request with other parts.
  package func with(_ head: RequestHead, body: [UInt8], exchange: Exchange) -> ServerRequest {
    ServerRequest(
      head: head, body: body, operation: operation, remoteAddress: remoteAddress,
      clientCertificate: clientCertificate, authenticated: authenticated,
      deadlineNanoseconds: deadlineNanoseconds, exchange: exchange)
  }

  /// The peer's IP address alone; nil for a Unix domain socket and where no connection is involved. Made when it is asked
  /// for.
  public var remoteHost: String? {
    if let exchange { return exchange.remoteHost }
    guard let address = remoteAddress, !address.hasPrefix("unix:"), let colon = address.utf8.lastIndex(of: 0x3A) else {
      return nil
    }
    let host = address[..<colon]
    return String(host.first == "[" && host.last == "]" ? host.dropFirst().dropLast() : host)
  }

  /// The request that the calling task is answering, or nil outside a handler.
  public static var current: ServerRequest? {
    // SAFETY: a server's slots hold requests of this class; `withCurrent` and the server's pipeline fill them.
    RequestSlot.bound?.request.map { unsafeDowncast($0, to: ServerRequest.self) }
  }

  /// Runs `body` with this request as the ``current`` one.
  package func asCurrent<Result>(
    _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    try await RequestSlot.$bound.withValue(RequestSlot(self)) { try await body() }
  }

  /// The decoded value of a placeholder, or nil when the template has no such placeholder or the value is not
  /// percent-encoded UTF-8.
  public func pathValue(_ name: String) -> String? {
    pathBytes(name).flatMap { PercentEncoding.decode($0) }
  }

  /// Names this request in logs and in the answer to an internal error; unique among servers with high probability.
  ///
  /// With middleware it is the ``Exchange/id``.
  public var id: String {
    if let exchange { return exchange.id }
    var value = number.load(ordering: .relaxed)
    if value == 0 {
      let (exchanged, original) = number.compareExchange(
        expected: 0, desired: RequestNumbers.next(), ordering: .relaxed)
      value = exchanged ? number.load(ordering: .relaxed) : original
    }
    return Self.id(value)
  }

  /// A new name for a request.
  package static func makeID() -> String { id(RequestNumbers.next()) }

  private static func id(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The router matches segment by segment, so a value stands where its placeholder does.
  func pathBytes(_ name: String) -> ArraySlice<UInt8>? {
    for (index, segment) in operation.path.segments.enumerated() {
      switch segment {
      case .placeholder(name): return head.pathSegment(index)
      case .rest(name): return head.pathRest(from: index)
      case .literal, .placeholder, .rest: continue
      }
    }
    return nil
  }
}

/// Numbers that differ between requests and, by their random start, between processes.
private enum RequestNumbers {
  private static let counter = Atomic<UInt64>(UInt64.random(in: 1...UInt64.max / 2))

  static func next() -> UInt64 {
    counter.wrappingAdd(0x9E37_79B9, ordering: .relaxed).newValue | 1
  }
}
