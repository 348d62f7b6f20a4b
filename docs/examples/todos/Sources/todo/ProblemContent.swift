internal import Contract

/// The content of an `application/problem+json` response (RFC 9457).
struct ProblemContent: Decodable, Sendable {
  private struct Failure: Decodable {
    var message: String
  }

  private var detail: String?
  private var errors: [Failure]?

  /// Reads the content of a response; nil for another media type.
  init?(_ response: HTTPResponse) {
    guard case .bytes(let bytes) = response.body,
      let content = try? JSONReader().decode(ProblemContent.self, from: bytes)
    else { return nil }
    self = content
  }

  /// One sentence for each invalid value.
  var messages: [String] {
    errors?.map(\.message) ?? detail.map { [$0] } ?? []
  }
}
