internal import ContractCoding
internal import ContractHTTP

/// The credentials and sensitive headers of a contract test, which reports do not show. A server may repeat them in its
/// responses.
struct TestSecrets: Sendable {
  /// Shorter values are shown, because they occur in many other words.
  private static let minLength = 4
  /// The placeholder for the value of a header.
  private static let headerPlaceholder: HTTPFieldValue = "SECRET"

  private let secrets: [(bytes: [UInt8], placeholder: String)]

  init(_ options: ContractTestOptions) {
    var texts = options.credentials.values.flatMap(\.secrets)
    for field in options.fields where field.name.isSensitive {
      texts.append((field.value.rawValue, Self.headerPlaceholder.rawValue))
    }
    let found = texts.filter { $0.text.utf8.count >= Self.minLength }.flatMap { secret in
      Self.spellings(of: secret.text).map { (bytes: Array($0.utf8), placeholder: secret.placeholder) }
    }
    // A secret may contain another one.
    secrets = found.sorted { $0.bytes.count > $1.bytes.count }
  }

  /// Returns the forms in which a secret occurs in URLs, in JSON, and in JSON with escaped slashes.
  private static func spellings(of text: String) -> Set<String> {
    let json = String(decoding: JSONValue.string(text).description.utf8.dropFirst().dropLast(), as: UTF8.self)
    return [text, PercentEncoding.encoded(text, for: .component), json, json.replacingBytes("/", with: "\\/")]
  }

  /// Returns headers with placeholders for sensitive values.
  func hidden(in fields: HTTPFields) -> HTTPFields {
    var hidden = fields
    for field in fields where field.name.isSensitive { hidden[field.name] = Self.headerPlaceholder }
    return hidden
  }

  /// Returns a text with placeholders for secrets.
  func hidden(in text: String) -> String { excerpt(of: Array(text.utf8), count: .max) }

  /// Returns the first bytes of a body as text, with placeholders for secrets.
  func excerpt(of bytes: [UInt8], count: Int) -> String {
    var output: [UInt8] = []
    var index = 0
    while index < min(count, bytes.count) {
      if let secret = secrets.first(where: { bytes[index...].starts(with: $0.bytes) }) {
        output += secret.placeholder.utf8
        index += secret.bytes.count
      } else {
        output.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}
