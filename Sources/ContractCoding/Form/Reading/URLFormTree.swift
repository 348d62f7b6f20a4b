/// A query or form that has been parsed: names and texts, not yet read as any type.
///
/// What a name stands for is decided when a type asks: `a=1` is a text, or an array of one; `a[0]=1` is an array, or a
/// dictionary. Texts stay percent-encoded until then.
package struct URLFormTree: Sendable {
  let bytes: ArraySlice<UInt8>
  let nodes: [URLFormNode]
  /// Whether dots are steps in names.
  let readsDots: Bool

  /// True when something was sent for a name, or for names below it.
  package func contains(_ name: String) -> Bool {
    index(of: name) != nil
  }

  /// The first names, in the order in which they came.
  package var names: [String] {
    nodes[0].names
  }

  /// The node that a name leads to, its own steps followed: `filter[status]`, `tags[]`.
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

/// One place in a tree.
struct URLFormNode: Sendable {
  enum Kind: Sendable {
    /// A name, with everything that came under it.
    case branch
    /// A text, still percent-encoded: a range of the tree's bytes.
    case raw(Range<Int>)
    /// A text.
    case text(String)
    /// A name without `=`, or a JSON null.
    case null
    /// A place for which nothing came.
    case absent
  }

  let parent: Int
  let step: JSONPath
  var kind: Kind

  /// Texts and `[]` of a branch, in order.
  var elements: [Int] = []
  /// How many of the elements are texts right at the name.
  var plainCount = 0
  /// Members of a branch.
  var members: [String: Int] = [:]
  /// The names of the members, in order.
  var names: [String] = []
  /// Nodes in here, itself included.
  var weight = 1
}
