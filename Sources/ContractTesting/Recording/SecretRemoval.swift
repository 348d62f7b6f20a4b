internal import ContractClient

/// A replacement of secrets wherever they occur in a string: literally, percent-encoded or JSON-escaped. Other
/// encodings (base64, hashes, HTML entities) are not found.
struct SecretRemoval {
  private let texts: Set<String>
  /// The encoded secrets by their first bytes. Longer secrets precede shorter ones, which they may contain.
  private var spellings: [UInt64: [[UInt8]]] = [:]
  private var isFirst = [Bool](repeating: false, count: 256)
  private let replacement: String
  private static let prefixLength = FixtureSecrets.minLength

  init(_ secrets: FixtureSecrets, _ replacement: String) {
    texts = secrets.texts
    self.replacement = replacement
    var known: Set<[UInt8]> = []
    for text in texts {
      for spelling in Self.spellings(of: text)
      where spelling.count >= Self.prefixLength && known.insert(spelling).inserted {
        spellings[Self.prefix(of: spelling, 0), default: []].append(spelling)
        isFirst[Int(spelling[0])] = true
      }
    }
    for prefix in spellings.keys { spellings[prefix]?.sort { $0.count > $1.count } }
  }

  /// Replaces secrets in a string.
  func removed(from text: String) -> String {
    spellings.isEmpty ? text : String(decoding: removed(from: Array(text.utf8)), as: UTF8.self)
  }

  /// Replaces secrets in path segments and query values. Query names are unchanged.
  func removed(fromTarget target: String) -> String {
    guard !spellings.isEmpty else { return target }
    let query = target.cut(atByte: "?")?.back
    return removed(from: String(target.prefix(toByte: "?"))) + (query.map { "?" + removed(fromMembers: $0) } ?? "")
  }

  /// Replaces secrets in a message body. JSON stays valid: a secret in a string is replaced, and a secret number
  /// becomes a string. Names of JSON and form members are unchanged.
  func removed(fromContent bytes: [UInt8], _ fields: HTTPFields) -> [UInt8] {
    guard !spellings.isEmpty, !bytes.isEmpty else { return bytes }
    switch Masking.ContentKind(of: bytes, fields) {
    case .json: return removed(fromJSONText: bytes)
    case .jsonSequence: return Masking.changed(recordsOf: bytes, removed(fromJSONText:))
    case .events: return EventData.changed(in: bytes, removed(fromJSONText:), lines: removed(from:))
    case .form:
      guard let text = String(validating: bytes, as: UTF8.self) else { return removed(from: bytes) }
      return Array(removed(fromMembers: text[...]).utf8)
    case .text, .opaque, .multipart: return removed(from: bytes)
    }
  }

  private func removed(fromJSONText bytes: [UInt8]) -> [UInt8] {
    if Self.isJSON(bytes) { return removed(fromJSON: bytes) }
    // The text is JSON Lines or invalid JSON. Each line of valid JSON stays valid; in other lines, only the bytes of
    // secrets are replaced.
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      Self.isJSON(Array(line)) ? removed(fromJSON: Array(line)) : removed(from: Array(line))
    }
    return Array(lines.joined(separator: [0x0A]))
  }

  private func removed(fromMembers text: Substring) -> String {
    text.split(atByte: "&", keepsEmpty: true).map { member in
      guard let (name, value) = member.cut(atByte: "=") else { return removed(from: String(member)) }
      return name + "=" + removed(from: String(value))
    }.joined(separator: "&")
  }

  // MARK: Bytes

  private func removed(from bytes: [UInt8]) -> [UInt8] {
    guard bytes.count >= Self.prefixLength else { return bytes }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if isFirst[Int(bytes[index])], let length = lengthOfSecret(bytes, index) {
        output += replacement.utf8
        index += length
      } else {
        output.append(bytes[index])
        index += 1
      }
    }
    return output
  }

  private func lengthOfSecret(_ bytes: [UInt8], _ start: Int) -> Int? {
    guard bytes.count - start >= Self.prefixLength else { return nil }
    return spellings[Self.prefix(of: bytes, start)]?.first { spelling in
      bytes.count - start >= spelling.count && bytes[start..<(start + spelling.count)].elementsEqual(spelling)
    }?.count
  }

  private static func prefix(of bytes: [UInt8], _ start: Int) -> UInt64 {
    bytes[start..<(start + prefixLength)].reduce(0) { $0 << 8 | UInt64($1) }
  }

  // MARK: JSON

  private static func isJSON(_ bytes: [UInt8]) -> Bool {
    (try? JSONDocument(bytes, limits: JSONLimits(maxDepth: JSONLimits.hardMaxDepth))) != nil
  }

  /// Replaces secrets in strings and numbers of JSON.
  ///
  /// - Parameter bytes: Valid JSON.
  private func removed(fromJSON bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        let end = JSONMask.endOfString(bytes, index)
        let next = bytes[end...].first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        output += next == UInt8(ascii: ":") ? Array(bytes[index..<end]) : removed(fromString: Array(bytes[index..<end]))
        index = end
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        let number = bytes[index...].prefix { "+-.0123456789Ee".utf8.contains($0) }
        let isSecret = number.count >= Self.prefixLength && texts.contains(String(decoding: number, as: UTF8.self))
        output += isSecret ? JSONWriter.bytes(string: replacement) : Array(number)
        index = number.endIndex
      default:
        output.append(bytes[index])
        index += 1
      }
    }
    return output
  }

  /// Replaces secrets in a JSON string.
  ///
  /// - Parameter bytes: A JSON string with its quotation marks.
  private func removed(fromString bytes: [UInt8]) -> [UInt8] {
    var text = Array(bytes.dropFirst().dropLast())
    if text.contains(UInt8(ascii: "\\")), let string = (try? JSONDocument(bytes))?.root.string {
      text = Array(string.utf8)
    }
    let kept = removed(from: text)
    return kept == text ? bytes : JSONWriter.bytes(string: String(decoding: kept, as: UTF8.self))
  }

  // MARK: Spellings

  private static func spellings(of text: String) -> [[UInt8]] {
    // A secret is also searched for without base64 padding, because the padding is often omitted.
    let padding = text.utf8.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    return [text, String(decoding: text.utf8.dropLast(padding), as: UTF8.self)].flatMap { text in
      SecretSpellings.of(text).map { Array($0.utf8) }
    }
  }
}
