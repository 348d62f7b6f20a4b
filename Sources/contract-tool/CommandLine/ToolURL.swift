import ContractHTTP
import ContractOpenAPI

/// The base URL of a command that sends requests: `--url`, or the first server of the document.
enum ToolURL {
  /// Reads the URL.
  ///
  /// - Parameter given: the value of `--url`; nil if absent.
  /// - Throws: ``ToolUsageError`` for an invalid URL, and for a document without servers or whose first server is not an HTTP
  ///   URL.
  static func url(
    _ given: String?, in document: OpenAPIDocument, for command: String
  ) throws(ToolUsageError) -> ServerURL {
    if let given {
      guard let url = ServerURL(given) else {
        throw ToolUsageError(
          "`--url` is `\(given.escapingControls())`: expected http://HOST or https://HOST, without query or fragment.")
      }
      return url
    }
    guard let first = document.firstServerURL else {
      throw ToolUsageError("`\(command)` needs a URL: --url http://localhost:8080")
    }
    // Later servers are not tried, because they may be another environment, which the caller did not choose.
    guard let url = ServerURL(first) else {
      throw ToolUsageError(
        "The first server of the document, `\(first.escapingControls())`, is not an HTTP URL.",
        hint: "Give the URL: --url http://localhost:8080")
    }
    return url
  }
}
