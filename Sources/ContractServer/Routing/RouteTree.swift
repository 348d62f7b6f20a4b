internal import Contract

/// Finds what a path and a method lead to. Built once, then only read.
///
/// Every node is one step of a path: its literal children come before its placeholder, that before several segments which
/// others follow, and those before the rest of the path, so the most specific template wins. The segments that follow
/// several ones are matched from the end of the path, in ``TailSearch``. Paths are matched in their encoded form; a
/// segment is decoded only when it contains a `%`.
struct RouteTree: Sendable {
  /// What is served at the end of a path.
  struct Target: Sendable {
    var method: HTTPMethod?
    var route: Int
  }

  struct Node: Sendable {
    var literals = RouteLiterals()
    var placeholder: Int?
    /// The first step from the end of the path, for templates that have several segments here and others after them.
    var tail: Int?
    var rest: Int?
    var targets: [Target] = []
  }

  /// What a search found.
  enum Match: Sendable {
    /// This route.
    case route(Int)
    /// The path exists, but not with this method.
    case otherMethods([HTTPMethod])
    /// Nothing is served at the path.
    case none
    /// No path is meant, but the server itself: `OPTIONS *` (RFC 9110 §9.3.7).
    case wholeServer
  }

  private(set) var nodes: [Node] = [Node()]

  /// Adds a route. Verification has seen that no other one serves the same method at the same template.
  mutating func insert(_ template: PathTemplate, _ method: HTTPMethod?, route: Int) {
    let segments = template.segments
    let rest = segments.firstIndex { if case .rest = $0 { true } else { false } } ?? segments.count
    var current = segments[..<rest].reduce(0) { step($1, from: $0) }
    if rest < segments.count {
      let following = segments[(rest + 1)...]
      current = child(following.isEmpty ? \.rest : \.tail, of: current)
      current = following.reversed().reduce(current) { step($1, from: $0) }
    }
    nodes[current].targets.append(Target(method: method, route: route))
  }

  private mutating func step(_ segment: PathTemplate.Segment, from node: Int) -> Int {
    switch segment {
    case .literal(let text): literal(Array(text.utf8), of: node)
    case .placeholder: child(\.placeholder, of: node)
    case .rest: child(\.rest, of: node)
    }
  }

  private mutating func literal(_ bytes: [UInt8], of node: Int) -> Int {
    if let existing = nodes[node].literals.node(bytes.span) { return existing }
    nodes.append(Node())
    nodes[node].literals.insert(bytes, node: nodes.count - 1)
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
    if head.targetForm == .asterisk { return .wholeServer }
    let path = head.line.path.range
    var search = Search(method: head.method, end: path.upperBound)
    head.withBytes { bytes in
      precondition(path.upperBound <= bytes.count, "a path lies outside its head")
      visit(0, from: path.lowerBound, in: bytes, &search)
    }
    if let route = search.route { return .route(route) }
    return search.pathExists ? .otherMethods(search.methods) : .none
  }
}

/// What one walk over the tree has found. The steps are bounded by the number of nodes, because a node is reached by one
/// way only.
struct Search {
  let method: HTTPMethod
  let end: Int
  var route: Int?
  var methods: [HTTPMethod] = []
  var pathExists = false

  init(method: HTTPMethod, end: Int) {
    self.method = method
    self.end = end
  }
}

extension RouteTree {
  /// Visits a node with the path from the slash at `start` still to match; true when a route was found.
  @discardableResult
  private func visit(_ index: Int, from start: Int, in bytes: Span<UInt8>, _ search: inout Search) -> Bool {
    let end = search.end
    let isRoot = index == 0
    if start >= end || (isRoot && end - start == 1) {
      if take(index, &search) { return true }
      if start >= end { return takeRest(of: index, &search) }
    }
    guard start < end else { return false }
    let from = start + 1
    var to = from
    var isEncoded = false
    // SAFETY: the path, which ends there, lies inside the span.
    while to < end, bytes[unchecked: to] != 0x2F {
      if bytes[unchecked: to] == 0x25 { isEncoded = true }
      to &+= 1
    }
    let segment = bytes.extracting(from..<to)
    if let child = isEncoded ? literal(of: index, encoded: segment) : nodes[index].literals.node(segment),
      visit(child, from: to, in: bytes, &search)
    {
      return true
    }
    if to > from, let child = nodes[index].placeholder, visit(child, from: to, in: bytes, &search) { return true }
    if let tail = nodes[index].tail, visitTail(tail, TailSearch(from: start, to: end, in: bytes), in: bytes, &search) {
      return true
    }
    return takeRest(of: index, &search)
  }

  private func takeRest(of index: Int, _ search: inout Search) -> Bool {
    guard let child = nodes[index].rest else { return false }
    return take(child, &search)
  }

  func literal(of index: Int, encoded segment: Span<UInt8>) -> Int? {
    if nodes[index].literals.isEmpty { return nil }
    // SAFETY: the pointer is only read, and only inside the call.
    let encoded = segment.withUnsafeBufferPointer { Array($0) }
    guard let decoded = PercentEncoding.decode(encoded[...]) else { return nil }
    let bytes = Array(decoded.utf8)
    return nodes[index].literals.node(bytes.span)
  }

  /// Takes the route for the method if a node has one: the exact method, then GET for HEAD, then any method. CONNECT
  /// asks for a tunnel and is never meant by "any method".
  func take(_ index: Int, _ search: inout Search) -> Bool {
    let targets = nodes[index].targets
    if targets.isEmpty { return false }
    search.pathExists = true
    let method = search.method
    for position in targets.indices where targets[position].method == method {
      search.route = targets[position].route
      return true
    }
    if let route = route(for: method, among: targets) {
      search.route = route
      return true
    }
    for target in targets {
      if let method = target.method, !search.methods.contains(method) { search.methods.append(method) }
    }
    return false
  }

  /// What serves a method that no route names.
  private func route(for method: HTTPMethod, among targets: [Target]) -> Int? {
    if method == .head, let get = targets.first(where: { $0.method == .get }) { return get.route }
    if method == .connect { return nil }
    return targets.first { $0.method == nil }?.route
  }
}
