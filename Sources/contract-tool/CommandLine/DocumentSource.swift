import ContractClient
import ContractHTTP
import ContractOpenAPI

/// A document in a file or at a URL.
struct DocumentSource: Sendable {
  private static let maxBytes = 64 << 20

  private let text: String

  /// Creates a source from a path, `-` for the standard input, or an HTTP URL.
  init(_ text: String) { self.text = text }

  /// Loads the document.
  ///
  /// - Throws: ``ToolFileError`` with the location of the fault.
  func document() async throws -> OpenAPIDocument {
    guard text.utf8.starts(with: "http://".utf8) || text.utf8.starts(with: "https://".utf8) else {
      return try DocumentFile(path: text).document()
    }
    let shown = text.escapingControls()
    let (base, query) = text.cut(atByte: "?").map { (String($0.front), "?" + $0.back) } ?? (text, "")
    guard let url = ServerURL(base) else {
      throw ToolFileError("\(shown): the URL is invalid; write it as http://HOST/PATH")
    }
    let target = (url.path.isEmpty ? "/" : url.path) + query
    let request = HTTPRequest(
      .get, target, scheme: url.scheme, authority: url.authority, fields: [.accept: "application/json"])
    let options = TransportOptions(maxResponseBytes: Self.maxBytes)
    let response: HTTPResponse
    do {
      response = try await CurlTransport.shared.send(request, options: options)
    } catch {
      throw ToolFileError("\(shown): the document cannot be loaded: \(error)")
    }
    guard response.status.code == 200 else {
      throw ToolFileError("\(shown): the server responded with \(response.status.code); check the URL")
    }
    do {
      return try OpenAPIDocument(parsing: try await response.body.collect(upTo: Self.maxBytes))
    } catch {
      throw ToolFileError("\(shown): \(error)")
    }
  }
}
