/// Middleware in the order it was added, which is from the outermost to the innermost.
package struct MiddlewareChain: Sendable {
  private let links: [any Middleware]

  package init(_ links: [any Middleware]) {
    self.links = links
  }

  /// True when a call needs no chain at all.
  package var isEmpty: Bool { links.isEmpty }

  /// The answer of the whole chain, at whose end is `last`.
  package func respond(
    to request: HTTPRequest, for operation: Operation?,
    last: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    try await respond(to: request, for: operation, from: 0, last: last)
  }

  private func respond(
    to request: HTTPRequest, for operation: Operation?, from index: Int,
    last: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    guard index < links.count else { return try await last(request) }
    return try await links[index].handle(request, for: operation) { request in
      try await respond(to: request, for: operation, from: index + 1, last: last)
    }
  }
}
