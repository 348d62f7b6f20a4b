internal import Contract
internal import ContractCoding
internal import ContractHTTP

/// The document of a server, which is written for the first request.
final class DocsDocument: Sendable {
  /// A document in both formats.
  struct Texts: Sendable {
    let json: [UInt8]
    let yaml: [UInt8]

    init(_ document: JSONValue) {
      json = Array(IndentedJSON.text(of: document).utf8)
      yaml = Array(YAMLText.text(of: document).utf8)
    }
  }

  private struct State {
    var operations: [ServedOperation] = []
    var texts: Texts?
  }

  private let state = Lock(State())
  private let write: @Sendable ([ServedOperation]) throws -> Texts
  /// The origins of other servers that the page may call. Each has a second origin with the scheme of WebSockets, because
  /// an origin of HTTP in a policy does not allow channels.
  let origins: [String]

  /// Creates a document that `write` writes from the operations of the server.
  ///
  /// - Parameter servers: the URLs of the servers that the document names.
  init(servers: [String], write: @escaping @Sendable ([ServedOperation]) throws -> Texts) {
    self.write = write
    self.origins = servers.compactMap(Self.origin).flatMap { origin in
      // `http` becomes `ws`, and `https` becomes `wss`.
      [origin, origin.rest(afterBytes: "http").map { "ws\($0)" } ?? origin]
    }
  }

  /// Sets the operations to describe.
  func describe(_ operations: [ServedOperation]) {
    state.withLock { $0 = State(operations: operations) }
  }

  /// Returns the document.
  ///
  /// - Throws: an error of the exporter.
  func texts() throws -> Texts {
    let (known, operations) = state.withLock { ($0.texts, $0.operations) }
    if let known { return known }
    // Describing types runs code of the types, which must not run inside the lock. Requests that arrive meanwhile write
    // an equal document.
    let texts = try write(operations)
    state.withLock { $0 = State(texts: texts) }
    return texts
  }

  /// Returns the origin of an absolute HTTP URL, such as `https://api.example.com:8443`; nil for any other string, and for
  /// a URL with variables in the host.
  static func origin(of url: String) -> String? {
    let bytes = Array(url.utf8)
    for scheme in ["https://", "http://"] where bytes.starts(with: scheme.utf8) {
      let rest = bytes.dropFirst(scheme.utf8.count)
      let host = rest.prefix { !"/?#".utf8.contains($0) }
      let isPlain = host.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: ".-:[]".utf8.contains(byte)
        }
      }
      // Hosts with other characters are refused, because such a character could end the directive of the policy.
      return isPlain && !host.isEmpty ? scheme + String(decoding: host, as: UTF8.self) : nil
    }
    return nil
  }
}
