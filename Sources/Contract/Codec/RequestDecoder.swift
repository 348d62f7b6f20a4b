public import ContractCoding

/// A decoder of an endpoint's inputs from a received request, which collects all failures.
public struct RequestDecoder: ~Copyable {
  /// The failures so far, in the order of reading; an absent ``IfMatch`` is first, because it decides the status.
  public private(set) var failures: [InputFailure]

  /// The recorder of the inputs of a request without values; nil for a received request.
  let recorder: InputRecorder?

  /// True if a required condition is absent. The response is then a 428.
  private(set) var lacksCondition = false

  let request: ServerRequest
  /// The inputs that are read by index.
  var inputs: [InputDescription] = []
  private var query: QueryIndex?
  /// The query as a tree, for values that are not a single string.
  private var queryTree = QueryTree.unread
  /// The state of reading the fields of the body one by one.
  private var content = Content.untouched
  // SAFETY: the reader refers to the body of `request` and to the JSON reader of the operation, which `request`
  // retains. Every use is followed by a call of a function on the whole decoder, so `request` is not released earlier.
  @usableFromInline var reader: SchemaReader
  /// The byte expected before the next member: `{` or `,`.
  private var separator = UInt8(ascii: "{")

  private enum QueryTree {
    case unread
    case read(URLFormTree)
    /// The query exceeds a limit, and its failure has been recorded.
    case unreadable
  }

  private enum Content {
    case untouched
    /// JSON whose members have been requested in their order so far; `reader` reads them.
    case inOrder
    case fields(ContentFields)
    /// The body is invalid, and its failure has been recorded.
    case unreadable
  }

  /// Creates a decoder for the inputs of `request`.
  public init(_ request: ServerRequest) {
    self.init(readingHeadersOf: request)
    if !request.operation.path.constants.isEmpty { failures = Self.failures(ofConstantsIn: request) }
  }

  /// Creates a decoder that reads only headers, so the query values of the path template are not checked.
  ///
  /// - Parameter recorder: records the inputs of a request without values.
  init(readingHeadersOf request: ServerRequest, for recorder: InputRecorder? = nil) {
    // SAFETY: the storage of an array stays in place until the array is mutated or released. The body is a constant of
    // the request, which the decoder retains.
    reader = SchemaReader(
      membersOf: request.body.withUnsafeBufferPointer { $0 }, with: request.operation.jsonReading.reader)
    failures = []
    self.recorder = recorder
    self.request = request
  }

  /// Reads all inputs of an endpoint.
  ///
  /// - Throws: An error with all failures, to which a ``Route`` responds with 400.
  @inlinable
  public mutating func input<Request: EndpointRequest>(_ type: Request.Type) throws -> Request {
    let input = Request.decode(from: &self)
    try finish()
    guard let input else { throw unreadable }
    return input
  }

  /// Finishes decoding for an endpoint without inputs.
  ///
  /// - Throws: An error with all failures, to which a ``Route`` responds with 400.
  public mutating func finish() throws {
    // The members that were not requested are parsed too, because they must also be valid JSON.
    if case .inOrder = content, !withExtendedLifetime(request, { reader.endMembers(separator) }) { _ = contentFields() }
    if !failures.isEmpty { throw unreadable }
  }

  /// The error for an endpoint whose custom decoding returned nil without recording a failure.
  @usableFromInline var unreadable: any Error {
    RefusedInputs(failures: failures, lacksCondition: lacksCondition)
  }

  mutating func fail(_ failure: InputFailure) {
    guard failures.count < 100 else { return }
    failures.append(failure)
  }

  /// Records the absence of a required condition before other failures.
  mutating func fail(lacking condition: InputFailure) {
    lacksCondition = true
    failures = [condition] + failures.prefix(99)
  }

  /// Returns the failures of the query values that the path template requires.
  private static func failures(ofConstantsIn request: ServerRequest) -> [InputFailure] {
    let query = QueryIndex(request.head.queryBytes)
    return request.operation.path.constants.compactMap { constant in
      // Key mappings apply to inputs, not to the names in the template.
      let texts = query.values(constant.name).map { ParameterText($0, .query) }
      guard !texts.contains(where: { $0.string == constant.value }) else { return nil }
      let expected = "`\(constant.value)`"
      return texts.first.map { .type(.query, constant.name, expected: expected, found: $0.excerpt) }
        ?? .missing(.query, constant.name, expected: expected)
    }
  }

  // MARK: Values

  /// Returns all texts of a name at a location, in order.
  mutating func texts(_ location: ParameterLocation, _ name: String) -> [ParameterText] {
    switch location {
    case .path: return request.pathBytes(name).map { [ParameterText($0, .path)] } ?? []
    case .query: return queryIndex().values(wireName(name, in: .query)).map { ParameterText($0, .query) }
    case .header:
      guard let field = HTTPFieldName(name) else { return [] }
      let spelling = request.operation.wire.headerText(of: field)
      return request.head.allBytes(of: field).map { ParameterText($0, .header, headerText: spelling) }
    case .cookie: return CookiePairs.values(name, in: request.head).map { ParameterText($0, .cookie) }
    case .body: return []
    }
  }

  /// The first text with a name, and whether there are more texts with it.
  struct FirstText {
    var text: ParameterText
    var isRepeated: Bool
  }

  /// Returns the first text of a name at a location.
  mutating func firstText(_ location: ParameterLocation, _ name: String) -> FirstText? {
    switch location {
    case .path:
      return request.pathBytes(name).map { FirstText(text: ParameterText($0, .path), isRepeated: false) }
    case .query:
      if query == nil { query = QueryIndex(request.head.queryBytes) }
      guard let found = query?.first(wireName(name, in: .query)) else { return nil }
      return FirstText(text: ParameterText(found.value, .query), isRepeated: found.isRepeated)
    case .header, .cookie:
      let texts = texts(location, name)
      return texts.first.map { FirstText(text: $0, isRepeated: texts.count > 1) }
    case .body: return nil
    }
  }

  mutating func queryIndex() -> QueryIndex {
    if let query { return query }
    let index = QueryIndex(request.head.queryBytes)
    query = index
    return index
  }

  /// Returns the query as a tree; nil, with a recorded failure, if it exceeds a limit.
  mutating func tree() -> URLFormTree? {
    switch queryTree {
    case .read(let tree): return tree
    case .unreadable: return nil
    case .unread: break
    }
    let decoder = URLFormDecoder(options: request.operation.wire.form)
    do {
      // A name that cannot be decoded is ignored, as in queries that need no tree.
      let tree = try decoder.tree(ofQuery: request.head.queryBytes)
      queryTree = .read(tree)
      return tree
    } catch {
      fail(InputFailure(.query, error.name, .syntax, expected: nil, message: "the query cannot be read: \(error)"))
      queryTree = .unreadable
      return nil
    }
  }

  // MARK: Content

  /// Returns the fields of a structured body; nil, with a failure recorded once, for another body.
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
      // If the whole body is invalid, failures of its members are meaningless.
      failures.removeAll { $0.location == .body }
      fail(error)
      content = .unreadable
      return nil
    }
  }

  /// Moves `reader` to the value of a field, if the body is JSON and the field is the next member.
  ///
  /// - Returns: false if this field and all later ones must be read from ``contentFields()``.
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

  /// Returns true if `reader` has found no failure.
  @usableFromInline
  mutating func isWell() -> Bool { withExtendedLifetime(request) { reader.isWell } }

  /// Returns the wire name of the input with this name and location.
  func wireName(_ name: String, in location: ParameterLocation) -> String {
    request.operation.wireName(name, in: location)
  }
}
