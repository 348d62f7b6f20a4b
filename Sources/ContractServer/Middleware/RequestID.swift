public import Contract

/// Names every request, in `X-Request-ID`: with the name that it comes with when that is a valid one, else with a new one.
///
/// The answer carries the name, handlers find it in ``/Contract/ServerRequest/id``, logs and problems have it.
///
/// ```swift
/// Server(port: 8080, middleware: [AccessLog(), RequestID()]) { … }
/// ```
///
/// A valid name has 1 to 128 letters, digits and `-_.:+/=@`; whatever else arrives is replaced, so that no client can put
/// lines into a log. Behind a proxy that is open to everybody, let only the proxy name requests: `takesNames: false`.
public struct RequestID: ServerMiddleware {
  private let field: HTTPFieldName
  private let takesNames: Bool

  /// Names requests.
  ///
  /// - Parameters:
  ///   - field: where the name travels.
  ///   - takesNames: false names every request anew.
  public init(field: HTTPFieldName = .requestID, takesNames: Bool = true) {
    self.field = field
    self.takesNames = takesNames
  }

  /// Names the request and its answer.
  public func handle(
    _ request: HTTPRequest, in exchange: Exchange, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    name(exchange, request.fields.values(field).map(\.rawValue))
    var response = try await next(request)
    response.fields[field] = HTTPFieldValue(unchecked: exchange.id)
    return response
  }

  /// Names a request that the server refuses by itself.
  public func willRefuse(in exchange: Exchange) {
    guard exchange[Named.self] == nil else { return }
    name(
      exchange, exchange.head.map { head in head.allBytes(of: field).map { String(decoding: $0, as: UTF8.self) } } ?? []
    )
  }

  /// Names an answer of the server's own.
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
