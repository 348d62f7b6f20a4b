import Contract

/// Remembers the last request that a service got, as it was on the wire.
final class Arrivals: Sendable {
  private let last = Lock<ServerRequest?>(nil)

  /// Stores the current request.
  func note() {
    let request = ServerRequest.current
    last.withLock { $0 = request }
  }

  private var request: ServerRequest? { last.withLock { $0 } }

  /// Method and target, such as `GET /users?page=1`.
  var line: String {
    guard let head = request?.head else { return "nothing arrived" }
    return "\(head.method) \(head.path)" + (head.query.map { "?" + $0 } ?? "")
  }

  /// The text of a field.
  subscript(name: HTTPFieldName) -> String? { request?.head.text(of: name) }

  /// The content as text.
  var body: String { String(decoding: request?.body ?? [], as: UTF8.self) }
}
