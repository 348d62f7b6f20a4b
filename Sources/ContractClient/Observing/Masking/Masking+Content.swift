public import Contract
internal import ContractCoding
internal import ContractHTTP

extension Masking {
  /// The kind of a body, by its media type.
  package enum ContentKind {
    /// JSON, or several JSON texts in lines.
    case json
    /// JSON texts that begin with a record separator (RFC 7464).
    case jsonSequence
    /// Server-sent events, whose data may be JSON.
    case events
    case form, text, opaque
    /// Parts between delimiters; without a boundary the delimiters are unknown.
    case multipart(boundary: String?)

    private static let jsonSubtypes: Set<String> = [
      "json", "jsonl", "x-jsonl", "jsonlines", "x-jsonlines", "ndjson", "x-ndjson",
    ]

    /// - Parameter fields: The headers of the message. If the parameters of `Content-Type` cannot be parsed, only its
    ///   type counts; without a type the kind is guessed from the first byte.
    package init(of bytes: some Collection<UInt8>, _ fields: HTTPFields) {
      let type = fields[.contentType]?.rawValue ?? ""
      guard let media = MediaType(type) ?? Self.essence(of: type) else {
        let first = bytes.first { $0 > 0x20 }
        self = first == UInt8(ascii: "{") || first == UInt8(ascii: "[") ? .json : .text
        return
      }
      switch media.essence {
      case MediaType.urlForm.essence: self = .form
      case MediaType.eventStream.essence: self = .events
      case _ where media.isJSON || Self.jsonSubtypes.contains(media.subtype): self = .json
      case _ where media.subtype == "json-seq" || media.subtype.ends(withBytes: "+json-seq"): self = .jsonSequence
      case _ where media.type == "multipart":
        let boundary = media.parameter("boundary") ?? Self.boundary(in: type, of: bytes)
        self = .multipart(boundary: boundary?.isEmpty == true ? nil : boundary)
      case "application/xml", "application/javascript", "application/graphql", "application/yaml": self = .text
      case _ where media.subtype.ends(withBytes: "+xml") || media.type == "text": self = .text
      default: self = .opaque
      }
    }

    /// Returns the media type at the start of an invalid media type, such as `text/plain; charset`.
    private static func essence(of text: String) -> MediaType? {
      text.split(whereByte: { ";, \t".utf8.contains($0) }).first.flatMap { MediaType($0) }
    }

    /// Returns the boundary in an invalid media type if it occurs in the body. Some senders do not quote boundaries such
    /// as `----=_Part_1`.
    private static func boundary(in text: String, of bytes: some Collection<UInt8>) -> String? {
      guard let name = Array(text.lowercasedASCII.utf8).firstRange(of: "boundary=".utf8) else { return nil }
      let rest = Array(text.utf8)[name.upperBound...]
      let isQuoted = rest.first == UInt8(ascii: "\"")
      let value =
        isQuoted ? rest.dropFirst().prefix { $0 != UInt8(ascii: "\"") } : rest.prefix { !";, \t".utf8.contains($0) }
      let boundary = String(decoding: value, as: UTF8.self)
      return bytes.firstRange(of: Array("--\(boundary)".utf8)) == nil ? nil : boundary
    }
  }

  /// Returns a body with the values of secret members masked; unchanged if its media type has no named members.
  ///
  /// Content codings are decoded, so `Content-Encoding` no longer applies to the result. A body that cannot be decoded
  /// becomes empty, because it may hold secrets. A multipart body without a readable boundary is masked as a whole.
  public func masked(_ content: [UInt8], _ fields: HTTPFields) -> [UInt8] { masked(content, fields, depth: 0) }

  /// - Parameter depth: The number of enclosing multipart parts.
  func masked(_ content: [UInt8], _ fields: HTTPFields, depth: Int) -> [UInt8] {
    guard masksAnything else { return content }
    guard let content = Self.restored(content, fields) else { return [] }
    switch ContentKind(of: content, fields) {
    case .json: return JSONMask(self).masked(content)
    case .jsonSequence:
      // A record may be truncated, so each one is masked separately.
      return Self.changed(recordsOf: content) { JSONMask(self).masked($0) }
    case .events: return EventData.changed(in: content) { JSONMask(self).masked($0) }
    case .form: return Array(masked(form: String(decoding: content, as: UTF8.self)[...]).utf8)
    case .multipart(let boundary):
      if let boundary { return MultipartMask(self, boundary, depth: depth).masked(content) }
      return content.isEmpty ? [] : Array(replacement.utf8)
    case .text, .opaque: return content
    }
  }

  /// Returns a JSON text sequence with changed records (RFC 7464).
  package static func changed(recordsOf bytes: [UInt8], _ change: ([UInt8]) -> [UInt8]) -> [UInt8] {
    let records = bytes.split(separator: 0x1E, omittingEmptySubsequences: false)
    return Array(records.map { change(Array($0)) }.joined(separator: [0x1E]))
  }

  /// Returns up to `maxBytes` of a body as readable text; nil for binary data.
  ///
  /// Control characters are escaped, so that a server cannot control a terminal. The whole body is masked before it is
  /// shortened, because a secret may be recognizable only by the rest of the body.
  ///
  /// - Parameter secrets: Strings to mask wherever they occur, longest first.
  func text(
    of content: [UInt8], _ fields: HTTPFields, without secrets: [String] = [], upTo maxBytes: Int
  ) -> String? {
    guard let content = Self.restored(content, fields) else { return nil }
    var fields = fields
    fields.remove(.contentEncoding)
    switch ContentKind(of: content, fields) {
    case .opaque, .multipart: return nil
    case .json, .jsonSequence, .events, .form, .text: break
    }
    let whole = SecretSpellings.replaced(secrets, in: masked(content, fields), with: replacement)
    var shown = Array(whole.prefix(maxBytes))
    if whole.count > maxBytes {
      // Removes the first bytes of a character that the limit may have cut.
      for _ in 0..<3 where String(validating: shown, as: UTF8.self) == nil { shown = shown.dropLast() }
    }
    guard let text = String(validating: shown, as: UTF8.self) else { return nil }
    let visible = Self.visible(text)
    return whole.count > maxBytes ? "\(visible)… (\(whole.count - maxBytes) more bytes)" : visible
  }

  private static let maxRestoredBytes = 16 << 20

  /// Returns a body without its content codings; nil if it cannot be decoded.
  private static func restored(_ content: [UInt8], _ fields: HTTPFields) -> [UInt8]? {
    var content = content
    for coding in fields.contentCodings.reversed() where coding != "identity" && !content.isEmpty {
      let format: CompressionFormat? = ["gzip": .gzip, "x-gzip": .gzip, "deflate": .deflate][coding]
      guard let format, let next = try? Inflater.inflate(content, format, maxOutputBytes: maxRestoredBytes) else {
        return nil
      }
      content = next
    }
    return content
  }

  static func visible(_ text: String) -> String { text.escapingControls(except: ["\n", "\t"]) }
}
