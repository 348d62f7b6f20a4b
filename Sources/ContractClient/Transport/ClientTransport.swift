public import Contract

/// Sends one request and brings its response: ``CurlTransport`` over the network, others in process or from a script.
///
/// ```swift
/// struct Canned: ClientTransport {
///   func send(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
///     .text("always this")
///   }
/// }
/// let client = APIClient(baseURL: "http://example.com", transport: Canned())
/// ```
public protocol ClientTransport: Sendable {
  /// Sends `request`, which has a scheme, an authority and an origin-form target, and returns the response with its
  /// content in memory and decoded. It is called where the caller runs, so that calls need not look for another executor.
  ///
  /// - Throws: ``/Contract/ClientError`` when there is no response. Its code tells why: `unresolvedHost`,
  ///   `noConnection`, `tls`, `lostConnection`, `timeout`, `cancelled` when the calling task is, `malformedResponse`,
  ///   `responseTooLarge`, `tooManyRedirects`, `redirectRefused`, `invalidInput` for a request that cannot be sent,
  ///   `invalidConfiguration` for a transport that cannot send any, else `transport`. A status of 400 or more is a response, not an error.
  nonisolated(nonsending) func send(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse

  /// Sends `request` and returns as soon as the head of the response is there, with its content as a stream.
  ///
  /// Who lets go of the stream before its end ends the transfer. `maxResponseBytes` does not count, and the timeout counts
  /// to the head of the response alone; `idleTimeout` counts from there. A transport that does not say otherwise gives what
  /// ``send(_:options:)`` does.
  ///
  /// - Throws: the same as ``send(_:options:)``; the stream throws what happens later.
  func stream(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse

  /// Sends `request`, which asks to speak another protocol on its connection (RFC 9110 §7.8), and returns as soon as the
  /// server has switched: the response with 101 then brings the connection. Any other response is returned with the
  /// beginning of its content in memory.
  ///
  /// A transport around another one gives what that one does; one that does not say otherwise cannot do it.
  ///
  /// - Throws: the same as ``send(_:options:)``, and `transport` where it cannot be done.
  func upgrade(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse

  /// True for a transport that adds cookies to requests, which say who asks: an ``HTTPCache`` keeps nothing of what it
  /// brings, and calls share nothing of it. A transport around another one gives what that one does; false unless it says
  /// otherwise.
  var keepsCookies: Bool { get }
}

extension ClientTransport {
  /// The response with its content in memory.
  public func stream(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    try await send(request, options: options)
  }

  /// An error that says so.
  public func upgrade(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    throw ClientError(
      .transport, stage: .connect,
      "\(Self.self) opens no WebSockets; a CurlTransport does, to a server of the test's own")
  }

  /// False.
  public var keepsCookies: Bool { false }
}
