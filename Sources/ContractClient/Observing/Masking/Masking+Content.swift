public import Contract

extension Masking {
  /// What content is, by its media type.
  enum ContentKind {
    case json, form, text, opaque

    /// - Parameter fields: the fields of the message; without `Content-Type` the content itself tells.
    init(of bytes: some Collection<UInt8>, _ fields: HTTPFields) {
      guard let media = (fields[.contentType]?.rawValue).flatMap({ MediaType($0) }) else {
        let first = bytes.first { $0 > 0x20 }
        self = first == UInt8(ascii: "{") || first == UInt8(ascii: "[") ? .json : .text
        return
      }
      switch media.essence {
      case MediaType.urlForm.essence: self = .form
      case _ where media.isJSON || media.subtype == "x-ndjson" || media.subtype == "jsonl": self = .json
      case "application/xml", "application/javascript", "application/graphql", "application/yaml": self = .text
      case _ where media.subtype.hasSuffix("+xml") || media.type == "text": self = .text
      default: self = .opaque
      }
    }
  }

  /// Content with the values of secret members replaced; as it is when it is of a kind that has no names.
  public func masked(_ content: [UInt8], _ fields: HTTPFields) -> [UInt8] {
    guard masksAnything else { return content }
    switch ContentKind(of: content, fields) {
    case .json: return JSONMask(self).masked(content)
    case .form: return Array(masked(form: String(decoding: content, as: UTF8.self)[...]).utf8)
    case .text, .opaque: return content
    }
  }

  /// Content for people to read, up to so many bytes; nil when it is no text.
  ///
  /// Control characters are spelled out, so that no terminal obeys a server.
  func text(of content: [UInt8], _ fields: HTTPFields, upTo maxBytes: Int) -> String? {
    if case .opaque = ContentKind(of: content, fields) { return nil }
    var piece = masked(Array(content.prefix(maxBytes)), fields)
    if content.count > maxBytes {
      // The limit may have cut a character.
      for _ in 0..<3 where String(validating: piece, as: UTF8.self) == nil { piece = piece.dropLast() }
    }
    guard let text = String(validating: piece, as: UTF8.self) else { return nil }
    let visible = Self.visible(text)
    return content.count > maxBytes ? "\(visible)… (\(content.count - maxBytes) more bytes)" : visible
  }

  static func visible(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy { !isControl($0) }
    if isPlain { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if isControl(scalar) {
        result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    (scalar.value < 0x20 && scalar != "\n" && scalar != "\t") || (0x7F...0x9F).contains(scalar.value)
  }
}
