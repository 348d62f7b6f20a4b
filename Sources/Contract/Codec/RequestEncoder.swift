public import ContractHTTP

/// An encoder of an endpoint's inputs into an ``HTTPRequest``.
///
/// Values are written in declaration order, which queries and fields keep on the wire.
public struct RequestEncoder {
  let operation: APIOperation
  /// The inputs that are written by index.
  var inputs: [InputDescription] = []
  /// The first path value is stored separately: most paths have no other.
  private var pathValue: (name: String, text: String)?
  private var otherPathValues: [(name: String, text: String)] = []
  /// The encoded query.
  var query: [UInt8]
  var fields = HTTPFields()
  private var content: HTTPBody = .empty
  /// The media type of the body, if it differs from the operation's.
  private var contentType: MediaType?
  private var hasContent = false
  /// The fields of a structured body, after the first one was written.
  var members: FieldWriter?
  /// The error of the first value that cannot be sent, from the functions that do not throw.
  var refusal: (any Error)?

  /// Creates an encoder for a request of `operation`.
  public init(for operation: APIOperation) {
    self.operation = operation
    self.query = operation.requestPattern.query
  }

  /// Writes the inputs of an endpoint.
  ///
  /// - Throws: the error of the first input that cannot be sent.
  mutating func write<Request: EndpointRequest>(_ request: Request) throws {
    do { try request.encode(into: &self) } catch { throw refusal ?? error }
    if let refusal { throw refusal }
  }

  /// Returns the request with everything written so far.
  ///
  /// - Throws: ``InvalidInput`` if a value cannot be sent, or a placeholder of the path has no value.
  public consuming func finish() throws -> HTTPRequest {
    if let refusal { throw refusal }
    try finishContent()
    return HTTPRequest(operation.method ?? .get, try target(), fields: completeFields, body: content)
  }

