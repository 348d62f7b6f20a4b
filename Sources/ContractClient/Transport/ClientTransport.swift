public import Contract

/// A transport that sends a request and returns its response: ``CurlTransport`` over the network, others in process or
/// from a script.
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
  /// decoded body in memory. It runs on the caller's executor, which avoids a switch per call.
  ///
  /// - Throws: ``/Contract/ClientError`` if there is no response, with one of these codes: `unresolvedHost`,
  ///   `noConnection`, `tls`, `lostConnection`, `timeout`, `cancelled` if the calling task is cancelled,
  ///   `malformedResponse`, `responseTooLarge`, `tooManyRedirects`, `redirectRefused`, `invalidInput` for a request
  ///   that cannot be sent, `invalidConfiguration` for a transport that cannot send any request, otherwise `transport`.
  ///   A status of 400 or above is a response, not an error.
  nonisolated(nonsending) func send(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse

  /// Sends `request` and returns when the response head has arrived, with the body as a stream.
  ///
  /// Dropping the stream before its end cancels the transfer. `maxResponseBytes` does not apply. The timeout applies
  /// only up to the response head, and `idleTimeout` afterwards. The default implementation calls ``send(_:options:)``.
  ///
  /// - Throws: The errors of ``send(_:options:)``. The stream throws later errors.
  func stream(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse

  /// Sends `request`, which requests another protocol (RFC 9110 §7.8), and returns when the server has responded. A
  /// response with 101 provides the connection. Any other response has the beginning of its body in memory.
  ///
  /// A transport that wraps another one should call the function of the wrapped transport. The default implementation
  /// throws.
  ///
  /// - Throws: The errors of ``send(_:options:)``, and `transport` if upgrades are not supported.
  func upgrade(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse

  /// Whether the transport adds cookies to requests. Cookies identify the caller, so an ``HTTPCache`` stores no
  /// responses of such a transport, and calls do not share them. A transport that wraps another one should return the
  /// value of the wrapped transport. Default: false.
  var keepsCookies: Bool { get }
}

extension ClientTransport {
  /// Returns the response with its body in memory.
  public func stream(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    try await send(request, options: options)
  }

  /// Throws an error, because upgrades are not supported.
  public func upgrade(_ request: HTTPRequest, options: TransportOptions) async throws -> HTTPResponse {
    throw ClientError(
      .transport, stage: .connect,
      "\(Self.self) does not support WebSockets; use a CurlTransport with a test server")
  }

  /// False: the transport adds no cookies.
  public var keepsCookies: Bool { false }
}
