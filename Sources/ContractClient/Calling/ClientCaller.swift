public import Contract
internal import ContractHTTP
internal import ContractLoop

/// A way to make a fluent call, such as `.http` in `client.call(.http, as: .decodable)`.
///
/// ```swift
/// extension ClientCaller where Received == [HTTPResponse] {
///   /// Follows `Link: <…>; rel="next"`.
///   static var pages: ClientCaller { ClientCaller { call in … } }
/// }
/// ```
public struct ClientCaller<Received: Sendable>: Sendable {
  let receive: @Sendable (OutgoingCall) async throws -> Received

  /// Creates a caller from a closure that makes the call.
  public init(_ receive: @escaping @Sendable (OutgoingCall) async throws -> Received) {
    self.receive = receive
  }

  /// Returns a caller that transforms its result.
  public func map<Other: Sendable>(_ transform: @escaping @Sendable (Received) throws -> Other) -> ClientCaller<Other> {
    ClientCaller<Other> { try transform(try await receive($0)) }
  }
}

extension ClientCaller<HTTPResponse> {
  /// A caller that sends the request and waits for the complete response.
  public static var http: ClientCaller { ClientCaller { try await $0.send() } }

  /// Returns a caller that sends nothing and returns the given response.
  public static func mock(_ response: HTTPResponse) -> ClientCaller { ClientCaller { _ in response } }

  /// Returns a caller that sends nothing and returns the response of a closure. The closure receives the request before
  /// middleware and credentials.
  public static func mock(
    _ respond: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) -> ClientCaller {
    ClientCaller { try await respond(try $0.completeRequest()) }
  }
}

extension ClientCaller<StreamedResponse> {
  /// A caller that sends the request, waits for the response head and reads the body on demand. A response that is not
  /// a success is thrown, with up to 64 KiB of its body if the body arrives within the timeout of the call.
  public static var stream: ClientCaller {
    ClientCaller { call in
      let start = call.configuration.clock.now()
      return StreamedResponse(try await call.success(try await call.stream(), since: start), of: call)
    }
  }
}
