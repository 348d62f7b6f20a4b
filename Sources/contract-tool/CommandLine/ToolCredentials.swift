import ContractHTTP
import ContractOpenAPI

/// The credentials of a command line: `--bearer`, `--basic` and `--key`.
struct ToolCredentials: Sendable {
  private var given: [RequestCredential] = []

  /// Whether no credentials are given.
  var isEmpty: Bool { given.isEmpty }

  /// Reads the credentials.
  ///
  /// - Parameter value: returns the value of an option.
  /// - Throws: ``ToolUsageError`` for basic credentials without a colon.
  init(_ value: (String) -> String?) throws(ToolUsageError) {
    if let token = value("--bearer") { given.append(.bearer(token)) }
    if let key = value("--key") { given.append(.key(key)) }
    guard let text = value("--basic") else { return }
    guard let (user, password) = text.cut(atByte: ":") else {
      throw ToolUsageError("`--basic` has no colon: expected USER:PASSWORD.")
    }
    given.append(.basic(user: String(user), password: String(password)))
  }

  /// Returns the credentials by the names of the matching schemes.
  func available(in document: OpenAPIDocument) -> [String: RequestCredential] {
    var available: [String: RequestCredential] = [:]
    for (name, node) in document.securitySchemes { available[name] = given.first { $0.fits(node) } }
    return available
  }
}
