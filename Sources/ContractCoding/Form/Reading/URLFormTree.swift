/// A parsed query or form: names and strings that have not been decoded as a type.
///
/// The requested type determines the meaning: `a=1` is a string or an array of one, `a[0]=1` an array or a dictionary.
/// Strings stay percent-encoded until then.
package struct URLFormTree: Sendable {
  let bytes: ArraySlice<UInt8>
  let nodes: [URLFormNode]
  /// True when dots separate steps in names.
  let readsDots: Bool

  /// Returns true when there is a value for a name or for names below it.
  package func contains(_ name: String) -> Bool {
    index(of: name) != nil
  }

  /// The top-level names in order.
  package var names: [String] {
    nodes[0].names
  }

  /// Returns the node for a name, which may have several steps: `filter[status]`, `tags[]`.
  func index(of name: String) -> Int? {
    guard let steps = URLFormName(name, dots: readsDots, maxSteps: URLFormLimits.hardMaxDepth)?.steps else {
      return nil
    }
    var index = 0
    for step in steps {
      switch step {
      case .name(let name):
        guard let next = nodes[index].members[name] else { return nil }
        index = next
      case .append: return step == steps.last ? index : nil
      }
    }
    return index
  }
}

/// A node in a tree.
struct URLFormNode: Sendable {
  enum Kind: Sendable {
    /// A name with all values below it.
    case branch
    /// A percent-encoded string, as a range of the tree's bytes.
    case raw(Range<Int>)
    /// A decoded string.
    case text(String)
    /// A name without `=`, or a JSON null.
    case null
    /// A value that was not sent.
    case absent
  }

  let parent: Int
  let step: JSONPath
  var kind: Kind

  /// The strings and `[]` elements of a branch, in order.
  var elements: [Int] = []
  /// The number of elements that are strings directly at the name.
  var plainCount = 0
  /// The members of a branch.
  var members: [String: Int] = [:]
  /// The names of the members, in order.
  var names: [String] = []
  /// The number of nodes in this subtree, including itself.
  var weight = 1
}
