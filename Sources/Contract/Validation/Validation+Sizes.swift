internal import ContractHTTP

extension Validation where Value == String {
  /// Requires a string with this number of characters, counted as Unicode code points, as in JSON Schema and databases.
  ///
  /// A grapheme cluster can contain any number of code points, so counting clusters would not limit the size.
  @inlinable
  public static func length(_ range: some RangeExpression<Int> & Sendable) -> Validation { length(SizeBounds(range)) }

  @usableFromInline
  static func length(_ bounds: SizeBounds) -> Validation {
    Validation(
      "must be \(bounds.words("character")) long",
      bounds.keywords(ValidationKeyword.minLength, ValidationKeyword.maxLength)
    ) { text in
      // A code point has one to four bytes in UTF-8. If both the greatest and the least possible number of code points
      // are within the bounds, the string is valid without counting.
      let bytes = text.utf8.count
      if bounds.contains(bytes) && bounds.contains((bytes + 3) / 4) { return true }
      // Stop counting where further characters make no difference.
      return bounds.contains(text.unicodeScalars.prefix(bounds.enough).count)
    }
  }
}

extension Validation where Value: Collection & SendableMetatype, Value.Element: SendableMetatype {
  /// Requires this number of elements.
  @inlinable
  public static func count(_ range: some RangeExpression<Int> & Sendable) -> Validation { count(SizeBounds(range)) }

  @usableFromInline
  static func count(_ bounds: SizeBounds) -> Validation {
    Validation(
      "must have \(bounds.words("element"))", bounds.keywords(ValidationKeyword.minItems, ValidationKeyword.maxItems)
    ) { bounds.contains($0.count) }
  }

  /// Requires every element to satisfy these rules: `.each(.length(1...20))`.
  public static func each(_ rules: Validation<Value.Element>...) -> Validation {
    Validation(
      requirement: "must have elements each of which \(rules.map(\.requirement).joined(separator: " and "))",
      keywords: [.items(rules.flatMap(\.keywords))]
    ) { elements, steps in
      var found: [ValidationViolation] = []
      for (index, element) in elements.enumerated() {
        for rule in rules {
          for var violation in rule.violations(element, &steps) {
            violation.steps.insert(index, at: 0)
            found.append(violation)
          }
        }
        // No response lists more than 100 violations.
        if found.count >= 100 { break }
      }
      return found
    }
  }
}

/// The sizes that a range of any kind allows.
@usableFromInline
struct SizeBounds: Sendable {
  @usableFromInline let lower: Int
  /// The maximum size; nil if unbounded.
  @usableFromInline let upper: Int?

  // This initializer is inlinable, so that the type of the range is known and no generic metadata is created at run time.
  @inlinable
  init(_ range: some RangeExpression<Int>) {
    let sizes = range.relative(to: Sizes())
    self.lower = sizes.lowerBound
    self.upper = sizes.upperBound == .max ? nil : sizes.upperBound - 1
  }

  /// The count after which the result no longer changes.
  var enough: Int { upper.map { $0 + 1 } ?? Swift.max(lower, 0) }

  func contains(_ size: Int) -> Bool { size >= lower && upper.map { size <= $0 } ?? true }

  /// Returns the bounds in words, such as `1 to 80 characters` or `at least 1 character`.
  func words(_ unit: String) -> String {
    func units(_ count: Int) -> String { count == 1 ? unit : unit + "s" }
    let least = String(decimal: lower)
    guard let upper else { return "at least " + least + " " + units(lower) }
    let most = String(decimal: upper) + " " + units(upper)
    if lower == upper { return "exactly " + most }
    return lower == 0 ? "at most " + most : least + " to " + most
  }

  func keywords(
    _ minimum: (Int) -> ValidationKeyword, _ maximum: (Int) -> ValidationKeyword
  ) -> [ValidationKeyword] {
    (lower > 0 ? [minimum(lower)] : []) + (upper.map { [maximum($0)] } ?? [])
  }
}

/// A collection of all sizes, which converts any kind of range to its bounds.
@usableFromInline
struct Sizes: Collection {
  @inlinable init() {}
  @inlinable var startIndex: Int { 0 }
  @inlinable var endIndex: Int { .max }
  /// The greatest size has no successor: `1...Int.max` is unbounded.
  @inlinable func index(after index: Int) -> Int { index == .max ? .max : index + 1 }
  @inlinable subscript(index: Int) -> Int { index }
}
