/// What stands in for one function of a generated mock: a closure to call and a record of the calls.
public final class MockFunction<Arguments: Sendable, Result>: Sendable {
  private struct State {
    var body: (@Sendable (Arguments) async throws -> Result)?
    var calls: [Arguments] = []
  }

  private let name: String
  private let setter: String
  private let state = Lock(State())

  /// - Parameters:
  ///   - name: the function, as errors name it, such as `TodosMock.list`.
  ///   - setter: the function that sets the closure, such as `mockList`.
  public init(_ name: String, _ setter: String) {
    self.name = name
    self.setter = setter
  }

  /// Sets what the function does.
  public func set(_ body: @escaping @Sendable (Arguments) async throws -> Result) {
    state.withLock { $0.body = body }
  }

  /// The arguments of every call so far, in order.
  public var calls: [Arguments] {
    state.withLock { $0.calls }
  }

  /// Records a call and does what was set.
  ///
  /// - Throws: ``MockError`` when nothing was set, else what the closure throws.
  public func call(_ arguments: Arguments) async throws -> Result {
    let body = state.withLock { state in
      state.calls.append(arguments)
      return state.body
    }
    guard let body else { throw MockError(function: name, setter: setter) }
    return try await body(arguments)
  }
}

/// A mock's function was called and nothing was set for it.
public struct MockError: Error, Hashable, CustomStringConvertible {
  /// The function that was called.
  public let function: String
  /// The function that sets what it does.
  public let setter: String

  /// A call of `function`, for which `setter` has set nothing.
  public init(function: String, setter: String) {
    self.function = function
    self.setter = setter
  }

  /// Says what was called and how to set it.
  public var description: String {
    "\(function) was called, but nothing is set for it; set it with \(setter) { … } first"
  }
}
