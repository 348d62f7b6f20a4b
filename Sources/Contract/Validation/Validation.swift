/// A rule for the values of an input in addition to their type, applied on both ends.
///
/// ```swift
/// @GET("/todos") @Validate("limit", .range(1...100)) @Validate("tags", .count(...5), .each(.length(1...20)))
/// func list(limit: Int, tags: [String]) async throws -> [Todo]
/// ```
///
/// A client refuses an invalid value before anything is sent; a server responds with 400 and all violations. Nil is not
/// checked. In a handwritten type keep rules in a `static let`, so that they are created once, and pass them to `check`
/// of ``RequestEncoder`` and ``RequestDecoder``.
public struct Validation<Value>: Sendable {
  /// The predicate that follows the value's name in messages, such as `must be from 1 to 100`.
  public let requirement: String
  /// The rule for documentation and verification.
  public let keywords: [ValidationKeyword]

  /// Returns the violations of a value. The number counts the costly steps of patterns so far, see ``PatternMatcher``; the
  /// values of one input share it.
  @usableFromInline let violations: @Sendable (Value, inout Int) -> [ValidationViolation]

  /// Creates a rule that several parts of a value may violate.
  init(
    requirement: String, keywords: [ValidationKeyword],
    violations: @escaping @Sendable (Value, inout Int) -> [ValidationViolation]
  ) {
    self.requirement = requirement
    self.keywords = keywords
    self.violations = violations
  }

  /// Creates a rule that applies to the whole value.
  init(_ requirement: String, _ keywords: [ValidationKeyword], allows: @escaping @Sendable (Value) -> Bool) {
    let broken = [ValidationViolation(requirement: requirement)]
    self.init(requirement: requirement, keywords: keywords) { value, _ in allows(value) ? [] : broken }
  }

  /// Creates a custom rule: `.custom("must be even") { $0 % 2 == 0 }`.
  ///
  /// - Parameters:
  ///   - requirement: the predicate that follows the value's name in messages. It must not contain a secret.
  ///   - allows: returns true for a valid value. It runs on a connection's loop and must not block.
  public static func custom(_ requirement: String, _ allows: @escaping @Sendable (Value) -> Bool) -> Validation {
    Validation(requirement, [.custom(requirement)], allows: allows)
  }
}

/// A violation of a rule by a value or one of its elements.
@usableFromInline
struct ValidationViolation: Sendable {
  /// The indices from the value to the violating element; empty for the value itself.
  var steps: [Int] = []
  let requirement: String
}
