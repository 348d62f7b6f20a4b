internal import Contract

/// A search tree that finds the route for a method and path. Built once, then only read.
///
/// Every node is one segment of a path. The most specific template wins, in this order: literals, placeholders,
/// multi-segment placeholders with a suffix, multi-segment placeholders for the rest of the path. The suffix after a
/// multi-segment placeholder is matched from the end of the path, see ``TailSearch``. Paths are matched in encoded form;
/// a segment is decoded only if it contains a `%`.
struct RouteTree: Sendable {
  /// A route at the end of a path.
  struct Target: Sendable {
    var method: HTTPMethod?
    var route: Int
  }

  struct Node: Sendable {
    var literals = RouteLiterals()
    var placeholder: Int?
    /// The first node of the suffixes that follow a multi-segment placeholder here, matched from the end of the path.
    var tail: Int?
    var rest: Int?
    var targets: [Target] = []
  }

  /// The result of a search.
  enum Match: Sendable {
    /// The route with this index.
    case route(Int)
    /// The path exists, but not with this method.
    case otherMethods([HTTPMethod])
    /// No route has this path.
    case none
    /// The request is for the server itself: `OPTIONS *` (RFC 9110 §9.3.7).
    case wholeServer
  }

  private(set) var nodes: [Node] = [Node()]

  /// Adds a route. Verification has ensured that no other route serves the same method and template.
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

  /// Returns the route for the method and path of `head`.
  func match(_ head: RequestHead) -> Match {
    if head.targetForm == .asterisk { return .wholeServer }
    let path = head.line.path.range
    var search = RouteSearch(method: head.method, end: path.upperBound)
    head.withBytes { bytes in
      precondition(path.upperBound <= bytes.count, "path outside its head")
      visit(0, from: path.lowerBound, in: bytes, &search)
    }
    if let route = search.route { return .route(route) }
    return search.pathExists ? .otherMethods(search.methods) : .none
  }
}

/// The state of one search for a route. The number of steps is bounded by the number of nodes, because each node has
/// only one parent.
struct RouteSearch {
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
  /// Visits a node; the path from the slash at `start` remains to be matched. Returns true if a route was found.
  @discardableResult
  private func visit(_ index: Int, from start: Int, in bytes: Span<UInt8>, _ search: inout RouteSearch) -> Bool {
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
    // SAFETY: the path lies inside the span, and the loop stops at its end.
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

  private func takeRest(of index: Int, _ search: inout RouteSearch) -> Bool {
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

  /// Selects the route of a node for the method: the exact method, then GET for HEAD, then any method. A route for any
  /// method does not serve CONNECT, which requests a tunnel.
  func take(_ index: Int, _ search: inout RouteSearch) -> Bool {
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

  /// Returns the fallback for a method that no route names.
  private func route(for method: HTTPMethod, among targets: [Target]) -> Int? {
    if method == .head, let get = targets.first(where: { $0.method == .get }) { return get.route }
    if method == .connect { return nil }
    return targets.first { $0.method == nil }?.route
  }
}
