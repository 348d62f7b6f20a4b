public import ContractHTTP

/// Writes the inputs of an endpoint into an ``HTTPRequest``.
///
/// Values come in declaration order; queries and fields keep that order on the wire.
public struct RequestEncoder {
  let operation: Operation
  private var pathValues: [(name: String, text: String)] = []
  var query = ""
  var fields = HTTPFields()
  private var content: HTTPBody = .empty
  private var members: JSONWriter?

  /// An encoder for a request of `operation`.
  public init(for operation: Operation) {
    self.operation = operation
    for constant in operation.path.constants { appendQuery(constant.name, constant.value) }
  }

  /// The request with everything written so far.
  ///
  /// - Throws: ``InvalidInput`` when a placeholder of the path has no value.
  public consuming func finish() throws -> HTTPRequest {
    var target = ""
    for segment in operation.path.segments {
      target += "/"
      switch segment {
      case .literal(let text): PercentEncoding.encode(text, for: .component, into: &target)
      case .placeholder(let name), .rest(let name):
        guard let value = pathValues.first(where: { $0.name == name })?.text else {
          throw InvalidInput(.path, name, reason: "is missing; the path of \(operation.id) has this placeholder")
        }
        target += value
      }
    }
    if target.isEmpty { target = "/" }
    if !query.isEmpty { target += "?" + query }
    if var members {
      members.endObject()
      content = .bytes(members.bytes)
      setContentType()
    }
    if let media = operation.responseContent {
      fields[.accept] = HTTPFieldValue(unchecked: Self.accept(media))
    }
    return HTTPRequest(operation.method ?? .get, target, fields: fields, body: content)
  }

  private static func accept(_ media: MediaType) -> String {
    if media == .octetStream { return "*/*" }
    return media.isJSON ? "application/json" : "\(media.essence), application/problem+json;q=0.5"
  }

  // MARK: Places

  mutating func set(_ place: ValuePlace, _ name: String, _ text: String?) throws {
    guard let text else {
      throw InvalidInput(place.inputPlace, name, reason: "has no text; it is outside what can be sent")
    }
    switch place {
    case .path:
      guard !text.isEmpty, text != ".", text != ".." else {
        throw InvalidInput(.path, name, reason: "is `\(text)`, which cannot be a segment of a path; send another value")
      }
      try refuseNUL(place, name, text)
      pathValues.append((name, pathText(name, text)))
    case .query:
      try refuseNUL(place, name, text)
      appendQuery(name, text)
    case .header:
      guard let field = HTTPFieldName(name) else {
        throw InvalidInput(.header, name, reason: "has a name that is not a field name")
      }
      try refuseNUL(place, name, text)
      fields.append(field, HTTPFieldValue(unchecked: PercentEncoding.encoded(text, for: .fieldValue)))
    }
  }

  /// A placeholder takes one segment; the rest of a path keeps its slashes.
  private func pathText(_ name: String, _ text: String) -> String {
    guard operation.path.segments.last == .rest(name) else { return PercentEncoding.encoded(text, for: .component) }
    return text.split(separator: "/", omittingEmptySubsequences: false)
      .map { PercentEncoding.encoded(String($0), for: .component) }.joined(separator: "/")
  }

  private func refuseNUL(_ place: ValuePlace, _ name: String, _ text: String) throws {
    guard !text.utf8.contains(0) else {
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

  private mutating func appendQuery(_ name: String, _ text: String) {
    if !query.isEmpty { query += "&" }
    PercentEncoding.encode(name, for: .component, into: &query)
    query += "="
    PercentEncoding.encode(text, for: .component, into: &query)
  }

  // MARK: Content

  mutating func set(content bytes: [UInt8]) {
    content = .bytes(bytes)
    setContentType()
  }

  private mutating func setContentType() {
    guard let media = operation.requestContent.mediaType, !fields.contains(.contentType) else { return }
    let text = media == .plainText ? "text/plain; charset=utf-8" : media.description
    fields[.contentType] = HTTPFieldValue(unchecked: text)
  }

  /// Writes a member of the JSON object that is the content.
  ///
  /// - Throws: `EncodingError` for a value that JSON cannot hold.
  public mutating func field<T: Encodable>(_ key: String, _ value: T) throws {
    var writer = takeMembers()
    writer.key(key)
    try writer.encode(value)
    members = writer
  }

  /// Writes a member of the JSON object that is the content; nil is left out.
  ///
  /// - Throws: `EncodingError` for a value that JSON cannot hold.
  public mutating func field<T: Encodable>(_ key: String, _ value: T?) throws {
    guard let value else {
      members = takeMembers()
      return
    }
    try field(key, value)
  }

  private mutating func takeMembers() -> JSONWriter {
    defer { members = nil }
    if let members { return members }
    var writer = JSONWriter()
    writer.beginObject()
    return writer
  }
}
