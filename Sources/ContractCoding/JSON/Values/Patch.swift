/// A change of one member: leave it, clear it, or set it.
///
/// In JSON, an absent member leaves the value unchanged, `null` clears it, and any other value replaces it, as in JSON
/// Merge Patch (RFC 7396).
///
/// ```swift
/// @Schema struct IssuePatch {
///   var title: Patch<String> = .leave
///   var assignee: Patch<String> = .leave
/// }
///
/// IssuePatch(assignee: .clear)     // {"assignee":null}
/// IssuePatch(title: .set("Typo"))  // {"title":"Typo"}
/// ```
///
/// A patch is a member of an object or a field of a body. Elements of arrays, values of dictionaries and whole bodies
/// cannot be absent; encoding ``leave`` there throws.
public enum Patch<Value> {
  /// Keeps the present value. The member is not written.
  case leave
  /// Removes the present value. The member is written as `null`.
  case clear
  /// Replaces the present value.
  case set(Value)

  /// Creates a change to this value: `set`, or `clear` for nil.
  public init(_ value: Value?) {
    self = value.map { .set($0) } ?? .clear
  }

  /// The new value; nil to leave or clear.
  public var value: Value? {
    if case .set(let value) = self { value } else { nil }
  }

  /// Changes an optional value.
  public func apply(to value: inout Value?) {
    switch self {
    case .leave: break
    case .clear: value = nil
    case .set(let new): value = new
    }
  }

  /// Changes a value, which becomes `empty` when cleared.
  public func apply(to value: inout Value, clearedTo empty: @autoclosure () -> Value) {
    switch self {
    case .leave: break
    case .clear: value = empty()
    case .set(let new): value = new
    }
  }

  /// Returns the change with another value to set.
  public func map<Other, Failure: Error>(_ transform: (Value) throws(Failure) -> Other) throws(Failure) -> Patch<Other>
  {
    switch self {
    case .leave: .leave
    case .clear: .clear
    case .set(let value): .set(try transform(value))
    }
  }
}

extension Patch: Sendable where Value: Sendable {}
extension Patch: Equatable where Value: Equatable {}
extension Patch: Hashable where Value: Hashable {}
