public import Contract

/// How a fluent call is made, and what it brings: `client.call(.http, as: .decodable)`.
///
/// ```swift
/// extension ClientCaller where Received == [HTTPResponse] {
///   /// Follows `Link: <…>; rel="next"`.
///   static var pages: ClientCaller { ClientCaller { call in … } }
/// }
/// ```
public struct ClientCaller<Received: Sendable>: Sendable {
  let receive: @Sendable (OutgoingCall) async throws -> Received

  /// A caller of one's own.
  public init(_ receive: @escaping @Sendable (OutgoingCall) async throws -> Received) {
    self.receive = receive
  }

  /// The same caller, with what it brings made into something else.
  public func map<Other: Sendable>(_ transform: @escaping @Sendable (Received) throws -> Other) -> ClientCaller<Other> {
    ClientCaller<Other> { try transform(try await receive($0)) }
  }
}

extension ClientCaller<HTTPResponse> {
  /// Sends the request and waits for the whole response.
  public static var http: ClientCaller { ClientCaller { try await $0.send() } }

  /// Sends nothing; this is the response.
  public static func mock(_ response: HTTPResponse) -> ClientCaller { ClientCaller { _ in response } }

  /// Sends nothing; a closure answers.
  public static func mock(
    _ answer: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) -> ClientCaller {
    ClientCaller { try await answer($0.request) }
  }
}

extension ClientCaller<StreamedResponse> {
  /// Sends the request, waits for the head of the response, and lets its content be pulled. A response that is no success
  /// is thrown, with up to 64 KiB of its content.
  public static var stream: ClientCaller {
    ClientCaller { call in
      let response = try await call.stream()
      if call.configuration.validator.accepts(response) { return StreamedResponse(response) }
      return StreamedResponse(try call.validated(await response.withHeldContent(upTo: 64 * 1024)))
    }
  }
}

extension HTTPResponse {
  /// The response with the first bytes of its content in memory.
  func withHeldContent(upTo maxBytes: Int) async throws -> HTTPResponse {
    guard case .stream(let stream) = body else { return self }
    var bytes: [UInt8] = []
    while bytes.count < maxBytes, let piece = try await stream.next() { bytes += piece.prefix(maxBytes - bytes.count) }
    var response = self
    response.body = bytes.isEmpty ? .empty : .bytes(bytes)
    return response
  }

  /// The content, when it is in memory.
  var contentBytes: [UInt8] {
    if case .bytes(let bytes) = body { bytes } else { [] }
  }
}
