/// Reads the inputs of an endpoint from a received request and collects everything that is wrong with them.
public struct RequestDecoder {
  /// What is wrong so far, in the order of reading.
  public private(set) var failures: [InputFailure] = []

  let request: ServerRequest
  private var query: QueryIndex?
  /// The JSON object whose members are read one by one.
  private var object: JSONDocument?
  private var hasReadObject = false

  /// A decoder for the inputs of `request`.
  public init(_ request: ServerRequest) {
    self.request = request
    checkConstants()
  }

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
    case .query: return queryIndex().values(name).map { ParameterText($0, .query) }
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
      return queryIndex().first(name).map { (ParameterText($0.value, .query), $0.isRepeated) }
    case .header:
      guard let first = texts(.header, name).first else { return nil }
      return (first, texts(.header, name).count > 1)
    }
  }

  mutating func queryIndex() -> QueryIndex {
    if let query { return query }
    let index = QueryIndex(request.head.queryBytes)
    query = index
    return index
  }

  // MARK: Members of the content

  /// The JSON object that is the content; absent content is an object without members. Records a failure once when there
  /// is something else.
  mutating func fieldObject() -> JSONDocument.Node? {
    if !hasReadObject {
      hasReadObject = true
      object = readObject()
    }
    return object?.root
  }

  private mutating func readObject() -> JSONDocument? {
    guard !request.body.isEmpty else { return Self.emptyObject }
    guard let document = document() else { return nil }
    guard document.root.kind == .object else {
      fail(.type(.body, "", expected: "object", found: nil))
      return nil
    }
    return document
  }

  private static let emptyObject = try? JSONDocument(Array("{}".utf8))

  /// The content as a JSON document; records a failure when it is not JSON.
  mutating func document() -> JSONDocument? {
    do {
      return try JSONDocument(request.body)
    } catch {
      fail(
        InputFailure(
          .body, "", .syntax, expected: "JSON", message: "the request body is not JSON: \(error.description)"))
      return nil
    }
  }
}
