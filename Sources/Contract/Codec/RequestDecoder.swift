public import ContractCoding

/// Reads the inputs of an endpoint from a received request and collects everything that is wrong with them.
public struct RequestDecoder: ~Copyable {
  /// What is wrong so far, in the order of reading.
  public private(set) var failures: [InputFailure]

  let request: ServerRequest
  private var query: QueryIndex?
  /// The query as a tree, for values that are more than one text.
  private var queryTree: URLFormTree??
  /// The content whose fields are read one by one.
  private var content = Content.untouched
  // SAFETY: it reads the content of `request` with what the operation reads with, and `request` holds both. Whoever reads
  // with it calls a function that has the whole decoder afterwards, so that `request` is not let go before.
  @usableFromInline var reader: SchemaReader
  /// The byte before the member that comes next.
  private var separator = UInt8(ascii: "{")

  private enum Content {
    case untouched
    /// JSON whose members have been asked for in the order in which they stand, up to now; `reader` reads them.
    case inOrder
    case fields(ContentFields)
    /// What is wrong with it has been recorded.
    case unreadable
  }

  /// A decoder for the inputs of `request`.
  public init(_ request: ServerRequest) {
    self.init(reading: request)
  }

  /// A decoder for the inputs of the request in a slot.
  @usableFromInline
  init(_ slot: borrowing RequestSlot) {
    self.init(reading: slot.serverRequest)
  }

  @inline(__always)
  private init(reading request: consuming ServerRequest) {
    // SAFETY: the storage of an array of bytes stays where it is until the array is mutated or released. This one is a
    // constant of a request that the decoder holds.
    reader = SchemaReader(
      membersOf: request.body.withUnsafeBufferPointer { $0 }, with: request.operation.jsonReading.reader)
    failures = request.operation.path.constants.isEmpty ? [] : Self.failures(ofConstantsIn: request)
    self.request = request
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
    if case .inOrder = content, !withExtendedLifetime(request, { reader.endMembers(separator) }) { _ = contentFields() }
    if !failures.isEmpty { throw RefusedInputs(failures: failures) }
  }

  /// For an endpoint whose own decoding has returned nil and recorded nothing.
  @usableFromInline var unreadable: any Error { RefusedInputs(failures: failures) }

  mutating func fail(_ failure: InputFailure) {
    guard failures.count < 100 else { return }
    failures.append(failure)
  }

  /// What is wrong with the members of the query that the path template gives.
  private static func failures(ofConstantsIn request: ServerRequest) -> [InputFailure] {
    let query = QueryIndex(request.head.queryBytes)
    return request.operation.path.constants.compactMap { constant in
      let texts = query.values(request.operation.wireName(constant.name, in: .query)).map { ParameterText($0, .query) }
      guard !texts.contains(where: { $0.string == constant.value }) else { return nil }
      let expected = "`\(constant.value)`"
      return texts.first.map { .type(.query, constant.name, expected: expected, found: $0.excerpt) }
        ?? .missing(.query, constant.name, expected: expected)
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
      let spelling = request.operation.wire.headerText
      return request.head.allBytes(of: field).map { ParameterText($0, .header, headerText: spelling) }
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

  /// Goes to the value of a field, for `reader` to read it, where the content is JSON and the field is the member that comes
  /// next.
  ///
  /// - Returns: False when ``contentFields()`` has to be asked, for this field and all others.
  @usableFromInline
  mutating func isNext(_ key: String) -> Bool {
    switch content {
    case .inOrder: break
    case .untouched:
      guard request.operation.takesJSONAlone, reader.beginMembers() else { return false }
      content = .inOrder
    case .fields, .unreadable: return false
    }
    if request.operation.hasOwnNames { return reader.stepOver(key, &separator) }
    return reader.stepOver(wireName(key, in: .body), &separator)
  }

  /// True when nothing was wrong with what `reader` has read.
  @usableFromInline
  mutating func isWell() -> Bool { withExtendedLifetime(request) { reader.isWell } }

  /// The name on the wire of an input that the contract calls `name` at a place.
  func wireName(_ name: String, in place: InputPlace) -> String { request.operation.wireName(name, in: place) }
}
