internal import Contract

/// Finds what a path and a method lead to. Built once, then only read.
///
/// Every node is one step of a path: its literal children come before its placeholder, and that before the rest of the
/// path, so the most specific template wins. Paths are matched in their encoded form; a segment is decoded only when it
/// contains a `%`.
struct RouteTree: Sendable {
  /// What is served at the end of a path.
  struct Target: Sendable {
    var method: HTTPMethod?
    var route: Int
  }

  struct Node: Sendable {
    var literals: [(bytes: [UInt8], node: Int)] = []
    var placeholder: Int?
    var rest: Int?
    var targets: [Target] = []
  }

  /// What a search found.
  enum Match: Sendable {
    /// This route, with the places of its placeholders' values in the head's bytes.
    case route(Int, values: [RequestHead.ByteRange])
    /// The path exists, but not with this method.
    case otherMethods([HTTPMethod])
    /// Nothing is served at the path.
    case none
  }

  private(set) var nodes: [Node] = [Node()]

  /// Adds a route. Verification has seen that no other one serves the same method at the same template.
  mutating func insert(_ template: PathTemplate, _ method: HTTPMethod?, route: Int) {
    var current = 0
    for segment in template.segments {
      switch segment {
      case .literal(let text): current = literal(Array(text.utf8), of: current)
      case .placeholder: current = child(\.placeholder, of: current)
      case .rest: current = child(\.rest, of: current)
      }
    }
    nodes[current].targets.append(Target(method: method, route: route))
  }

  private mutating func literal(_ bytes: [UInt8], of node: Int) -> Int {
    if let existing = nodes[node].literals.first(where: { $0.bytes == bytes }) { return existing.node }
    nodes.append(Node())
    nodes[node].literals.append((bytes, nodes.count - 1))
    return nodes.count - 1
  }

  private mutating func child(_ link: WritableKeyPath<Node, Int?>, of node: Int) -> Int {
    if let existing = nodes[node][keyPath: link] { return existing }
    nodes.append(Node())
    nodes[node][keyPath: link] = nodes.count - 1
    return nodes.count - 1
  }

  /// What `method` and the path of `head` lead to.
  func match(_ head: RequestHead) -> Match {
    var search = Search(tree: self, head: head)
    search.visit(node: 0, from: Int(head.pathRange.start))
    if let route = search.route { return .route(route, values: search.values) }
    return search.pathExists ? .otherMethods(search.methods) : .none
  }
}

/// One walk over the tree. The steps are bounded by the number of nodes, because a node is reached by one way only.
private struct Search {
  let tree: RouteTree
  let head: RequestHead
  let end: Int
  var values: [RequestHead.ByteRange] = []
  var route: Int?
  var methods: [HTTPMethod] = []
  var pathExists = false

  init(tree: RouteTree, head: RequestHead) {
    self.tree = tree
    self.head = head
    self.end = Int(head.pathRange.end)
  }

  /// Visits a node with the path from the slash at `start` still to match; true when a route was found.
  @discardableResult
  mutating func visit(node index: Int, from start: Int) -> Bool {
    let isRoot = index == 0
    if start >= end || (isRoot && end - start == 1) {
      if take(tree.nodes[index].targets) { return true }
      if start >= end { return takeRest(of: index, from: end) }
    }
    guard start < end else { return false }
    let from = start + 1
    var to = from
    while to < end && head.bytes[to] != 0x2F { to += 1 }
    if let child = literal(of: index, from..<to), visit(node: child, from: to) { return true }
    if let child = tree.nodes[index].placeholder, to > from {
      values.append(RequestHead.ByteRange(from..<to))
      if visit(node: child, from: to) { return true }
      values.removeLast()
    }
    return takeRest(of: index, from: from)
  }

  private mutating func takeRest(of index: Int, from start: Int) -> Bool {
    guard let child = tree.nodes[index].rest else { return false }
    values.append(RequestHead.ByteRange(start..<end))
    if take(tree.nodes[child].targets) { return true }
    values.removeLast()
    return false
  }

  private func literal(of index: Int, _ range: Range<Int>) -> Int? {
    let literals = tree.nodes[index].literals
    guard !literals.isEmpty else { return nil }
    let segment = head.bytes[range]
    if segment.contains(0x25) {
      guard let decoded = PercentEncoding.decode(segment) else { return nil }
      let bytes = Array(decoded.utf8)
      return literals.first { $0.bytes == bytes }?.node
    }
    return literals.first { $0.bytes.count == segment.count && $0.bytes.elementsEqual(segment) }?.node
  }

  /// Takes the route for the method if there is one: the exact method, then GET for HEAD, then any method. CONNECT asks
  /// for a tunnel and is never meant by "any method".
  private mutating func take(_ targets: [RouteTree.Target]) -> Bool {
    guard !targets.isEmpty else { return false }
    pathExists = true
    let exact = targets.first { $0.method == head.method }
    let fallback = head.method == .head ? targets.first { $0.method == .get } : nil
    let any = head.method == .connect ? nil : targets.first { $0.method == nil }
    if let target = exact ?? fallback ?? any {
      route = target.route
      return true
    }
    for target in targets {
      if let method = target.method, !methods.contains(method) { methods.append(method) }
    }
    return false
  }
}
