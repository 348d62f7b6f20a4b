import ContractHTTP

/// The shared state of one decoding: its nodes and their interpretation for the requested types.
///
/// Nodes created while decoding (absent values, parts of separated strings, nested JSON) are stored after those of the
/// tree, so that every node has one index.
final class URLFormDecodeContext {
  let tree: URLFormTree
  let options: URLFormOptions
  let limits: URLFormLimits
  let userInfo: [CodingUserInfoKey: any Sendable]
  let separator: URLFormSeparator?
  /// The mapping of coding keys; nil when keys are not mapped.
  let names: KeyNames?

  private var addedNodes: [URLFormNode] = []
  private var absent: [Absent: Int] = [:]
  /// The elements of those arrays whose elements differ from the tree's.
  var arrays = URLFormArrays()
  private var documents: [Int: Int?] = [:]
  /// The types being decoded from absent values.
  private var absentTypes: Set<ObjectIdentifier> = []

  private struct Absent: Hashable {
    let parent: Int
    let name: String
  }

  /// The maximum nesting depth of absent objects.
  private static let maxAbsentDepth = 8

  init(
    tree: URLFormTree, options: URLFormOptions, limits: URLFormLimits, userInfo: [CodingUserInfoKey: any Sendable]
  ) {
    self.tree = tree
    self.options = options
    self.limits = limits
    self.userInfo = userInfo
    names = KeyNames.names(options.keys)
    if case .separated(let by) = options.arrays { separator = URLFormSeparator(by) } else { separator = nil }
  }

  // MARK: - Nodes

  func node(_ index: Int) -> URLFormNode {
    index < tree.nodes.count ? tree.nodes[index] : addedNodes[index - tree.nodes.count]
  }

  func make(_ node: URLFormNode) -> Int {
    addedNodes.append(node)
    return tree.nodes.count + addedNodes.count - 1
  }

  func update(_ index: Int, _ change: (inout URLFormNode) -> Void) {
    change(&addedNodes[index - tree.nodes.count])
  }

  func path(to index: Int) -> [JSONPath] {
    var path: [JSONPath] = []
    var index = index
    while index != 0 {
      let node = node(index)
      path.append(node.step)
      index = node.parent
    }
    return path.reversed()
  }

  /// Returns the member of an object, or an absent node.
  func member(_ name: String, of index: Int) -> Int {
    if let found = node(index).members[name] { return found }
    let key = Absent(parent: index, name: name)
    if let found = absent[key] { return found }
    let node = make(URLFormNode(parent: index, step: .name(name), kind: .absent))
    absent[key] = node
    return node
  }

  /// Returns the value at a name, which may have several steps, or an absent node.
  func value(below name: String) -> Int {
    let steps = URLFormName(name, dots: tree.readsDots, maxSteps: URLFormLimits.hardMaxDepth)?.steps ?? [.name(name)]
    return steps.reduce(0) { index, step in
      if case .name(let name) = step { return member(name, of: index) }
      return index
    }
  }

  func isAbsent(_ index: Int) -> Bool {
    if case .absent = node(index).kind { return true }
    return false
  }

  // MARK: - Interpretation of nodes

  /// Returns true when the value is decoded as nil.
  func isNull(_ index: Int) -> Bool {
    let node = node(index)
    switch node.kind {
    case .absent, .null: return true
    case .raw(let range): return range.isEmpty && options.nils == .empty
    case .text: return false
    case .branch:
      guard node.elements.count == 1, node.plainCount == 1, node.members.isEmpty else { return false }
      return isNull(node.elements[0])
    }
  }

  /// Returns the string of a single value.
  func text(at index: Int) throws(URLFormFault) -> String {
    let node = node(index)
    switch node.kind {
    case .absent: throw .missing
    case .null: throw .type
    case .text(let text): return text
    case .raw(let range):
      guard let text = PercentEncoding.decode(tree.bytes[range], plusIsSpace: true) else { throw .syntax }
      return text
    case .branch:
      guard node.members.isEmpty, !node.elements.isEmpty, node.plainCount == node.elements.count else { throw .type }
      guard node.plainCount == 1 else { throw .repeated }
      return try text(at: node.elements[0])
    }
  }

  /// Returns the node with the members of an object.
  func object(at index: Int) throws(URLFormFault) -> Int {
    let node = node(index)
    switch node.kind {
    case .absent:
      guard absentDepth(index) < Self.maxAbsentDepth else { throw .missing }
      return index
    case .null: throw .type
    case .branch where node.elements.isEmpty: return index
    case .branch:
      guard node.elements.count == 1, node.plainCount == 1, node.members.isEmpty else { throw .type }
      return try object(spelledBy: node.elements[0], at: index)
    case .raw, .text: return try object(spelledBy: index, at: index)
    }
  }

  /// Returns the object in a JSON text, or in an empty string, which has no members.
  private func object(spelledBy leaf: Int, at index: Int) throws(URLFormFault) -> Int {
    let text = try text(at: leaf)
    if text.isEmpty { return index }
    guard options.nesting == .json, let found = try document(at: index, UInt8(ascii: "{")) else { throw .type }
    return found
  }

  private func absentDepth(_ index: Int) -> Int {
    var depth = 0
    var index = index
    while isAbsent(index) {
      depth += 1
      index = node(index).parent
    }
    return depth
  }

  // MARK: - Nodes made while decoding

  /// Returns the node of a JSON text that starts with `bracket`; nil when it does not, or is invalid.
  func document(at index: Int, _ bracket: UInt8) throws(URLFormFault) -> Int? {
    let text = try text(at: index)
    guard text.utf8.first == bracket else { return nil }
    if let known = documents[index] { return known }
    let limits = JSONLimits(maxDepth: min(limits.maxDepth, URLFormLimits.hardMaxDepth))
    let document = try? JSONDocument(Array(text.utf8), limits: limits)
    if let document, document.valueCount > self.limits.maxMembers { throw .invalid }
    let node = node(index)
    let found = document.map { graft($0.root, parent: node.parent, step: node.step) }
    documents[index] = .some(found)
    return found
  }

  // MARK: - Absent values

  /// Calls `decode`. Throws if an absent value is decoded while another absent value of the same type is being decoded: the
  /// type contains itself, and decoding would not end.
  func absently<T>(_ type: T.Type, at index: Int, _ decode: () throws -> T) throws -> T {
    guard isAbsent(index) else { return try decode() }
    guard absentTypes.insert(ObjectIdentifier(T.self)).inserted else {
      throw decodingError(.missing, T.self, at: index)
    }
    defer { absentTypes.remove(ObjectIdentifier(T.self)) }
    return try decode()
  }
}
