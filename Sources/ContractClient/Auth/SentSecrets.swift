internal import Contract
package import ContractHTTP

/// The secrets that a request contains, which servers may echo in error responses.
enum SentSecrets {
  /// The minimum length of a secret, because shorter strings would match unrelated text.
  private static let minLength = 6

  /// Returns the secrets of a request in all their spellings, longest first.
  ///
  /// - Parameter locations: The locations of credentials under names that are not known to be secret.
  static func of(_ request: HTTPRequest, _ locations: [SecurityScheme.Kind]) -> [String] {
    let fields = Set(locations.compactMap(\.fieldName))
    var texts: [String] = []
    for line in request.fields.lines where line.name.isSensitive || fields.contains(line.name) {
      let text = line.value.rawValue
      texts.append(text)
      // Every word but the first is a secret as well: in credentials, the first word is the authentication scheme.
      texts += text.split(atByte: " ").dropFirst().map(String.init)
      texts += line.value.basicSecrets
      if line.name == .cookie {
        texts += text.split(whereByte: { ";=".utf8.contains($0) }).map { String($0.withoutOuterSpace) }
      }
    }
    for part in Masking.standard.hiding(locations).secretParts(url: request.target) {
      texts += [part, Masking.decoded(part[...])]
    }
    texts += members(of: request)
    // Longer secrets come first, because a secret may contain another: masking the shorter one first would leave the
    // rest.
    let spellings = texts.filter { $0.utf8.count >= minLength }.flatMap(SecretSpellings.of)
    return Set(spellings).sorted { $0.utf8.count > $1.utf8.count }
  }

  /// Returns the secret members of the body, such as refresh tokens and passwords.
  private static func members(of request: HTTPRequest) -> [String] {
    let masking = Masking.standard
    guard case .bytes(let bytes) = request.body, bytes.count <= maxBodyBytes else { return [] }
    switch Masking.ContentKind(of: bytes, request.fields) {
    case .json, .jsonSequence: return JSONMask(masking).secrets(in: bytes)
    case .form:
      return masking.secretParts(url: "?" + String(decoding: bytes, as: UTF8.self)).map { Masking.decoded($0[...]) }
    case .events, .text, .opaque, .multipart: return []
    }
  }

  /// The maximum size in bytes of a body that is searched. Requests with credentials in their bodies are small.
  private static let maxBodyBytes = 16 * 1024
}

extension HTTPFieldValue {
  /// The secrets that Basic credentials encode (RFC 7617 §2): `user:password` and the password; empty for other values.
  package var basicSecrets: [String] {
    guard let (scheme, credentials) = rawValue.cut(atByte: " "), scheme.lowercasedASCII == "basic",
      let bytes = Base64.decoded(credentials.withoutOuterSpace.utf8),
      let text = String(validating: bytes, as: UTF8.self), let (_, password) = text.cut(atByte: ":")
    else { return [] }
    return [text, String(password)]
  }
}

extension HTTPResponse {
  /// Returns the response with the secrets recorded in it. Descriptions of its body omit them.
  func withholding(_ secrets: @autoclosure () -> [String]) -> HTTPResponse {
    let secrets = secrets()
    if secrets.isEmpty { return self }
    var response = self
    response.arrival = ResponseArrival(arrival, withheld: secrets)
    return response
  }
}
