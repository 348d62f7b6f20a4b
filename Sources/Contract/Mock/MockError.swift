/// An error for a call of a mocked function without an implementation.
public struct MockError: Error, Hashable, CustomStringConvertible {
  /// The function that was called.
  public let function: String
  /// The function that sets the implementation.
  public let setter: String
  /// The result's type, if an example was requested and the type has none; nil otherwise.
  public let resultWithoutExample: String?
  /// False for a result whose type should not conform to ``Mockable``: a stream, a channel, a tuple or one of two results.
  public let canHaveExample: Bool

  /// Creates an error for a call of `function`, whose implementation `setter` sets.
  public init(
    function: String, setter: String, resultWithoutExample: String? = nil, canHaveExample: Bool = true
  ) {
    self.canHaveExample = canHaveExample
    self.function = function
    self.setter = setter
    self.resultWithoutExample = resultWithoutExample
  }

  /// The function that was called, and the remedy.
  public var description: String {
    guard let resultWithoutExample else {
      return "\(function) was called without an implementation; set one with \(setter) { … } first"
    }
    return "\(function) was called without an implementation, and \(resultWithoutExample) has no example; "
      + "set one with \(setter) { … } first" + (canHaveExample ? ", or conform the type to Mockable" : "")
  }
}
