public import Contract
internal import ContractCoding

extension APIClient {
  /// Adds a member to the body of every request, including calls of contracts; nil adds none.
  ///
  /// ```swift
  /// let client = APIClient(baseURL: url).bodyField("tenant", tenant)
  /// ```
  ///
  /// See ``bodyFields(_:)``.
  public func bodyField<T: Encodable & Sendable>(_ name: String, _ value: T?) -> APIClient {
    bodyFields([name: value])
  }

  /// Adds members to the body of every request, including calls of contracts: to a JSON object, a form or a multipart
  /// form in memory. Members that the body already has keep their values.
  ///
  /// A POST, PUT or PATCH without a body gets one in the format of ``bodyFormat(_:)``; other requests without a body
  /// are not changed. ``wire(_:)`` sets the format of values. A call with any other body throws the code
  /// `invalidInput`. The members are added in the order of the ``modifyRequest(_:)`` modifiers, so call
  /// ``compressingBodies(_:from:)`` after this modifier.
  public func bodyFields(_ members: ObjectLiteral) -> APIClient {
    modifyRequest { request, configuration in try request.addBodyFields(members, configuration) }
  }
}

extension HTTPRequest {
  /// Adds members to the body, for values that are known only during a call.
  ///
  /// ```swift
  /// client.modifyRequest { request, configuration in
  ///   try request.addBodyFields(["session": configuration.session], configuration)
  /// }
  /// ```
  ///
  /// - Throws: ``/Contract/ClientError`` with the code `invalidInput` for a body that cannot be extended, or for a
  ///   value that cannot be encoded.
  public mutating func addBodyFields(
    _ members: ObjectLiteral, _ configuration: ClientConfiguration
  ) throws(ClientError) {
    if members.members.isEmpty { return }
    do {
      switch body {
      case .empty:
        guard [.post, .put, .patch].contains(method) else { return }
        let (bytes, mediaType) = try configuration.bodyFormat.content(of: members, configuration.wire)
        body = .bytes(bytes)
        fields[.contentType] = HTTPFieldValue(mediaType.description)
      case .bytes(let bytes):
        body = .bytes(try BodyExtension(fields, configuration.wire).adding(members, to: bytes))
      case .stream: throw BodyExtension.Refusal.isStream
      }
    } catch {
      let reason = (error as? BodyExtension.Refusal)?.reason ?? EncodingReason.of(error)
      throw ClientError(
        .invalidInput, stage: .encode, "the body cannot be extended: \(reason)", cause: error)
    }
  }
}

/// The addition of members to an existing body.
struct BodyExtension {
  enum Refusal: Error {
    case isStream
    case isEncoded
    case isOfType(String)
    case isNoObject

    var reason: String {
      switch self {
      case .isStream: "it is a stream or a file"
      case .isEncoded: "it is compressed; add the members before `.compressingBodies(_:from:)`"
      case .isOfType(let type): "it is \(type), not a JSON object or a form; add a header instead"
      case .isNoObject: "it is JSON, but not an object; add a header instead"
      }
    }
  }

  private let fields: HTTPFields
  private let wire: Wire

  init(_ fields: HTTPFields, _ wire: Wire) {
    self.fields = fields
    self.wire = wire
  }

  func adding(_ members: ObjectLiteral, to bytes: [UInt8]) throws -> [UInt8] {
    if fields.contains(.contentEncoding) { throw Refusal.isEncoded }
    let media = fields[.contentType].flatMap { MediaType($0.rawValue) }
    switch media {
    case let media? where media.isJSON: return try adding(members, toJSON: bytes)
    case let media? where media.essence == MediaType.urlForm.essence: return try adding(members, toForm: bytes)
    case let media? where media.essence == "multipart/form-data":
      return try adding(members, toParts: bytes, media)
    default: throw Refusal.isOfType(media?.essence ?? "data without a media type")
    }
  }

  private func adding(_ members: ObjectLiteral, toJSON bytes: [UInt8]) throws -> [UInt8] {
    guard let document = try? JSONDocument(bytes), document.root.kind == .object,
      let end = bytes.lastIndex(of: UInt8(ascii: "}"))
    else { throw Refusal.isNoObject }
    let new = members.without { document.root.member($0) != nil }
    if new.members.isEmpty { return bytes }
    let text = try JSONContent.bytes(of: new, wire.json).dropFirst().dropLast()
    let isFirst = !document.root.members.contains { _ in true }
    return bytes[..<end] + (isFirst ? [] : [UInt8(ascii: ",")]) + text + bytes[end...]
  }

  private func adding(_ members: ObjectLiteral, toForm bytes: [UInt8]) throws -> [UInt8] {
    let names = Set(
      bytes.split(separator: UInt8(ascii: "&")).compactMap { member in
        PercentEncoding.decode(member.prefix { $0 != UInt8(ascii: "=") }, plusIsSpace: true).map(member(named:))
      })
    var bytes = bytes
    let encoder = URLFormEncoder(options: wire.form)
    for member in members.without({ names.contains($0) }).members {
      try encoder.append(member.value, named: member.name, to: &bytes)
    }
    return bytes
  }

  private func adding(_ members: ObjectLiteral, toParts bytes: [UInt8], _ media: MediaType) throws -> [UInt8] {
    var form = try MultipartDecoder().decode(bytes, mediaType: media)
    let names = Set(form.parts.compactMap { $0.name.map(member(named:)) })
    form.parts += try BodyFormat.parts(of: members.without { names.contains($0) }, wire)
    return try MultipartEncoder().encode(form).bytes
  }

  /// Returns the member of the body that a name in a form belongs to: `card` for `card[number]`.
  private func member(named name: String) -> String {
    let end = name.utf8.firstIndex {
      $0 == UInt8(ascii: "[") || (wire.form.nesting == .dots && $0 == UInt8(ascii: "."))
    }
    return String(name[..<(end ?? name.endIndex)])
  }
}

extension ObjectLiteral {
  /// Returns the members except those whose names satisfy the predicate.
  fileprivate func without(_ isKnown: (String) -> Bool) -> ObjectLiteral {
    ObjectLiteral(members.filter { !isKnown($0.name) })
  }
}
