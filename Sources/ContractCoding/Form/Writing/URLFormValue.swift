/// A value being encoded: filled by encoders and containers, then written by ``URLFormSerializer``.
///
/// Values form a tree, because nested containers and super encoders may be filled in any order, and because the format
/// of an array depends on its elements.
final class URLFormValue {
  enum Kind {
    /// Nothing was encoded yet.
    case pending
    case null
    case bool(Bool)
    /// The digits of a number, which JSON writes without quotation marks.
    case number(String)
    case text(String)
    case array([URLFormValue])
    case object([(name: String, value: URLFormValue)])
  }

  var kind = Kind.pending

  /// True for an object that a type opened as a nested container or that is in a dictionary, and for an empty array that would
  /// be read as another value. Such a value is written even if empty, because decoding expects it.
  var isExplicit = false

  /// True for arrays and objects, and for values that encoded nothing, which are empty objects.
  var isContainer: Bool {
    switch kind {
    case .pending, .array, .object: true
    default: false
    }
  }

  var isNull: Bool {
    if case .null = kind { return true }
    return false
  }

  /// True for an array with nil as its only element.
  var hasOnlyNil: Bool {
    if case .array(let elements) = kind { return elements.count == 1 && elements[0].isNull }
    return false
  }

  func append(_ value: URLFormValue) {
    guard case .array(var elements) = kind else { return }
    kind = .pending
    elements.append(value)
    kind = .array(elements)
  }

  func append(_ value: URLFormValue, named name: String) {
    guard case .object(var members) = kind else { return }
    kind = .pending
    members.append((name, value))
    kind = .object(members)
  }

  /// Sorts the members of an object by name.
  func sortMembers() {
    guard case .object(let members) = kind else { return }
    kind = .object(Self.sorted(members))
  }

  /// Returns members sorted by the bytes of their names.
  static func sorted(_ members: [(name: String, value: URLFormValue)]) -> [(name: String, value: URLFormValue)] {
    members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }
}
