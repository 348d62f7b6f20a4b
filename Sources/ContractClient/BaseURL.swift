internal import Contract
internal import ContractCurl
internal import ContractHTTP

/// The base of a client's requests: scheme, host, and the path that targets are appended to.
struct BaseURL: Sendable, Hashable {
  let scheme: String
  let authority: String
  /// The path of the base URL: empty, or beginning but not ending with `/`.
  let pathPrefix: String

  /// Parses an absolute http or https URL, or a ws or wss URL, which denotes the same origin.
  ///
  /// - Throws: ``/Contract/ClientError`` with the code `invalidBaseURL`. The message does not repeat the URL, which may
  ///   hold a secret.
  init(_ text: String) throws(ClientError) {
    let start = text.prefix(8).lowercasedASCII
    guard ["http://", "https://", "ws://", "wss://"].contains(where: start.hasPrefix) else {
      throw Self.invalid("the base URL does not begin with http:// or https://")
    }
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw Self.invalid(
        "the base URL has invalid characters; percent-encode its path and write its host in ASCII")
    }
    guard text.utf8.firstRange(of: ":///".utf8) == nil else { throw Self.invalid("the base URL has no host") }
    let url: CurlURL
    do throws(CurlURL.ParseError) {
      url = try CurlURL(text).openingHandshake
    } catch {
      throw Self.invalid("the base URL is invalid: \(error.text)")
    }
    guard !url.hasUserinfo else {
      throw Self.invalid("the base URL has a user name or password; send an Authorization header instead")
    }
    guard TransferRequest.isAuthority(url.authority) else {
      throw Self.invalid("the base URL has a host with invalid characters; write it in ASCII")
    }
    guard url.query == nil, !url.hasFragment, !text.contains(byte: "?"), !text.contains(byte: "#") else {
      throw Self.invalid("the base URL has a query or a fragment; remove everything after its path")
    }
    scheme = url.scheme
    authority = url.authority
    var path = url.path[...]
    while path.utf8.last == UInt8(ascii: "/") { path = Substring(path.utf8.dropLast()) }
    pathPrefix = String(path)
  }

  private init(_ base: BaseURL, path: String) {
    scheme = base.scheme
    authority = base.authority
    pathPrefix = base.pathPrefix + path
  }

  /// Returns the base with a longer path. `path` begins but does not end with `/`.
  func appending(_ path: String) -> BaseURL { BaseURL(self, path: path) }

  private static func invalid(_ message: String) -> ClientError {
    ClientError(.invalidBaseURL, stage: .encode, message)
  }

  /// Returns the complete target for a target relative to this base, with exactly one `/` between the paths.
  func target(for relative: String) -> String {
    switch relative.utf8.first {
    case UInt8(ascii: "/"): pathPrefix.isEmpty ? relative : pathPrefix + relative
    case UInt8(ascii: "?"), nil: (pathPrefix.isEmpty ? "/" : pathPrefix) + relative
    default: relative == "*" ? relative : "\(pathPrefix)/\(relative)"
    }
  }
}
