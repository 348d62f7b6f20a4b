public import Contract

/// Where the calls of a client go: over the network, to mocks, or to another transport such as a recording.
///
/// ```swift
/// let users = client("users").mock([User.mock])                 // carried along, and ignored for now
/// let real: [User] = try await users.get()
/// let canned: [User] = try await users.environment(.mocks()).get()
/// ```
///
/// Without a mock of its own a call has the example of its result's type, if that is ``/Contract/Mockable``.
///
/// For all clients of a test: `withClientModifiers({ $0.environment(.mocks()) }) { … }`.
public struct ClientEnvironment: Sendable {
  enum Kind: Sendable {
    case live
    case mocks(MockUse)
    case transport(any ClientTransport)
    case wrapping(@Sendable (any ClientTransport) -> any ClientTransport)
  }

  let kind: Kind

  /// What becomes of a call without a mock, whose result has no example either.
  public enum MockUse: Sendable, Hashable {
    /// It fails with the code `transport`, and the message says how to set one.
    case required
    /// It goes over the client's transport.
    case ifSpecified
  }

  /// The client's transport, whatever mocks there are.
  public static let live = ClientEnvironment(kind: .live)

  /// The client's mocks, and examples of results.
  public static func mocks(_ use: MockUse = .required) -> ClientEnvironment { ClientEnvironment(kind: .mocks(use)) }

  /// Another transport in place of the client's own.
  public static func transport(_ transport: any ClientTransport) -> ClientEnvironment {
    ClientEnvironment(kind: .transport(transport))
  }

  /// A transport around the client's own, such as a recorder.
  public static func wrapping(
    _ make: @escaping @Sendable (any ClientTransport) -> any ClientTransport
  ) -> ClientEnvironment {
    ClientEnvironment(kind: .wrapping(make))
  }
}

extension APIClient {
  /// Makes calls in an environment; the last one counts. A transport that is set later takes its place, mocks included.
  public func environment(_ environment: ClientEnvironment) -> APIClient {
    configured { $0.transport = EnvironmentTransport(around: $0.transport).with(environment) }
  }

  /// The response of every call in the environment ``ClientEnvironment/mocks(_:)``; ignored in others.
  public func mock(_ response: HTTPResponse) -> APIClient { mock { _ in response } }

  /// What answers calls in the environment ``ClientEnvironment/mocks(_:)``; ignored in others. What it throws the calls
  /// throw.
  public func mock(
    _ answer: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) -> APIClient {
    configured { $0.transport = EnvironmentTransport(around: $0.transport).with(answer) }
  }

  /// Answers calls in the environment ``ClientEnvironment/mocks(_:)`` with a value as JSON, spelled as the client's wire
  /// says at this point.
  @_disfavoredOverload
  public func mock<Value: Encodable & Sendable>(_ value: Value, status: HTTPStatus = .ok) -> APIClient {
    let options = configuration.wire.json
    return mock { _ in
      HTTPResponse(
        status, fields: [.contentType: "application/json"],
        body: .bytes(try JSONWriter.bytes(of: value, options: options)))
    }
  }

  /// Answers calls in the environment ``ClientEnvironment/mocks(_:)`` with the example of a type as JSON.
  public func mock<Value: Mockable & Encodable & Sendable>(_ type: Value.Type) -> APIClient { mock(Value.mock) }
}
