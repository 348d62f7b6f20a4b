internal import ContractHTTP

extension Validation where Value == String {
  /// A text of so many characters, counted as Unicode code points, which is how JSON Schema and databases count.
  ///
  /// A character as people see it can consist of any number of code points, so counting those would bound nothing.
  @inlinable
  public static func length(_ range: some RangeExpression<Int> & Sendable) -> Validation { length(SizeBounds(range)) }

  @usableFromInline
  static func length(_ bounds: SizeBounds) -> Validation {
    Validation(
      "must be \(bounds.words("character")) long",
      bounds.keywords(ValidationKeyword.minLength, ValidationKeyword.maxLength)
    ) { text in
      // A code point has one to four bytes, so the bytes alone often tell.
      let bytes = text.utf8.count
      if bounds.contains(bytes) && bounds.contains((bytes + 3) / 4) { return true }
      // Counting stops where it makes no difference any more.
      return bounds.contains(text.unicodeScalars.prefix(bounds.enough).count)
    }
  }
}

extension Validation where Value: Collection & SendableMetatype, Value.Element: SendableMetatype {
  /// So many elements.
  @inlinable
  public static func count(_ range: some RangeExpression<Int> & Sendable) -> Validation { count(SizeBounds(range)) }

  @usableFromInline
  static func count(_ bounds: SizeBounds) -> Validation {
    Validation(
      "must have \(bounds.words("element"))", bounds.keywords(ValidationKeyword.minItems, ValidationKeyword.maxItems)
    ) { bounds.contains($0.count) }
  }

  /// Elements that satisfy these rules: `.each(.length(1...20))`.
  public static func each(_ rules: Validation<Value.Element>...) -> Validation {
    Validation(
      requirement: "must have elements of which each \(rules.map(\.requirement).joined(separator: " and "))",
      keywords: [.items(rules.flatMap(\.keywords))]
    ) { elements in
      var found: [ValidationViolation] = []
      for (index, element) in elements.enumerated() {
        for rule in rules {
          for var violation in rule.violations(element) {
            violation.steps.insert(index, at: 0)
            found.append(violation)
          }
        }
        // No answer lists more.
        if found.count >= 100 { break }
      }
      return found
    }
  }
}

/// Which sizes a range of any kind allows.
@usableFromInline
struct SizeBounds: Sendable {
  @usableFromInline let lower: Int
  /// The greatest size; nil without one.
  @usableFromInline let upper: Int?

  // Inlined, because the kind of range is known where a rule is written, and its generic form would be made at the start.
  @inlinable
  init(_ range: some RangeExpression<Int>) {
    let sizes = range.relative(to: Sizes())
    self.lower = sizes.lowerBound
    self.upper = sizes.upperBound == .max ? nil : sizes.upperBound - 1
  }

  /// A count from which on every size has the same answer.
  var enough: Int { upper.map { $0 + 1 } ?? Swift.max(lower, 0) }

  func contains(_ size: Int) -> Bool { size >= lower && upper.map { size <= $0 } ?? true }

  /// `1 to 80 characters`, `at least 1 character`.
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

/// Every size there is, so that a range of any kind tells its bounds.
@usableFromInline
struct Sizes: Collection {
  @inlinable init() {}
  @inlinable var startIndex: Int { 0 }
  @inlinable var endIndex: Int { .max }
  @inlinable func index(after index: Int) -> Int { index + 1 }
  @inlinable subscript(index: Int) -> Int { index }
}
