/// The implementation of one function of a generated mock, and a record of its calls.
public final class MockFunction<Arguments: Sendable, Result>: Sendable {
  private struct State {
    var body: (@Sendable (Arguments) async throws -> Result)?
    var calls: [Arguments] = []
  }

  private let name: String
  private let setter: String
  private let example: (@Sendable () -> Result?)?
  private let state = Lock(State())

  /// Creates a function without an implementation.
  ///
  /// - Parameters:
  ///   - name: the function's name in errors, such as `TodosMock.list`.
  ///   - setter: the function that sets the closure, such as `mockList`.
  ///   - example: returns the result for ``MockPolicy/examples``. Default: the example of a ``Mockable`` result.
  public init(_ name: String, _ setter: String, example: (@Sendable () -> Result?)?) {
    self.name = name
    self.setter = setter
    self.example = example
  }

  /// Removes the implementation, so that the policy applies again.
  public func reset() {
    state.withLock { $0.body = nil }
  }

  /// Sets the implementation.
  public func set(_ body: @escaping @Sendable (Arguments) async throws -> Result) {
    state.withLock { $0.body = body }
  }

  /// The arguments of all calls so far, in order.
  public var calls: [Arguments] {
    state.withLock { $0.calls }
  }

  /// Discards the recorded calls and keeps the implementation.
  public func resetCalls() {
    state.withLock { $0.calls = [] }
  }

  /// Records a call and runs the implementation.
  ///
  /// - Throws: ``MockError`` without an implementation; otherwise any error of the closure.
  public func call(_ arguments: Arguments) async throws -> Result {
    guard let body = record(arguments) else { throw MockError(function: name, setter: setter) }
    return try await body(arguments)
  }

  /// Records a call and runs the implementation, or applies the policy if there is none.
  ///
  /// - Parameter function: calls the function of another service, for ``MockPolicy/passThrough(to:)``.
  /// - Throws: ``MockError`` when neither an implementation nor the policy provides a result; otherwise any error of
  ///   the called function.
  public func call<Service>(
    _ arguments: Arguments, _ policy: MockPolicy<Service>,
    _ function: @Sendable (Service, Arguments) async throws -> Result
  ) async throws -> Result {
    guard let body = record(arguments) else { return try await unset(arguments, policy, function) }
    return try await body(arguments)
  }

  /// Records a call, runs the implementation or applies the policy, and passes the result to `completion`.
  ///
  /// - Parameters:
  ///   - completion: called once, on any thread.
  ///   - function: calls the function of another service, for ``MockPolicy/passThrough(to:)``.
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

  /// Applies the policy to a function without an implementation.
  private func unset<Service>(
    _ arguments: Arguments, _ policy: MockPolicy<Service>,
    _ function: @Sendable (Service, Arguments) async throws -> Result
  ) async throws -> Result {
    switch policy.kind {
    case .fail: throw MockError(function: name, setter: setter)
    case .examples:
      // The example is looked up at run time, because the module of the mock may not see a conformance that a test adds.
      guard let result = example?() ?? MockExample.of(Result.self) else {
        let isValue = Result.self is any Decodable.Type || Result.self is any APIResult.Type
        throw MockError(
          function: name, setter: setter, resultWithoutExample: "\(Result.self)", canHaveExample: isValue)
      }
      return result
    case .passThrough(let service): return try await function(service, arguments)
    }
  }
}

// The result type selects the initializer, as it selects the codec of an endpoint.

extension MockFunction {
  /// Creates a function that returns a value.
  @_disfavoredOverload
  public convenience init(_ name: String, _ setter: String) {
    self.init(name, setter, example: nil)
  }

  /// Creates a function that returns nothing.
  public convenience init(_ name: String, _ setter: String) where Result == Void {
    self.init(name, setter) {}
  }

  /// Creates a function that returns a value together with the response.
  public convenience init<Value: SendableMetatype>(
    _ name: String, _ setter: String
  ) where Result == (Value, HTTPResponse) {
    self.init(name, setter) { MockExample.of(Value.self).map { ($0, HTTPResponse(.ok)) } }
  }
}
