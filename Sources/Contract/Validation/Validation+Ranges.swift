extension Validation where Value: Comparable & Sendable {
  /// Requires a value within a closed range.
  public static func range(_ range: ClosedRange<Value>) -> Validation {
    let (lower, upper) = (text(range.lowerBound), text(range.upperBound))
    return Validation("must be from \(lower) to \(upper)", [.minimum(lower), .maximum(upper)]) { range.contains($0) }
  }

  /// Requires a value from the lower bound up to, but not including, the upper bound.
  public static func range(_ range: Range<Value>) -> Validation {
    let (lower, upper) = (text(range.lowerBound), text(range.upperBound))
    return Validation(
      "must be at least \(lower) and less than \(upper)", [.minimum(lower), .exclusiveMaximum(upper)]
    ) { range.contains($0) }
  }

  /// Requires a value of at least the bound.
  public static func range(_ range: PartialRangeFrom<Value>) -> Validation {
    let lower = text(range.lowerBound)
    return Validation("must be at least \(lower)", [.minimum(lower)]) { range.contains($0) }
  }

  /// Requires a value of at most the bound.
  public static func range(_ range: PartialRangeThrough<Value>) -> Validation {
    let upper = text(range.upperBound)
    return Validation("must be at most \(upper)", [.maximum(upper)]) { range.contains($0) }
  }

  /// Requires a value less than the bound.
  public static func range(_ range: PartialRangeUpTo<Value>) -> Validation {
    let upper = text(range.upperBound)
    return Validation("must be less than \(upper)", [.exclusiveMaximum(upper)]) { range.contains($0) }
  }

  /// Returns a bound in its wire format.
  private static func text(_ bound: Value) -> String {
    (bound as? any ParameterValue)?.parameterText ?? String(describing: bound)
  }
}