  private func target() throws -> String {
    let parts = operation.requestPattern.parts
    if query.isEmpty, parts.count == 1, case .text(let text) = parts[0] { return text }
    var target: [UInt8] = []
    target.reserveCapacity(query.count + 64)
    for part in parts {
      switch part {
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
    throw InvalidInput(.path, name, reason: "is missing, but the path of \(operation.id) has this placeholder")
  }

  private mutating func setPath(_ name: String, _ text: String) {
    // The first value of a name wins.
    if pathValue == nil { pathValue = (name, text) } else { otherPathValues.append((name, text)) }
  }

  /// The complete headers, which are shared by all requests whose inputs add none.
  private var completeFields: HTTPFields {
    let pattern = operation.requestPattern
    if fields.isEmpty {
      if !hasContent { return pattern.fields }
      if case nil = contentType { return pattern.fieldsWithContent }
    }
    var given = fields
    // The media type of the body replaces the operation's, because it may have parameters such as the boundary of the parts.
    if hasContent, let contentType, !given.contains(.contentType) {
      given[.contentType] = HTTPFieldValue(unchecked: contentType.description)
    }
    return RequestPattern.complete(
      given, hasContent ? operation.requestContent.mediaType : nil, pattern.constantFields, operation.responseContent)
  }

  // MARK: Locations

  mutating func set(_ location: ParameterLocation, _ name: String, _ text: String?) throws {
    guard let text else { try refuseAbsentText(location, name) }
    switch location {
    case .path:
      try refuseNavigation(name, text)
      if PercentEncoding.isUnreserved(text) { return setPath(name, text) }
      try refuseNUL(location, name, text)
      setPath(name, pathText(name, text))
    case .query:
      try refuseNUL(location, name, text)
      if operation.hasPlainWire {
        appendQuery(operation.wireName(name, in: .query), text)
      } else {
        try appendQuery(operation.wireName(name, in: .query), encoding: text)
      }
    case .header:
      try setField(name, text)
    case .cookie:
      try setCookie(name, text)
    case .body:
      throw InvalidInput(.body, name, reason: "is a member of the body; write it with `field` instead of `value`")
    }
  }

  /// Appends a header, with strings encoded according to the wire.
  mutating func setField(_ name: String, _ text: String) throws {
    guard let field = HTTPFieldName(name) else {
      throw InvalidInput(.header, name, reason: "has a name that is not a valid header name")
    }
    try refuseNUL(.header, name, text)
    guard let value = operation.wire.headerText(of: field).encoded(text) else {
      throw InvalidInput(.header, name, reason: Wire.HeaderText.refusal)
    }
    fields.append(field, HTTPFieldValue(unchecked: value))
  }

  /// Appends a cookie. The error does not contain the value, which may be a session.
  private mutating func setCookie(_ name: String, _ text: String) throws {
    guard CookiePairs.isName(name) else {
      throw InvalidInput(
        .cookie, name, reason: "has a name that is not a valid cookie name; use letters, digits, `-`, `_`")
    }
    guard CookiePairs.isValue(text) else {
      throw InvalidInput(
        .cookie, name,
        reason: "has characters that a cookie cannot contain (RFC 6265 §4.1.1); encode it, for example as base64")
    }
    fields.appendCookie(name, text)
  }

  /// Appends the elements of an array, as one list or as one header line for each element.
  mutating func setField(_ name: String, listing texts: [String]) throws {
    guard let field = HTTPFieldName(name) else {
      throw InvalidInput(.header, name, reason: "has a name that is not a valid header name")
    }
    // Each `Set-Cookie` value has its own line without quoting, because a cookie may contain commas and quotation marks.
    if field == .setCookie { return try texts.forEach { try setField(name, $0) } }
    let spelling = operation.wire.headerText(of: field)
    let elements = try texts.map { (text) throws -> String in
      try refuseNUL(.header, name, text)
      guard let element = spelling.element(text) else {
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

  /// Refuses empty segments, and `.` and `..`, which servers and proxies interpret as navigation. A value for several
  /// segments may be empty, or have empty segments, at the end of the path. In the middle it may not, because a server
  /// could not find its end.
  private func refuseNavigation(_ name: String, _ text: String) throws {
    guard let rest = rest(name) else {
      guard text.isEmpty || text == "." || text == ".." else { return }
      throw InvalidInput(
        .path, name, reason: "is `\(text)`, which cannot be a path segment; send another value")
    }
    let segments = Self.segments(text)
    if segments.contains(where: { $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) }) {
      throw InvalidInput(
        .path, name, reason: "has the segment `.` or `..`, which servers interpret as navigation; send another value")
    }
    if rest < operation.path.segments.count - 1, segments.contains(where: \.isEmpty) {
      throw InvalidInput(
        .path, name, reason: "is `\(text)`, which is empty or has an empty segment; send one or more segments")
    }
  }

  /// Percent-encodes a path value; keeps the slashes of a value with several segments.
  private func pathText(_ name: String, _ text: String) -> String {
    if rest(name) == nil { return PercentEncoding.encoded(text, for: .component) }
    return Self.segments(text).map { PercentEncoding.encoded(String(Substring($0)), for: .component) }
      .joined(separator: "/")
  }

  /// Returns the index of the placeholder for several segments in the template, if it has this name.
  private func rest(_ name: String) -> Int? {
    let path = operation.path
    return path.restIndex.flatMap { path.segments[$0] == .rest(name) ? $0 : nil }
  }

  private static func segments(_ text: String) -> [Substring.UTF8View] {
    text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
  }

  func refuseAbsentText(_ location: ParameterLocation, _ name: String) throws -> Never {
    throw InvalidInput(location, name, reason: "has no text representation, because it is out of range")
  }

  func refuseNUL(_ location: ParameterLocation, _ name: String, _ text: String) throws {
    var text = text
    guard !text.withUTF8({ $0.contains(0) }) else {
      throw InvalidInput(location, name, reason: "contains NUL, which cannot be sent there")
    }
  }

  func refuseEmpty(_ location: ParameterLocation, _ name: String, _ noun: String) throws -> Never {
    throw InvalidInput(
      location, name, reason: "is an empty \(noun), which would be read as nil; pass nil, or make it non-optional")
  }

  func refuseAbsentPath(_ name: String) throws -> Never {
    throw InvalidInput(.path, name, reason: "is nil or an array, but a path segment is a single value")
  }

  mutating func appendQuery(_ name: String, _ text: String) {
    if query.isEmpty { query.reserveCapacity(64) } else { query.append(UInt8(ascii: "&")) }
    PercentEncoding.encode(name, for: .component, into: &query)
    query.append(UInt8(ascii: "="))
    PercentEncoding.encode(text, for: .component, into: &query)
  }

  /// Appends a value below a name, with the wire's options.
  mutating func appendQuery<T: Encodable>(_ name: String, encoding value: T) throws {
    let encoder = URLFormEncoder(options: operation.wire.form)
    try encoder.append(value, named: name, to: &query)
  }

  /// The query sorted by name; arrays keep their order.
  private var sortedQuery: [UInt8] {
    let members = String(decoding: query, as: UTF8.self).split(atByte: "&").enumerated()
      .map { (index: $0.offset, name: $0.element.prefix(toByte: "="), member: $0.element) }
      .sorted { ($0.name, $0.index) < ($1.name, $1.index) }
    return Array(members.map(\.member).joined(separator: "&").utf8)
  }

  // MARK: Content

  /// Sets the body. Its media type is the operation's unless another one is passed.
  mutating func set(content bytes: [UInt8], _ mediaType: MediaType? = nil) {
    set(body: .bytes(bytes), mediaType)
  }

  mutating func set(body: HTTPBody, _ mediaType: MediaType?) {
    content = body
    contentType = mediaType
    hasContent = true
  }

  private mutating func finishContent() throws {
    // Most requests have no fields, and moving an empty writer would cost as much as the rest of this function.
    if members == nil { return }
    switch try members!.finish() {
    case .content(let body, let mediaType): set(body: body, mediaType)
    case .query(let bytes): Self.append(bytes, to: &query)
    }
  }

  /// Appends encoded query parameters to a query.
  static func append(_ bytes: [UInt8], to query: inout [UInt8]) {
    if !query.isEmpty && !bytes.isEmpty { query.append(UInt8(ascii: "&")) }
    query += bytes
  }
}
