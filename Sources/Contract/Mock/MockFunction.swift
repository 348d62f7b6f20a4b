/// What stands in for one function of a generated mock: a closure to call and a record of the calls.
public final class MockFunction<Arguments: Sendable, Result>: Sendable {
  private struct State {
    var body: (@Sendable (Arguments) async throws -> Result)?
    var calls: [Arguments] = []
  }

  private let name: String
  private let setter: String
  private let example: (@Sendable () -> Result?)?
  private let state = Lock(State())

  /// - Parameters:
  ///   - name: the function, as errors name it, such as `TodosMock.list`.
  ///   - setter: the function that sets the closure, such as `mockList`.
  ///   - example: makes what ``MockPolicy/examples`` returns; without it that is the example of a result that is
  ///     ``Mockable``.
  public init(_ name: String, _ setter: String, example: (@Sendable () -> Result?)?) {
    self.name = name
    self.setter = setter
    self.example = example
  }

  /// Sets what the function does.
  public func set(_ body: @escaping @Sendable (Arguments) async throws -> Result) {
    state.withLock { $0.body = body }
  }

  /// The arguments of every call so far, in order.
  public var calls: [Arguments] {
    state.withLock { $0.calls }
  }

  /// Forgets the calls so far, and keeps what was set.
  public func resetCalls() {
    state.withLock { $0.calls = [] }
  }

  /// Records a call and does what was set.
  ///
  /// - Throws: ``MockError`` when nothing was set, else what the closure throws.
  public func call(_ arguments: Arguments) async throws -> Result {
    guard let body = record(arguments) else { throw MockError(function: name, setter: setter) }
    return try await body(arguments)
  }

  /// Records a call and does what was set, else what the policy says.
  ///
  /// - Parameter function: calls the function of another value.
  /// - Throws: ``MockError`` when nothing was set and the policy has nothing either, else what was called throws.
  public func call<Service>(
    _ arguments: Arguments, _ policy: MockPolicy<Service>,
    _ function: @Sendable (Service, Arguments) async throws -> Result
  ) async throws -> Result {
    guard let body = record(arguments) else { return try await unset(arguments, policy, function) }
    return try await body(arguments)
  }

  /// Records a call, starts what was set, else what the policy says, and hands over its result.
  ///
  /// - Parameters:
  ///   - completion: called once, on no thread in particular.
  ///   - function: calls the function of another value.
  public func call<Service>(
    _ arguments: Arguments, _ policy: MockPolicy<Service>,
    completion: @escaping @Sendable (Swift.Result<Result, any Error>) -> Void,
    _ function: @escaping @Sendable (Service, Arguments) async throws -> Result
  ) {
    let body = record(arguments)
    Task {
      completion(
        await .catching {
          guard let body else { return try await unset(arguments, policy, function) }
          return try await body(arguments)
        })
    }
  }

  private func record(_ arguments: Arguments) -> (@Sendable (Arguments) async throws -> Result)? {
    state.withLock { state in
      state.calls.append(arguments)
      return state.body
    }
  }

  /// What a function does for which nothing is set.
  private func unset<Service>(
    _ arguments: Arguments, _ policy: MockPolicy<Service>,
    _ function: @Sendable (Service, Arguments) async throws -> Result
  ) async throws -> Result {
    switch policy.kind {
    case .fail: throw MockError(function: name, setter: setter)
    case .examples:
      // Looked for when it is wanted: whoever generates the mock may not see the conformance, a test that has it does.
      guard let result = example?() ?? MockExample.of(Result.self) else {
        throw MockError(function: name, setter: setter, resultWithoutExample: "\(Result.self)")
      }
      return result
    case .passThrough(let service): return try await function(service, arguments)
    }
  }
}

// The type of the result chooses the initializer, as it chooses the codec of an endpoint.

extension MockFunction {
  /// A function that returns a value.
  @_disfavoredOverload
  public convenience init(_ name: String, _ setter: String) {
    self.init(name, setter, example: nil)
  }

  /// A function that returns nothing.
  public convenience init(_ name: String, _ setter: String) where Result == Void {
    self.init(name, setter) {}
  }

  /// A function that returns a value and the response beside it.
  public convenience init<Value: SendableMetatype>(
    _ name: String, _ setter: String
  ) where Result == (Value, HTTPResponse) {
    self.init(name, setter) { MockExample.of(Value.self).map { ($0, HTTPResponse(.ok)) } }
  }
}
