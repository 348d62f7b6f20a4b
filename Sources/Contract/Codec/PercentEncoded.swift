/// A query value that is already percent-encoded and is sent unchanged.
///
/// ```swift
/// @GET("/search") func search(filter: Query<PercentEncoded>) async throws -> [Item]
/// try await api.search(filter: "name%3Acontains(a,b)")          // GET /search?filter=name%3Acontains(a,b)
/// ```
///
/// A server receives the text as it was sent, so that the handler decides about `+` and `%2C`; ``decoded`` is the usual
/// decoding. The text must consist of visible ASCII characters except `&`, `#` and `"`, and every `%` must begin an escape (RFC
/// 3986 §2.1); otherwise the call fails with the code `invalidInput`. In a path, the decoded text, which must be UTF-8, is
/// encoded like other values. In a header or cookie, the text itself is sent.
public struct PercentEncoded: Sendable, Hashable {
  /// The encoded text.
  public var text: String

  /// Creates a value from encoded text.
  public init(_ text: String) { self.text = text }

  /// The decoded text, with `+` as a space; nil if it is not UTF-8.
  public var decoded: String? { PercentEncoding.decode(ArraySlice(text.utf8), plusIsSpace: true) }

  /// True if the text can be sent as a query value.
  var isSendable: Bool {
    var bytes = Substring(text).utf8
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        guard bytes.count >= 2, bytes.prefix(2).allSatisfy({ HexDigit.value($0) != nil }) else { return false }
        bytes = bytes.dropFirst(2)
      case UInt8(ascii: "&"), UInt8(ascii: "#"), UInt8(ascii: "\""): return false
      default: guard (0x21...0x7E).contains(byte) else { return false }
      }
    }
    return true
  }
}

extension PercentEncoded: ExpressibleByStringLiteral {
  /// Creates a value from encoded text.
  public init(stringLiteral text: String) { self.init(text) }
}

extension PercentEncoded: CustomStringConvertible {
  /// The encoded text.
  public var description: String { text }
}

extension PercentEncoded: ParameterValue {
  /// Creates a value from the text as it was sent.
  public init?(parameterText text: ParameterText) {
    guard text.string != nil else { return nil }
    self.init(text.asSent)
  }

  /// The decoded text, for locations where values are encoded.
  public var parameterText: String? { decoded }

  /// `String`, for error messages.
  public static var parameterTypeName: String { "String" }
}

extension RequestEncoder {
  /// Writes an encoded value.
  ///
  /// - Throws: ``InvalidInput`` for a string that is not validly encoded.
  public mutating func value(_ location: ParameterLocation, _ name: String, _ value: PercentEncoded) throws {
    switch location {
    case .header, .cookie: return try set(location, name, value.text)
    case .query: break
    case .path, .body:
      guard let decoded = value.decoded else {
        throw InvalidInput(location, name, reason: "is not percent-encoded UTF-8; encode every `%` as `%25`")
      }
      return try set(location, name, decoded)
    }
    guard value.isSendable else {
      throw InvalidInput(
        .query, name,
        reason: "is not percent-encoded; encode `&`, `#`, `\"`, `%` and everything that is not visible ASCII")
    }
    appendQuery(operation.wireName(name, in: .query), asIs: value.text)
  }

  /// Writes an encoded value; omits nil.
  ///
  /// - Throws: ``InvalidInput`` for a string that is not validly encoded.
  public mutating func value(_ location: ParameterLocation, _ name: String, _ value: PercentEncoded?) throws {
    if let value { return try self.value(location, name, value) }
    if location == .path { try refuseAbsentPath(name) }
  }

  /// Writes an array of encoded values. A query repeats the name, whatever the wire's style of arrays.
  ///
  /// - Throws: ``InvalidInput`` for a string that is not validly encoded.
  public mutating func value(_ location: ParameterLocation, _ name: String, _ values: [PercentEncoded]) throws {
    if location == .path { try refuseAbsentPath(name) }
    if location == .header { return try setField(name, listing: values.map(\.text)) }
    for value in values { try self.value(location, name, value) }
  }

  /// Writes an array of encoded values; omits nil.
  ///
  /// - Throws: ``InvalidInput`` for a string that is not validly encoded, and for an empty array.
  public mutating func value(_ location: ParameterLocation, _ name: String, _ values: [PercentEncoded]?) throws {
    guard let values else { return }
    if values.isEmpty { try refuseEmpty(location, name, "array") }
    try value(location, name, values)
  }

  private mutating func appendQuery(_ name: String, asIs text: String) {
    if !query.isEmpty { query.append(UInt8(ascii: "&")) }
    PercentEncoding.encode(name, for: .component, into: &query)
    query.append(UInt8(ascii: "="))
    query += text.utf8
  }
}
