package import ContractHTTP
internal import FoundationEssentials

/// The result of looking for a scheme's credentials in a request's head.
package enum PresentedCredentials: Equatable {
  /// No credentials of this scheme.
  case none
  /// Malformed credentials of this scheme.
  case malformed
  case some(Credentials)
}

extension SecurityScheme.Kind {
  /// Returns the credentials of this kind in a head.
  package func credentials(in head: RequestHead) -> PresentedCredentials {
    switch self {
    case .bearer: Self.authorization(head, "bearer", Self.bearer)
    case .basic: Self.authorization(head, "basic", Self.basic)
    case .headerKey(let name): Self.key(head.allBytes(of: name).map { String(validating: $0, as: UTF8.self) })
    case .queryKey(let name): Self.key(Self.queryValues(head, name))
    case .cookieKey(let name):
      Self.key(CookiePairs.values(name, in: head).map { String(validating: $0, as: UTF8.self) })
    }
  }

  /// Returns the credentials after the scheme's name in the single `Authorization` header (RFC 9110 §11.4, §11.6.2).
  private static func authorization(
    _ head: RequestHead, _ word: String, _ read: (ArraySlice<UInt8>) -> Credentials?
  ) -> PresentedCredentials {
    let lines = head.allBytes(of: .authorization)
    guard let line = lines.first else { return .none }
    // With two headers, readers could differ about which one applies.
    guard lines.count == 1 else { return .malformed }
    let space = line.firstIndex(of: 0x20) ?? line.endIndex
    guard line[..<space].map(HTTPToken.lowercased).elementsEqual(word.utf8) else { return .none }
    return read(line[space...].drop { $0 == 0x20 }).map { .some($0) } ?? .malformed
  }

  private static func bearer(_ bytes: ArraySlice<UInt8>) -> Credentials? {
    isToken68(bytes) ? .bearer(String(decoding: bytes, as: UTF8.self)) : nil
  }

  private static func basic(_ bytes: ArraySlice<UInt8>) -> Credentials? {
    guard isToken68(bytes), let data = Data(base64Encoded: String(decoding: bytes, as: UTF8.self)),
      // The first colon ends the user name; a password may contain more. Bytes are compared because a colon followed by
      // a combining mark is not a colon character.
      let colon = data.firstIndex(of: 0x3A), !data.contains(where: { $0 < 0x20 || $0 == 0x7F }),
      let username = String(validating: data[..<colon], as: UTF8.self),
      let password = String(validating: data[data.index(after: colon)...], as: UTF8.self)
    else { return nil }
    return .basic(username: username, password: password)
  }

  /// Returns true for a `token68` of RFC 9110 §11.2: letters, digits and some marks, then any number of `=`.
  private static func isToken68(_ bytes: ArraySlice<UInt8>) -> Bool {
    let body = bytes.prefix { $0 != 0x3D }
    guard !body.isEmpty, bytes[body.endIndex...].allSatisfy({ $0 == 0x3D }) else { return false }
    return body.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, 0x2B, 0x2F: true
      default: false
      }
    }
  }

  // MARK: Keys

  /// Returns the key if there is exactly one; a nil element is a string that is not UTF-8.
  private static func key(_ texts: [String?]) -> PresentedCredentials {
    guard let first = texts.first else { return .none }
    guard texts.count == 1, let text = first, !text.isEmpty else { return .malformed }
    return .some(.apiKey(text))
  }

  private static func queryValues(_ head: RequestHead, _ name: String) -> [String?] {
    QueryIndex(head.queryBytes).all.filter { $0.name.string == name }.map { $0.text.string }
  }
}
