internal import Contract

/// A server's middleware, from the outermost to the innermost.
struct ServerMiddlewareChain: Sendable {
  typealias Next = @Sendable (HTTPRequest) async throws -> HTTPResponse
  typealias Failure = @Sendable (any Error) -> HTTPResponse

  private let links: [any ServerMiddleware]

  init(_ links: [any Middleware]) {
    self.links = links.map { $0 as? any ServerMiddleware ?? SharedMiddleware(base: $0) }
  }

  /// True when a request needs no chain at all.
  var isEmpty: Bool { links.isEmpty }

  /// The content codings that are decoded in requests.
  var requestCodings: [String] { links.flatMap(\.requestCodings) }

  /// The types of the values in the exchange of a request that has passed the chain.
  var provides: [any Sendable.Type] { links.flatMap(\.provides) }

  /// Returns the response of the whole chain, which ends with `last`.
  ///
  /// - Parameter failure: returns the response to an error. The links outside the one that threw the error see this
  ///   response; if `failure` is nil, they see the error.
  /// - Throws: an error of the outermost link; if `failure` is nil, also any other error of the chain.
  func respond(
    to request: HTTPRequest, in exchange: Exchange, failure: Failure? = nil, last: @escaping Next
  ) async throws -> HTTPResponse {
    try await respond(to: request, in: exchange, from: 0, failure: failure, last: last)
  }

  private func respond(
    to request: HTTPRequest, in exchange: Exchange, from index: Int, failure: Failure?, last: @escaping Next
  ) async throws -> HTTPResponse {
    guard index < links.count else { return try await last(request) }
    return try await links[index].handle(request, in: exchange) { request in
      do {
        return try await respond(to: request, in: exchange, from: index + 1, failure: failure, last: last)
      } catch {
        guard let failure else { throw error }
        return failure(error)
      }
    }
  }

  /// Passes a response of the server itself through the chain: inwards as a request, outwards as a response.
  func refuse(_ response: inout HTTPResponse, in exchange: Exchange) {
    exchange.refuse()
    for link in links { link.willRefuse(in: exchange) }
    for link in links.reversed() { link.refuse(&response, in: exchange) }
  }
}

/// Middleware that clients use as well.
private struct SharedMiddleware: ServerMiddleware {
  let base: any Middleware

  func handle(
    _ request: HTTPRequest, in exchange: Exchange, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    try await base.handle(request, for: exchange.operation, next: next)
  }
}
