/// What a value of an input must satisfy beside its type, the same on both ends.
///
/// ```swift
/// @GET("/todos") @Validate("limit", .range(1...100)) @Validate("tags", .count(...5), .each(.length(1...20)))
/// func list(limit: Int, tags: [String]) async throws -> [Todo]
/// ```
///
/// A client refuses a value before anything is sent; a server answers 400 with everything that is wrong. An optional
/// value is checked when there is one. In a type written by hand keep rules in a `static let`, so that they are made
/// once, and pass them to `check` of ``RequestEncoder`` and ``RequestDecoder``.
public struct Validation<Value>: Sendable {
  /// What follows the value's name in messages, such as `must be from 1 to 100`.
  public let requirement: String
  /// The rule for documentation and for verification.
  public let keywords: [ValidationKeyword]

  @usableFromInline let violations: @Sendable (Value) -> [ValidationViolation]

  /// A rule that is found broken in one or several places of a value.
  init(
    requirement: String, keywords: [ValidationKeyword],
    violations: @escaping @Sendable (Value) -> [ValidationViolation]
  ) {
    self.requirement = requirement
    self.keywords = keywords
    self.violations = violations
  }

  /// A rule that a whole value satisfies or not.
  init(_ requirement: String, _ keywords: [ValidationKeyword], allows: @escaping @Sendable (Value) -> Bool) {
    let broken = [ValidationViolation(requirement: requirement)]
    self.init(requirement: requirement, keywords: keywords) { allows($0) ? [] : broken }
  }

  /// A rule of one's own: `.custom("must be even") { $0 % 2 == 0 }`.
  ///
  /// - Parameters:
  ///   - requirement: what follows the value's name in messages. It must not repeat a secret.
  ///   - allows: true for a value that satisfies the rule. It runs on a connection's loop and must not block.
  public static func custom(_ requirement: String, _ allows: @escaping @Sendable (Value) -> Bool) -> Validation {
    Validation(requirement, [.custom(requirement)], allows: allows)
  }
}

/// One place in a value where a rule is broken.
@usableFromInline
struct ValidationViolation: Sendable {
  /// The indexes that lead from the value to the place; none for the value itself.
  var steps: [Int] = []
  let requirement: String
}
