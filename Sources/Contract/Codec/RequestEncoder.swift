public import ContractHTTP

/// Writes the inputs of an endpoint into an ``HTTPRequest``.
///
/// Values come in declaration order; queries and fields keep that order on the wire.
public struct RequestEncoder {
  let operation: APIOperation
  /// The first value of the path stands by itself: most paths have no other.
  private var pathValue: (name: String, text: String)?
  private var otherPathValues: [(name: String, text: String)] = []
  /// The members of the query, encoded.
  var query: [UInt8]
  var fields = HTTPFields()
  private var content: HTTPBody = .empty
  /// The media type of the content, when it is not the operation's own.
  private var contentType: MediaType?
  private var hasContent = false
  /// The fields of structured content, from the first one on.
  var members: FieldWriter?

  /// An encoder for a request of `operation`.
  public init(for operation: APIOperation) {
    self.operation = operation
    self.query = operation.requestPattern.query
  }

  /// The request with everything written so far.
  ///
  /// - Throws: ``InvalidInput`` when a placeholder of the path has no value.
  public consuming func finish() throws -> HTTPRequest {
    try finishContent()
    return HTTPRequest(operation.method ?? .get, try target(), fields: completeFields, body: content)
  }

  private func target() throws -> String {
    let pieces = operation.requestPattern.pieces
    if query.isEmpty, pieces.count == 1, case .text(let text) = pieces[0] { return text }
    var target: [UInt8] = []
    target.reserveCapacity(query.count + 64)
    for piece in pieces {
      switch piece {
      case .text(let text): target += text.utf8
      case .value(let name): target += try pathText(named: name).utf8
      }
    }
    if !query.isEmpty {
      target.append(UInt8(ascii: "?"))
      if operation.wire.form.sortsKeys { target += sortedQuery } else { target += query }
    }
    return String(decoding: target, as: UTF8.self)
  }

  private func pathText(named name: String) throws -> String {
    if let pathValue, pathValue.name == name { return pathValue.text }
    if let value = otherPathValues.first(where: { $0.name == name }) { return value.text }
    throw InvalidInput(.path, name, reason: "is missing; the path of \(operation.id) has this placeholder")
  }

  private mutating func setPath(_ name: String, _ text: String) {
    // The first value of a name counts.
    if pathValue == nil { pathValue = (name, text) } else { otherPathValues.append((name, text)) }
  }

  /// The fields, which are the same for all requests whose inputs give none.
  private var completeFields: HTTPFields {
    let pattern = operation.requestPattern
    if fields.isEmpty {
      if !hasContent { return pattern.fields }
      if case nil = contentType { return pattern.fieldsWithContent }
    }
    var given = fields
    // What the content itself says, such as the boundary of its parts, nobody else knows.
    if hasContent, let contentType, !given.contains(.contentType) {
      given[.contentType] = HTTPFieldValue(unchecked: contentType.description)
    }
    return RequestPattern.complete(
      given, hasContent ? operation.requestContent.mediaType : nil, operation.constantFields, operation.responseContent)
  }

  // MARK: Places

  mutating func set(_ place: ValuePlace, _ name: String, _ text: String?) throws {
    guard let text else { try refuseAbsentText(place, name) }
    switch place {
    case .path:
      try refuseNavigation(name, text)
      if PercentEncoding.isUnreserved(text) { return setPath(name, text) }
      try refuseNUL(place, name, text)
      setPath(name, pathText(name, text))
    case .query:
      try refuseNUL(place, name, text)
      if operation.hasPlainWire {
        appendQuery(operation.wireName(name, in: .query), text)
      } else {
        try appendQuery(operation.wireName(name, in: .query), encoding: text)
      }
    case .header:
      try setField(name, text)
    }
  }

  /// Appends a header field. The text is spelled as the wire says, whatever it is.
  mutating func setField(_ name: String, _ text: String) throws {
    guard let field = HTTPFieldName(name) else {
      throw InvalidInput(.header, name, reason: "has a name that is not a field name")
    }
    try refuseNUL(.header, name, text)
    guard let value = operation.wire.headerText.encoded(text) else {
      throw InvalidInput(.header, name, reason: Wire.HeaderText.refusal)
    }
    fields.append(field, HTTPFieldValue(unchecked: value))
  }

  /// Appends the elements of an array as one header field, or as one for each.
  mutating func setField(_ name: String, listing texts: [String]) throws {
    guard let field = HTTPFieldName(name) else {
      throw InvalidInput(.header, name, reason: "has a name that is not a field name")
    }
    let elements = try texts.map { (text) throws -> String in
      try refuseNUL(.header, name, text)
      guard let element = operation.wire.headerText.element(text) else {
        throw InvalidInput(.header, name, reason: Wire.HeaderText.refusal)
      }
      return element
    }
    switch operation.wire.headerArrays {
    case .repeated: for element in elements { fields.append(field, HTTPFieldValue(unchecked: element)) }
    case .combined where elements.isEmpty: break
    case .combined: fields.append(field, HTTPFieldValue(unchecked: elements.joined(separator: ", ")))
    }
  }

