internal import Contract

/// What an `application/problem+json` answer (RFC 9457) says about the request.
struct ProblemContent: Decodable, Sendable {
  private struct Failure: Decodable {
    var message: String
  }

  private var detail: String?
  private var errors: [Failure]?

  /// The content of a response, or nil when it is something else.
  init?(_ response: HTTPResponse) {
    guard case .bytes(let bytes) = response.body,
      let content = try? JSONReader().decode(ProblemContent.self, from: bytes)
    else { return nil }
    self = content
  }

  /// One sentence for each value that is at fault.
  var messages: [String] {
    errors?.map(\.message) ?? detail.map { [$0] } ?? []
  }
}
