public import Contract

/// Middleware that gives every request an id, in `X-Request-ID`: the client's id if valid, otherwise a new one.
///
/// The response carries the id. It is also in logs, in problems and in ``/Contract/ServerRequest/id``.
///
/// ```swift
/// Server(port: 8080, middleware: [AccessLog(), RequestID()]) { … }
/// ```
///
/// A valid id has 1 to 128 letters, digits and `-_.:+/=@`. Any other is replaced, so that clients cannot inject lines
/// into a log. On a server that is reachable without a trusted proxy, do not accept ids from clients:
/// `takesNames: false`.
public struct RequestID: ServerMiddleware {
  private let field: HTTPFieldName
  private let takesNames: Bool

  /// Creates middleware that assigns ids.
  ///
  /// - Parameters:
  ///   - field: the header that carries the id. Default: `X-Request-ID`.
  ///   - takesNames: whether to accept valid ids from clients. Default: true.
  public init(field: HTTPFieldName = .requestID, takesNames: Bool = true) {
    self.field = field
    self.takesNames = takesNames
  }

  /// Sets the id of the request and its response.
  public func handle(
    _ request: HTTPRequest, in exchange: Exchange, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    name(exchange, request.fields.values(field).map(\.rawValue))
    var response = try await next(request)
    response.fields[field] = HTTPFieldValue(unchecked: exchange.id)
    return response
  }

  /// Sets the id of a request that the server itself refuses.
  public func willRefuse(in exchange: Exchange) {
    guard exchange[Named.self] == nil else { return }
    name(
      exchange, exchange.head.map { head in head.allBytes(of: field).map { String(decoding: $0, as: UTF8.self) } } ?? []
    )
  }

  /// Adds the id to a response that the server itself created.
  public func refuse(_ response: inout HTTPResponse, in exchange: Exchange) {
    response.fields[field] = HTTPFieldValue(unchecked: exchange.id)
  }

  private struct Named: Sendable {}

  private func name(_ exchange: Exchange, _ names: [String]) {
    exchange[Named.self] = Named()
    guard takesNames, names.count == 1, Self.isValid(names[0]) else { return }
    exchange.id = names[0]
  }

  private static func isValid(_ name: String) -> Bool {
    (1...128).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x2D, 0x5F, 0x2E, 0x3A, 0x2B, 0x2F, 0x3D, 0x40: true
        default: false
        }
      }
  }
}
