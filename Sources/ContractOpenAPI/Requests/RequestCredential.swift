internal import ContractCoding
internal import ContractHTTP
internal import FoundationEssentials

/// A credential for a security scheme of a document.
public enum RequestCredential: Sendable, Hashable {
  /// A token for the schemes `http` with `bearer`, `oauth2` and `openIdConnect`.
  case bearer(String)
  /// A name and a password for the scheme `http` with `basic`.
  case basic(user: String, password: String)
  /// A key for the scheme `apiKey`.
  case key(String)

  /// Returns true if a security scheme accepts credentials of this kind.
  ///
  /// - Parameter scheme: a scheme of ``OpenAPIDocument/securitySchemes``.
  public func fits(_ scheme: OpenAPINode) -> Bool {
    switch (self, scheme["type"]?.value.string, scheme["scheme"]?.value.string?.lowercased()) {
    case (.bearer, "http", "bearer"), (.bearer, "oauth2", _), (.bearer, "openIdConnect", _): true
    case (.basic, "http", "basic"), (.key, "apiKey", _): true
    default: false
    }
  }

  /// A credential of this kind that no server accepts.
  var invalid: RequestCredential {
    switch self {
    case .bearer: .bearer("invalid-credential")
    case .basic: .basic(user: "invalid", password: "credential")
    case .key: .key("invalid-credential")
    }
  }

  /// A placeholder of this kind that hides the value, for reports.
  var hidden: RequestCredential {
    switch self {
    case .bearer: .bearer("TOKEN")
    case .basic: .basic(user: "USER", password: "PASSWORD")
    case .key: .key("KEY")
    }
  }

  /// The parts that reports do not show, with their placeholders.
  var secrets: [(text: String, placeholder: String)] {
    switch self {
    case .bearer(let token): [(token, "TOKEN")]
    case .basic(let user, let password):
      [(password, "PASSWORD"), (Data("\(user):\(password)".utf8).base64EncodedString(), "USER:PASSWORD")]
    case .key(let key): [(key, "KEY")]
    }
  }

  /// Adds the credential to a request.
  ///
  /// - Throws: ``OperationRequestError`` for characters that a header cannot carry.
  func apply(to request: inout HTTPRequest, scheme: OpenAPINode) throws(OperationRequestError) {
    switch self {
    case .bearer(let token): request.fields[.authorization] = try Self.value("Bearer \(token)")
    case .basic(let user, let password):
      let encoded = Data("\(user):\(password)".utf8).base64EncodedString()
      request.fields[.authorization] = try Self.value("Basic \(encoded)")
    case .key(let key):
      let name = scheme["name"]?.value.string ?? ""
      switch scheme["in"]?.value.string {
      case "query":
        let field = PercentEncoding.encoded(name, for: .component) + "=" + PercentEncoding.encoded(key, for: .component)
        request.target += (request.target.contains(byte: "?") ? "&" : "?") + field
      case "cookie":
        guard FormField.isCookieValue(key) else {
          throw OperationRequestError("The credential has characters that a cookie cannot carry", at: scheme.pointer)
        }
        let cookies = request.fields[.cookie].map { $0.rawValue + "; " } ?? ""
        request.fields[.cookie] = try Self.value("\(cookies)\(name)=\(key)")
      default:
        guard let field = HTTPFieldName(name) else {
          throw OperationRequestError("The security scheme has no valid `name`", at: scheme.pointer)
        }
        request.fields[field] = try Self.value(key)
      }
    }
  }

  private static func value(_ text: String) throws(OperationRequestError) -> HTTPFieldValue {
    guard let value = HTTPFieldValue(text) else {
      throw OperationRequestError(
        "The credential has control characters, or leading or trailing white space; remove them", at: "")
    }
    return value
  }

  /// Returns true if a request has a credential for a scheme, whether or not it is valid. Schemes for which there is no
  /// ``RequestCredential``, such as `mutualTLS`, count as satisfied.
  static func isPresent(in request: HTTPRequest, for scheme: OpenAPINode) -> Bool {
    let name = scheme["name"]?.value.string ?? ""
    let authorization = request.fields[.authorization]?.rawValue.lowercased() ?? ""
    switch (scheme["type"]?.value.string, scheme["scheme"]?.value.string?.lowercased(), scheme["in"]?.value.string) {
    case ("http", let word?, _): return authorization.utf8.starts(with: "\(word) ".utf8)
    case ("oauth2", _, _), ("openIdConnect", _, _): return authorization.utf8.starts(with: "bearer ".utf8)
    case ("apiKey", _, "query"):
      let query = request.target.cut(atByte: "?")?.back ?? ""
      return FormField.fields(of: query).contains { $0.name == name && !$0.encoded.isEmpty }
    case ("apiKey", _, "cookie"):
      return FormField.cookies(of: request).contains { $0.name == name && !$0.encoded.isEmpty }
    case ("apiKey", _, _): return HTTPFieldName(name).map { request.fields.contains($0) } ?? false
    default: return true
    }
  }
}
