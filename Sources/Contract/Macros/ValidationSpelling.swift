/// A rule in the argument of `@Validate`: the factories of ``Validation`` without the value's type, which the compiler
/// cannot infer from the attribute.
///
/// Generated code uses the same expression as a ``Validation`` of the input's type; these functions do nothing.
public struct ValidationSpelling: Sendable {
  private init() {}

  /// See `range` of ``Validation``.
  public static func range<Value: Comparable>(_ range: ClosedRange<Value>) -> ValidationSpelling { .init() }
  /// See `range` of ``Validation``.
  public static func range<Value: Comparable>(_ range: Range<Value>) -> ValidationSpelling { .init() }
  /// See `range` of ``Validation``.
  public static func range<Value: Comparable>(_ range: PartialRangeFrom<Value>) -> ValidationSpelling { .init() }
  /// See `range` of ``Validation``.
  public static func range<Value: Comparable>(_ range: PartialRangeThrough<Value>) -> ValidationSpelling { .init() }
  /// See `range` of ``Validation``.
  public static func range<Value: Comparable>(_ range: PartialRangeUpTo<Value>) -> ValidationSpelling { .init() }

  /// See ``Validation/length(_:)``.
  public static func length(_ range: some RangeExpression<Int>) -> ValidationSpelling { .init() }
  /// See ``Validation/count(_:)``.
  public static func count(_ range: some RangeExpression<Int>) -> ValidationSpelling { .init() }
  /// See ``Validation/pattern(_:limit:)``.
  public static func pattern(_ text: String, limit: Int = 1000) -> ValidationSpelling { .init() }
  /// See ``Validation/each(_:)``.
  public static func each(_ rules: ValidationSpelling...) -> ValidationSpelling { .init() }

  /// See ``Validation/custom(_:_:)``. If the type of the closure cannot be inferred, write it:
  /// `{ (text: String) in text.hasPrefix("x") }`.
  public static func custom<Value>(
    _ requirement: String, _ allows: @Sendable (Value) -> Bool
  ) -> ValidationSpelling { .init() }
}
