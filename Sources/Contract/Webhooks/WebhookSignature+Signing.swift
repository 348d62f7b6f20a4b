internal import ContractCoding
internal import ContractHTTP
internal import FoundationEssentials

extension WebhookSignature {
  static let idHeader: HTTPFieldName = "webhook-id"
  static let timestampHeader: HTTPFieldName = "webhook-timestamp"
  static let signatureHeader: HTTPFieldName = "webhook-signature"

  /// The number of bytes to hash before other work of the loop runs.
  private static let maxBytesAtOnce = 64 << 10

  /// Adds the headers that sign a request.
  ///
  /// - Parameters:
  ///   - body: the bytes of the request's body.
  ///   - id: the id of the message, shared by all its attempts. A `webhook-id` in the request takes precedence.
  ///   - seconds: the time of sending, in seconds since 1970-01-01T00:00:00Z.
  package func sign(_ fields: inout HTTPFields, _ body: [UInt8], id: String, at seconds: Int64) async {
    switch scheme {
    case .standard:
      let id = fields[Self.idHeader]?.rawValue ?? id
      fields[Self.idHeader] = HTTPFieldValue(id)
      fields[Self.timestampHeader] = HTTPFieldValue(unchecked: "\(seconds)")
      var signatures: [String] = []
      for key in keys {
        let code = await Self.code(key, Array("\(id).\(seconds).".utf8), body)
        signatures.append("v1," + Data(code).base64EncodedString())
      }
      fields[Self.signatureHeader] = HTTPFieldValue(unchecked: signatures.joined(separator: " "))
    case .header(let header, let prefix, let encoding, let timestamp):
      var text: [UInt8] = []
      if let timestamp {
        fields[timestamp.header] = HTTPFieldValue(unchecked: "\(seconds)")
        text = timestamp.text("\(seconds)")
      }
      fields[header] = HTTPFieldValue(prefix + encoding.text(await Self.code(keys[0], text, body)))
    }
  }

  /// Returns the HMAC-SHA-256 of `text` and `body`.
  static func code(_ key: [UInt8], _ text: [UInt8], _ body: [UInt8]) async -> [UInt8] {
    var hash = HMACSHA256(key: key)
    hash.update(text)
    for start in stride(from: 0, to: body.count, by: maxBytesAtOnce) {
      if start > 0 { await Task.yield() }
      hash.update(body[start..<min(body.count, start + maxBytesAtOnce)])
    }
    return hash.code()
  }
}

extension WebhookSignature.Timestamp {
  /// Returns the signed text before the body.
  func text(_ seconds: String) -> [UInt8] { Array((prefix + seconds + separator).utf8) }
}

extension WebhookSignature.Encoding {
  /// Returns the text form of an HMAC.
  func text(_ code: [UInt8]) -> String {
    switch self {
    case .base64: return Data(code).base64EncodedString()
    case .hexadecimal:
      return HexDigit.lowercase(code)
    }
  }

  /// Parses the text form of an HMAC; nil when it is malformed.
  func code(_ text: Substring) -> [UInt8]? {
    switch self {
    case .base64: return Data(base64Encoded: String(text)).map(Array.init)
    case .hexadecimal:
      let digits = text.utf8.map(HexDigit.value)
      guard digits.count % 2 == 0 else { return nil }
      var code: [UInt8] = []
      for index in stride(from: 0, to: digits.count, by: 2) {
        guard let high = digits[index], let low = digits[index + 1] else { return nil }
        code.append(high << 4 | low)
      }
      return code
    }
  }
}
