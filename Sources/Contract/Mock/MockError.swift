/// A mock's function was called and nothing was set for it.
public struct MockError: Error, Hashable, CustomStringConvertible {
  /// The function that was called.
  public let function: String
  /// The function that sets what it does.
  public let setter: String
  /// The type of the result when an example of it was asked for and there is none; nil otherwise.
  public let resultWithoutExample: String?

  /// A call of `function`, for which `setter` has set nothing.
  public init(function: String, setter: String, resultWithoutExample: String? = nil) {
    self.function = function
    self.setter = setter
    self.resultWithoutExample = resultWithoutExample
  }

  /// Says what was called and how to set it.
  public var description: String {
    guard let resultWithoutExample else {
      return "\(function) was called, but nothing is set for it; set it with \(setter) { … } first"
    }
    return "\(function) was called, but nothing is set for it and \(resultWithoutExample) has no example; "
      + "set it with \(setter) { … } first, or conform the type to Mockable"
  }
}