  /// Refuses segments that servers and proxies take for other places. The rest of a path may be empty, and so may one of
  /// its segments; several segments in the middle of a path may not, because a server could not tell where they end.
  private func refuseNavigation(_ name: String, _ text: String) throws {
    guard let rest = rest(name) else {
      guard text.isEmpty || text == "." || text == ".." else { return }
      throw InvalidInput(
        .path, name, reason: "is `\(text)`, which cannot be a segment of a path; send another value")
    }
    let segments = Self.segments(text)
    if segments.contains(where: { $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) }) {
      throw InvalidInput(
        .path, name, reason: "has the segment `.` or `..`, which servers take for navigation; send another value")
    }
    if rest < operation.path.segments.count - 1, segments.contains(where: \.isEmpty) {
      throw InvalidInput(
        .path, name, reason: "is `\(text)`, which is empty or has an empty segment; send one or more segments")
    }
  }

  /// A placeholder takes one segment; one of several segments keeps the slashes between them.
  private func pathText(_ name: String, _ text: String) -> String {
    if rest(name) == nil { return PercentEncoding.encoded(text, for: .component) }
    return Self.segments(text).map { PercentEncoding.encoded(String(Substring($0)), for: .component) }
      .joined(separator: "/")
  }

  /// The place in the template of the placeholder of several segments, when `name` is that.
  private func rest(_ name: String) -> Int? {
    let path = operation.path
    return path.restIndex.flatMap { path.segments[$0] == .rest(name) ? $0 : nil }
  }

  private static func segments(_ text: String) -> [Substring.UTF8View] {
    text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
  }

  func refuseAbsentText(_ place: ValuePlace, _ name: String) throws -> Never {
    throw InvalidInput(place.inputPlace, name, reason: "has no text; it is outside what can be sent")
  }

  func refuseNUL(_ place: ValuePlace, _ name: String, _ text: String) throws {
    var text = text
    guard !text.withUTF8({ $0.contains(0) }) else {
      throw InvalidInput(place.inputPlace, name, reason: "contains NUL, which cannot travel there")
    }
  }

  func refuseEmptyArray(_ place: ValuePlace, _ name: String) throws -> Never {
    throw InvalidInput(
      place.inputPlace, name, reason: "is an empty array, which would read as nil; pass nil, or declare it not optional"
    )
  }

  func refuseAbsentPath(_ name: String) throws -> Never {
    throw InvalidInput(.path, name, reason: "is nil or an array; a segment of a path is one value")
  }

  mutating func appendQuery(_ name: String, _ text: String) {
    if query.isEmpty { query.reserveCapacity(64) } else { query.append(UInt8(ascii: "&")) }
    PercentEncoding.encode(name, for: .component, into: &query)
    query.append(UInt8(ascii: "="))
    PercentEncoding.encode(text, for: .component, into: &query)
  }

  /// Appends a value below a name, spelled as the wire says.
  mutating func appendQuery<T: Encodable>(_ name: String, encoding value: T) throws {
    let encoder = URLFormEncoder(options: operation.wire.form)
    try encoder.append(value, named: name, to: &query)
  }

  /// The members of the query by name, each array in its order.
  private var sortedQuery: [UInt8] {
    let members = String(decoding: query, as: UTF8.self).split(atByte: "&").enumerated()
      .map { (index: $0.offset, name: $0.element.prefix(toByte: "="), member: $0.element) }
      .sorted { ($0.name, $0.index) < ($1.name, $1.index) }
    return Array(members.map(\.member).joined(separator: "&").utf8)
  }

  // MARK: Content

  /// Takes content in its form; its media type is the operation's unless another one is said.
  mutating func set(content bytes: [UInt8], _ mediaType: MediaType? = nil) {
    set(body: .bytes(bytes), mediaType)
  }

  private mutating func set(body: HTTPBody, _ mediaType: MediaType?) {
    content = body
    contentType = mediaType
    hasContent = true
  }

  private mutating func finishContent() throws {
    // Most requests have none, and moving what they do not have costs as much as the rest.
    if members == nil { return }
    switch try members!.finish() {
    case .content(let body, let mediaType): set(body: body, mediaType)
    case .query(let bytes): Self.append(bytes, to: &query)
    }
  }

  /// Appends members of a query to others.
  static func append(_ bytes: [UInt8], to query: inout [UInt8]) {
    if !query.isEmpty && !bytes.isEmpty { query.append(UInt8(ascii: "&")) }
    query += bytes
  }
}
