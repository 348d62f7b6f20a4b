/// One value while it is being encoded: filled by encoders and containers, then written by ``URLFormSerializer``.
///
/// A tree, because nested containers and super encoders may be filled in any order, and because arrays are spelled by
/// what their elements turn out to be.
final class URLFormValue {
  enum Kind {
    /// Nothing was encoded yet.
    case pending
    case null
    case bool(Bool)
    /// The text of a number, which JSON writes without quotation marks.
    case number(String)
    case text(String)
    case array([URLFormValue])
    case object([(name: String, value: URLFormValue)])
  }

  var kind = Kind.pending

  /// True for an object that a type opened as a container of its own: it leaves a trace even when it is empty, because
  /// reading asks for it.
  var isExplicit = false

  /// True for arrays and objects, and for values that encoded nothing, which count as empty objects.
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

  /// Puts the members of an object in the order of their names.
  func sortMembers() {
    guard case .object(let members) = kind else { return }
    kind = .object(members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
  }
}
