internal import ContractHTTP

/// One challenge of `WWW-Authenticate` (RFC 9110 §11.6.1).
struct Challenge {
  /// Why credentials did not do, in the words of RFC 6750 §3.1; only bearer tokens have a word for it.
  enum Fault: String {
    case invalidToken = "invalid_token"
    case insufficientScope = "insufficient_scope"
  }

  let authenticator: Authenticator
  var fault: Fault?
  var scopes: [String] = []

  /// The challenge as it travels.
  var text: String {
    let realm = "realm=\(Self.quoted(authenticator.realm))"
    switch authenticator.scheme.kind {
    case .bearer:
      let fault = fault.map { ", error=\"\($0.rawValue)\"" } ?? ""
      let scope = scopes.isEmpty ? "" : ", scope=\(Self.quoted(scopes.joined(separator: " ")))"
      return "Bearer \(realm)\(fault)\(scope)"
    case .basic: return "Basic \(realm), charset=\"UTF-8\""
    // No scheme is registered for keys; a 401 must have a challenge all the same (RFC 9110 §15.5.2).
    case .headerKey(let name): return "ApiKey \(realm), in=\"header\", name=\(Self.quoted(name.rawName))"
    case .queryKey(let name): return "ApiKey \(realm), in=\"query\", name=\(Self.quoted(name))"
    case .cookieKey(let name): return "ApiKey \(realm), in=\"cookie\", name=\(Self.quoted(name))"
    }
  }

  /// A quoted string (RFC 9110 §5.6.4). Control characters, which no field has, become spaces.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        result += "\\"
        result.unicodeScalars.append(scalar)
      case "\u{0}"..<"\u{20}", "\u{7F}": result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
