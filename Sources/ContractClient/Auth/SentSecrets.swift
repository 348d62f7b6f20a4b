internal import Contract
internal import ContractHTTP

/// What a request says about who it is from, as texts: servers repeat it when they refuse it.
enum SentSecrets {
  /// Shorter texts would be found in anything.
  private static let minLength = 6

  /// - Parameter places: where credentials stand that are not known by their names.
  static func of(_ request: HTTPRequest, _ places: [SecurityScheme.Kind]) -> [String] {
    let fields = Set(places.compactMap(\.fieldName))
    var texts: [String] = []
    for line in request.fields.lines where line.name.isSensitive || fields.contains(line.name) {
      let text = line.value.rawValue
      texts.append(text)
      // The scheme in front is no secret, nor are the names of cookies.
      texts += text.split(atByte: " ").dropFirst().map(String.init)
      if line.name == .cookie {
        texts += text.split(whereByte: { ";=".utf8.contains($0) }).map { String($0.withoutOuterSpace) }
      }
    }
    for part in Masking.standard.hiding(places).secretParts(url: request.target) {
      texts += [part, PercentEncoding.decode(ArraySlice(part.utf8), plusIsSpace: true) ?? part]
    }
    texts += members(of: request)
    // Longer ones first: another may be a part of them.
    return Set(texts.filter { $0.utf8.count >= minLength }).sorted { $0.utf8.count > $1.utf8.count }
  }

  /// What secret members of content say: refresh tokens and passwords travel there.
  private static func members(of request: HTTPRequest) -> [String] {
    let masking = Masking.standard
    guard case .bytes(let bytes) = request.body, bytes.count <= maxBodyBytes else { return [] }
    switch Masking.ContentKind(of: bytes, request.fields) {
    case .json: return JSONMask(masking).secrets(in: bytes)
    case .form:
      let parts = masking.secretParts(url: "?" + String(decoding: bytes, as: UTF8.self))
      return parts.map { PercentEncoding.decode(ArraySlice($0.utf8), plusIsSpace: true) ?? $0 }
    case .text, .opaque, .multipart: return []
    }
  }

  /// Requests that say who they are from are short.
  private static let maxBodyBytes = 16 * 1024
}

extension HTTPResponse {
  /// The same response, which knows what of its content nobody shows.
  func withholding(_ secrets: @autoclosure () -> [String]) -> HTTPResponse {
    let secrets = secrets()
    if secrets.isEmpty { return self }
    var response = self
    response.arrival = ResponseArrival(arrival, withheld: secrets)
    return response
  }
}
