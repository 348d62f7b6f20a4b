import ContractHTTP

/// A parser that builds a tree of names and values. It makes one pass over the bytes and creates at most one node per
/// step of a name. Array indices sent by a peer never determine an allocation size.
struct URLFormParser {
  private let bytes: ArraySlice<UInt8>
  private let options: URLFormOptions
  private let maxSteps: Int
  private let maxMembers: Int
  private let skipsInvalidNames: Bool
  private var nodes = [URLFormNode(parent: 0, step: .name(""), kind: .branch)]

  /// - Parameter skipsInvalidNames: whether members are skipped whose names cannot be decoded.
  static func parse(
    _ bytes: ArraySlice<UInt8>, options: URLFormOptions, limits: URLFormLimits, skipsInvalidNames: Bool
  ) throws(URLFormError) -> URLFormTree {
    var parser = URLFormParser(bytes, options, limits, skipsInvalidNames)
    try parser.parse()
    parser.weigh()
    return URLFormTree(bytes: bytes, nodes: parser.nodes, readsDots: options.nesting == .dots)
  }

  private init(
    _ bytes: ArraySlice<UInt8>, _ options: URLFormOptions, _ limits: URLFormLimits, _ skipsInvalidNames: Bool
  ) {
    self.bytes = bytes
    self.skipsInvalidNames = skipsInvalidNames
    self.options = options
    maxSteps = max(1, min(limits.maxDepth, URLFormLimits.hardMaxDepth))
    maxMembers = limits.maxMembers
  }

  private mutating func parse() throws(URLFormError) {
    var count = 0
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "&")) ?? bytes.endIndex
      if end > start {
        let equals = bytes[start..<end].firstIndex(of: UInt8(ascii: "="))
        let name = bytes[start..<(equals ?? end)]
        count += 1
        guard count <= maxMembers else { throw URLFormError(.tooManyMembers, name: name) }
        try insert(name, value: equals.map { ($0 + 1)..<end })
      }
      start = end + 1
    }
  }

  private mutating func insert(_ name: ArraySlice<UInt8>, value: Range<Int>?) throws(URLFormError) {
    guard let text = PercentEncoding.decode(name, plusIsSpace: true) else {
      if skipsInvalidNames { return }
      throw URLFormError(.invalidName, name: name)
    }
    guard let steps = URLFormName(text, dots: options.nesting == .dots, maxSteps: maxSteps)?.steps else {
      throw URLFormError(.tooDeep, name: name)
    }
    var index = 0
    for (position, step) in steps.enumerated() {
      switch step {
      case .name(let name): index = member(name, of: index)
      case .append: index = element(of: index, for: steps[(position + 1)...])
      }
    }
    let leaf: URLFormNode.Kind
    if let value {
      leaf = .raw(value)
    } else {
      leaf = options.nils == .bareKey ? .null : .raw(bytes.endIndex..<bytes.endIndex)
    }
    _ = add(leaf, elementOf: index)
    nodes[index].plainCount += 1
  }

  private mutating func member(_ name: String, of parent: Int) -> Int {
    if let found = nodes[parent].members[name] { return found }
    let index = nodes.count
    nodes.append(URLFormNode(parent: parent, step: .name(name), kind: .branch))
    nodes[parent].members[name] = index
    nodes[parent].names.append(name)
    return index
  }

  /// Returns the element for a `[]`: the last one if it does not contain the following steps yet, as in
  /// `a[][x]=1&a[][y]=2`; otherwise a new one.
  private mutating func element(of parent: Int, for rest: ArraySlice<URLFormName.Step>) -> Int {
    if !rest.isEmpty, let last = nodes[parent].elements.last, case .branch = nodes[last].kind, !holds(rest, below: last)
    {
      return last
    }
    return add(.branch, elementOf: parent)
  }

  private mutating func add(_ kind: URLFormNode.Kind, elementOf parent: Int) -> Int {
    let index = nodes.count
    nodes.append(URLFormNode(parent: parent, step: .element(nodes[parent].elements.count), kind: kind))
    nodes[parent].elements.append(index)
    return index
  }

  private func holds(_ steps: ArraySlice<URLFormName.Step>, below start: Int) -> Bool {
    var index = start
    for step in steps {
      guard case .name(let name) = step, let next = nodes[index].members[name] else { return false }
      index = next
    }
    return true
  }

  /// Computes the weights of all nodes. Children follow their parents.
  private mutating func weigh() {
    for index in nodes.indices.dropFirst().reversed() { nodes[nodes[index].parent].weight += nodes[index].weight }
  }
}
