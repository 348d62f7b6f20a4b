internal import ContractClient

/// The parts of a request that a replay compares, in canonical form: method, path, query and body.
struct RequestMatch: Hashable, Sendable {
  /// A decoded member of a query or form. A nil value means that there was no `=`.
  struct Member: Hashable, Sendable {
    let name: String
    let value: String?
  }

  enum Content: Hashable, Sendable {
    case json([UInt8])
    case form([Member])
    case bytes([UInt8])
  }

  let method: String
  /// The path segments, decoded one by one, so that an encoded slash is not a separator.
  let path: [String]
  let query: [Member]
  let content: Content

  /// Creates the canonical form of a request.
  ///
  /// - Parameter content: The request body. The body of `request` itself is ignored, because it may be a stream.
  init(_ request: HTTPRequest, content: [UInt8]) {
    method = request.method.rawValue
    let target = request.target
    path = target.prefix(toByte: "?").split(atByte: "/", keepsEmpty: true).map {
      Self.decoded($0, plusIsSpace: false)
    }
    // Members with the same name keep their order, which may be significant.
    query = Self.members(target.cut(atByte: "?")?.back ?? "").enumerated()
      .sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }.map(\.element)
    self.content = Self.canonical(content, request.fields)
  }

  private static func members(_ text: Substring) -> [Member] {
    text.split(atByte: "&").map { member in
      Member(
        name: decoded(member.prefix(toByte: "="), plusIsSpace: true),
        value: member.cut(atByte: "=").map { decoded($0.back, plusIsSpace: true) })
    }
  }

  private static func decoded(_ text: Substring, plusIsSpace: Bool) -> String {
    PercentEncoding.decode(ArraySlice(text.utf8), plusIsSpace: plusIsSpace) ?? String(text)
  }

  private static func canonical(_ content: [UInt8], _ fields: HTTPFields) -> Content {
    guard let media = (fields[.contentType]?.rawValue).flatMap({ MediaType($0) }) else { return .bytes(content) }
    if media.isJSON, let document = try? JSONDocument(content) {
      return .json(CanonicalJSON.text(document.root, sortsMembers: true))
    }
    if media.essence == MediaType.urlForm.essence {
      let members = members(String(decoding: content, as: UTF8.self)[...])
      return .form(members.sorted { ($0.name, $0.value ?? "") < ($1.name, $1.value ?? "") })
    }
    // The boundary is replaced, because each request has a different one.
    if media.type == "multipart", let boundary = media.parameter("boundary"), !boundary.isEmpty {
      return .bytes(SecretSpellings.replaced([boundary], in: content, with: "boundary"))
    }
    return .bytes(content)
  }
}
