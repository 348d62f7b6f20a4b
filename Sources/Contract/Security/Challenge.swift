internal import ContractHTTP

/// One challenge of `WWW-Authenticate` (RFC 9110 §11.6.1).
struct Challenge {
  /// The reason why credentials were rejected, as an error code of RFC 6750 §3.1; only bearer challenges carry it.
  enum Fault: String {
    case invalidToken = "invalid_token"
    case insufficientScope = "insufficient_scope"
  }

  let authenticator: Authenticator
  var fault: Fault?
  var scopes: [String] = []

  /// The challenge on the wire.
  var text: String {
    let realm = "realm=\(Self.quoted(authenticator.realm))"
    switch authenticator.scheme.kind {
    case .bearer:
      let fault = fault.map { ", error=\"\($0.rawValue)\"" } ?? ""
      let scope = scopes.isEmpty ? "" : ", scope=\(Self.quoted(scopes.joined(separator: " ")))"
      return "Bearer \(realm)\(fault)\(scope)"
    case .basic: return "Basic \(realm), charset=\"UTF-8\""
    // `ApiKey` is not a registered scheme. No scheme is registered for keys, but a 401 must carry a challenge (RFC 9110
    // §15.5.2).
    case .headerKey(let name): return "ApiKey \(realm), in=\"header\", name=\(Self.quoted(name.rawName))"
    case .queryKey(let name): return "ApiKey \(realm), in=\"query\", name=\(Self.quoted(name))"
    case .cookieKey(let name): return "ApiKey \(realm), in=\"cookie\", name=\(Self.quoted(name))"
    }
  }

  /// Returns a quoted string (RFC 9110 §5.6.4). Control characters, which are not allowed in a header, become spaces.
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
