internal import ContractCoding

/// Reads the inputs of an endpoint from a received request and collects everything that is wrong with them.
public struct RequestDecoder {
  /// What is wrong so far, in the order of reading.
  public private(set) var failures: [InputFailure] = []

  let request: ServerRequest
  private var query: QueryIndex?
  /// The query as a tree, for values that are more than one text.
  private var queryTree: URLFormTree??
  /// The content whose fields are read one by one.
  private var content = Content.untouched

  private enum Content {
    case untouched
    /// JSON whose members have been asked for in the order in which they stand, up to now.
    case inOrder(JSONMemberCursor)
    case fields(ContentFields)
    /// What is wrong with it has been recorded.
    case unreadable
  }

  /// A decoder for the inputs of `request`.
  public init(_ request: ServerRequest) {
    self.request = request
    checkConstants()
  }

  /// The inputs of an endpoint, all of them read.
  ///
  /// - Throws: an error that a ``Route`` answers with everything that is wrong with them.
  @inlinable
  public mutating func input<Request: EndpointRequest>(_ type: Request.Type) throws -> Request {
    let input = Request.decode(from: &self)
    try finish()
    guard let input else { throw unreadable }
    return input
  }

  /// Ends the reading of an endpoint that has no inputs of its own.
  ///
  /// - Throws: an error that a ``Route`` answers with everything that is wrong with the request.
  public mutating func finish() throws {
    // What nobody has asked for must be JSON too.
    if case .inOrder(let cursor) = content, !cursor.finish() { _ = contentFields() }
    if !failures.isEmpty { throw RefusedInputs(failures: failures) }
  }

  /// For an endpoint whose own decoding has returned nil and recorded nothing.
  @usableFromInline var unreadable: any Error { RefusedInputs(failures: failures) }

  mutating func fail(_ failure: InputFailure) {
    guard failures.count < 100 else { return }
    failures.append(failure)
  }

  private mutating func checkConstants() {
    for constant in request.operation.path.constants {
      let texts = texts(.query, constant.name)
      guard !texts.contains(where: { $0.string == constant.value }) else { continue }
      let expected = "`\(constant.value)`"
      fail(
        texts.first.map { .type(.query, constant.name, expected: expected, found: $0.excerpt) }
          ?? .missing(.query, constant.name, expected: expected))
    }
  }

  // MARK: Values

  /// Every text that a name has at a place, in order.
  mutating func texts(_ place: ValuePlace, _ name: String) -> [ParameterText] {
    switch place {
    case .path: return request.pathBytes(name).map { [ParameterText($0, .path)] } ?? []
    case .query: return queryIndex().values(wireName(name, in: .query)).map { ParameterText($0, .query) }
    case .header:
      guard let field = HTTPFieldName(name) else { return [] }
      return request.head.allBytes(of: field).map { ParameterText($0, .header) }
    }
  }

  /// The first text that a name has at a place, and whether there are more.
  mutating func firstText(_ place: ValuePlace, _ name: String) -> (text: ParameterText, isRepeated: Bool)? {
    switch place {
    case .path:
      return request.pathBytes(name).map { (ParameterText($0, .path), false) }
    case .query:
      if query == nil { query = QueryIndex(request.head.queryBytes) }
      guard let found = query?.first(wireName(name, in: .query)) else { return nil }
      return (ParameterText(found.value, .query), found.isRepeated)
    case .header:
      let texts = texts(.header, name)
      return texts.first.map { ($0, texts.count > 1) }
    }
  }

  mutating func queryIndex() -> QueryIndex {
    if let query { return query }
    let index = QueryIndex(request.head.queryBytes)
    query = index
    return index
  }

  /// The query as a tree; nil, and a recorded failure, when it has names that make none.
  mutating func tree() -> URLFormTree? {
    if let queryTree { return queryTree }
    let decoder = URLFormDecoder(options: request.operation.wire.form)
    do {
      let tree = try decoder.tree(of: request.head.queryBytes)
      queryTree = .some(tree)
      return tree
    } catch {
      fail(InputFailure(.query, error.name, .syntax, expected: nil, message: "the query cannot be read: \(error)"))
      queryTree = .some(nil)
      return nil
    }
  }

  // MARK: Content

  /// The fields of structured content; nil, and a failure recorded once, when the content is something else.
  mutating func contentFields() -> ContentFields? {
    switch content {
    case .fields(let fields): return fields
    case .unreadable: return nil
    case .untouched, .inOrder: break
    }
    do {
      let read = try ContentFields(request)
      content = .fields(read)
      return read
    } catch {
      // What has been found in its members counts for nothing where the whole cannot be read.
      failures.removeAll { $0.place == .body }
      fail(error)
      content = .unreadable
      return nil
    }
  }

  /// The content as JSON whose members are read in the order in which they stand; nil when ``contentFields()`` has to be
  /// asked.
  mutating func contentInOrder() -> JSONMemberCursor? {
    switch content {
    case .inOrder(let cursor): return cursor
    case .fields, .unreadable: return nil
    case .untouched: break
    }
    guard request.hasUsualJSON,
      let cursor = JSONMemberCursor(request.body, with: request.operation.jsonReading)
    else { return nil }
    content = .inOrder(cursor)
    return cursor
  }

  /// The name on the wire of an input that the contract calls `name` at a place.
  func wireName(_ name: String, in place: InputPlace) -> String { request.operation.wireName(name, in: place) }
}
