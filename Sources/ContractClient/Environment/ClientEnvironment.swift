public import Contract

/// The destination of a client's calls: the network, mocks, or another transport such as a recording.
///
/// ```swift
/// let users = client("users").mock([User.mock])                 // carried along, and ignored for now
/// let real: [User] = try await users.get()
/// let canned: [User] = try await users.environment(.mocks()).get()
/// ```
///
/// Without a mock, a call returns the example of its result type if this type is ``/Contract/Mockable``.
///
/// To set the environment for all clients of a test: `withClientModifiers({ $0.environment(.mocks()) }) { … }`.
public struct ClientEnvironment: Sendable {
  enum Kind: Sendable {
    case live
    case mocks(MockUse)
    case transport(any ClientTransport)
    case wrapping(@Sendable (any ClientTransport) -> any ClientTransport)
  }

  let kind: Kind

  /// The handling of calls that have neither a mock nor an example.
  public enum MockUse: Sendable, Hashable {
    /// The call fails with the code `transport` and a message that names the missing mock.
    case required
    /// The call uses the client's transport.
    case ifSpecified
  }

  /// The client's own transport, ignoring mocks.
  public static let live = ClientEnvironment(kind: .live)

  /// Returns an environment of the client's mocks and the examples of result types.
  public static func mocks(_ use: MockUse = .required) -> ClientEnvironment { ClientEnvironment(kind: .mocks(use)) }

  /// Returns an environment with a transport that replaces the client's own transport.
  public static func transport(_ transport: any ClientTransport) -> ClientEnvironment {
    ClientEnvironment(kind: .transport(transport))
  }

  /// Returns an environment with a transport that wraps the client's own transport, such as a recorder.
  public static func wrapping(
    _ make: @escaping @Sendable (any ClientTransport) -> any ClientTransport
  ) -> ClientEnvironment {
    ClientEnvironment(kind: .wrapping(make))
  }
}

extension APIClient {
  /// Sets the environment of calls; the last one wins. Setting a transport afterwards replaces the environment and its
  /// mocks.
  public func environment(_ environment: ClientEnvironment) -> APIClient {
    configured { $0.transport = EnvironmentTransport(around: $0.transport).with(environment) }
  }

  /// Sets the response of every call in the environment ``ClientEnvironment/mocks(_:)``; other environments ignore it.
  /// A stream in memory or of a file begins again for each call.
  public func mock(_ response: HTTPResponse) -> APIClient { mock { _ in response.withReplayedBody } }

  /// Sets the closure that responds to calls in the environment ``ClientEnvironment/mocks(_:)``; other environments
  /// ignore it. Calls throw the errors of the closure.
  public func mock(
    _ respond: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) -> APIClient {
    configured { $0.transport = EnvironmentTransport(around: $0.transport).with(respond) }
  }

  /// Sets a JSON value as the response of calls in the environment ``ClientEnvironment/mocks(_:)``, encoded with the
  /// client's current wire options.
  @_disfavoredOverload
  public func mock<Value: Encodable & Sendable>(_ value: Value, status: HTTPStatus = .ok) -> APIClient {
    let options = configuration.wire.json
    return mock { _ in
      HTTPResponse(
        status, fields: [.contentType: "application/json"],
        body: .bytes(try JSONWriter.bytes(of: value, options: options)))
    }
  }

  /// Responds to calls in the environment ``ClientEnvironment/mocks(_:)`` with the example of a type as JSON.
  public func mock<Value: Mockable & Encodable & Sendable>(_ type: Value.Type) -> APIClient { mock(Value.mock) }
}
