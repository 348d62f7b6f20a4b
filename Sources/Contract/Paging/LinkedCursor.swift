internal import ContractHTTP

extension APIOperation {
  /// Returns the cursor in a response's link with the relation `next`; nil after the last page.
  ///
  /// The link is read like a request of this operation, so the cursor may have any form that a server accepts. Called
  /// by the functions that `@Paged(.link)` generates.
  ///
  /// - Parameter read: reads the cursor.
  /// - Throws: ``PagingError/unusableLink(parameter:)`` if the link has no valid cursor.
  public func _linkedCursor<Cursor>(
    _ parameter: String, in response: HTTPResponse, _ read: (inout RequestDecoder) -> Cursor?
  ) throws -> Cursor? {
    guard let link = response.link("next") else { return nil }
    let query = link.utf8.prefix { $0 != UInt8(ascii: "#") }.drop { $0 != UInt8(ascii: "?") }
    let request = ServerRequest(
      head: RequestHead(HTTPRequest(.get, "/" + String(Substring(query)))), body: [], operation: self,
      remoteAddress: nil)
    var decoder = RequestDecoder(readingHeadersOf: request)
    guard let cursor = read(&decoder), decoder.failures.isEmpty else {
      throw PagingError.unusableLink(parameter: parameter)
    }
    return cursor
  }
}
