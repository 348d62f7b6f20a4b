/// What a mock's functions do that are not set: `TodosMock(policy: .examples)`.
///
/// Generated mocks record calls under every policy; a ``MockCaller`` records those that it answers itself.
public struct MockPolicy<Service: Sendable>: Sendable {
  enum Kind {
    case fail, examples, passThrough(Service)
  }
  let kind: Kind

  /// Throw a ``MockError``, which names the function and what sets it.
  public static var fail: MockPolicy { MockPolicy(kind: .fail) }

  /// Return the example of the result's type, which is ``Mockable``, an optional or an array of such; nothing where
  /// the function returns nothing. A function whose result has no example throws a ``MockError``.
  public static var examples: MockPolicy { MockPolicy(kind: .examples) }

  /// Call the same function of another value, such as a real client.
  public static func passThrough(to service: Service) -> MockPolicy { MockPolicy(kind: .passThrough(service)) }
}
