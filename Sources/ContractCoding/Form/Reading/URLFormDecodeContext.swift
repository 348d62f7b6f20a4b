import ContractHTTP

/// What every container of one decoding shares, and what nodes are when a type asks.
///
/// Nodes that are only made while decoding (places for which nothing came, the parts of separated texts, nested JSON) are
/// kept behind those of the tree, so that every place has one index.
final class URLFormDecodeContext {
  let tree: URLFormTree
  let options: URLFormOptions
  let limits: URLFormLimits
  let userInfo: [CodingUserInfoKey: any Sendable]
  let separator: URLFormSeparator?
  /// The names of coding keys; nil when they are not mapped.
  let names: KeyNames?

  private var made: [URLFormNode] = []
  private var absent: [Absent: Int] = [:]
  private var parts: [Int: [Int]] = [:]
  private var documents: [Int: Int?] = [:]
  /// Types that are being decoded from places for which nothing came.
  private var absentTypes: Set<ObjectIdentifier> = []

  private struct Absent: Hashable {
    let parent: Int
    let name: String
  }

  /// Objects for which nothing came may contain such objects, to this depth.
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
    index < tree.nodes.count ? tree.nodes[index] : made[index - tree.nodes.count]
  }

  func make(_ node: URLFormNode) -> Int {
    made.append(node)
    return tree.nodes.count + made.count - 1
  }

  func update(_ index: Int, _ change: (inout URLFormNode) -> Void) {
    change(&made[index - tree.nodes.count])
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

  /// The member of an object; a place for it when nothing came.
  func member(_ name: String, of index: Int) -> Int {
    if let found = node(index).members[name] { return found }
    let key = Absent(parent: index, name: name)
    if let found = absent[key] { return found }
    let place = make(URLFormNode(parent: index, step: .name(name), kind: .absent))
    absent[key] = place
    return place
  }

  /// The value below a name with steps of its own, or the place where it would be.
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

  // MARK: - What a node is

  /// True for what reads as nil.
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

  /// The text of a single value.
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

  /// The elements of an array.
  func elements(at index: Int) throws(URLFormFault) -> [Int] {
    let node = node(index)
    switch node.kind {
    case .absent: return []
    case .null: throw .type
    case .raw, .text:
      guard options.nesting == .json, let found = try document(at: index, UInt8(ascii: "[")) else { throw .type }
      return self.node(found).elements
    case .branch:
      // Below the first names, an array is a JSON text of its own: `k[0]=[1,2]`.
      if options.nesting == .json, node.parent != 0, node.elements.count == 1, node.plainCount == 1,
        let found = try document(at: index, UInt8(ascii: "["))
      {
        return self.node(found).elements
      }
      var elements = separator == nil ? node.elements : try splitElements(of: index, node)
      guard node.names.allSatisfy(Self.isIndex) else { throw .type }
      elements += node.names.sorted(by: Self.precedes).compactMap { node.members[$0] }
      return elements
    }
  }

  /// The node with the members of an object.
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

  /// An object that is a JSON text, or the empty text, which has no members.
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

  /// The elements with separated texts split.
  private func splitElements(of index: Int, _ node: URLFormNode) throws(URLFormFault) -> [Int] {
    guard let separator else { return node.elements }
    if let known = parts[index] { return known }
    var elements: [Int] = []
    for element in node.elements {
      guard case .raw(let range) = self.node(element).kind else {
        elements.append(element)
        continue
      }
      let texts = separator.split(tree.bytes[range], isJSON: options.nesting == .json && beginsJSON(range))
      guard elements.count + texts.count <= limits.maxMembers else { throw .invalid }
      for part in texts {
        elements.append(
          make(
            URLFormNode(
              parent: index, step: .element(elements.count), kind: .raw(part.startIndex..<part.endIndex))))
      }
    }
    parts[index] = elements
    return elements
  }

  /// True for an encoded text that begins as an object or array in JSON does.
  private func beginsJSON(_ range: Range<Int>) -> Bool {
    let first = PercentEncoding.decode(tree.bytes[range].prefix(3))?.utf8.first ?? tree.bytes[range].first
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  /// The nodes of a JSON text that starts with a bracket; nil when it does not, or is no JSON.
  private func document(at index: Int, _ bracket: UInt8) throws(URLFormFault) -> Int? {
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

  private static func isIndex(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
  }

  /// The order of indices of any length.
  private static func precedes(_ left: String, _ right: String) -> Bool {
    let left = left.utf8.drop { $0 == UInt8(ascii: "0") }
    let right = right.utf8.drop { $0 == UInt8(ascii: "0") }
    return left.count == right.count ? left.lexicographicallyPrecedes(right) : left.count < right.count
  }

  // MARK: - Decoding from places for which nothing came

  /// Decodes from such a place; a type that needs itself there has no value.
  func absently<T>(_ type: T.Type, at index: Int, _ decode: () throws -> T) throws -> T {
    guard isAbsent(index) else { return try decode() }
    guard absentTypes.insert(ObjectIdentifier(T.self)).inserted else {
      throw decodingError(.missing, T.self, at: index)
    }
    defer { absentTypes.remove(ObjectIdentifier(T.self)) }
    return try decode()
  }
}
