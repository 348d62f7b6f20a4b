/// The behavior of unmocked functions: `TodosMock(policy: .examples)`.
///
/// Generated mocks record calls under every policy; a ``MockCaller`` records only calls to mocked endpoints.
public struct MockPolicy<Service: Sendable>: Sendable {
  enum Kind {
    case fail, examples, passThrough(Service)
  }
  let kind: Kind

  /// Throws a ``MockError`` that names the function and its setter.
  public static var fail: MockPolicy { MockPolicy(kind: .fail) }

  /// Returns the example of a ``Mockable`` result, or of an optional or array of one. A function without a result does nothing.
  /// A result with headers has examples of their types. For an ``APIResult``, the first case that has examples is returned,
  /// successes first. A function whose result has no example throws a ``MockError``.
  public static var examples: MockPolicy { MockPolicy(kind: .examples) }

  /// Calls the same function of another value, such as a real client.
  public static func passThrough(to service: Service) -> MockPolicy { MockPolicy(kind: .passThrough(service)) }
}
