internal import ContractHTTP
internal import ContractServer

/// Echoes the content of every request.
struct EchoResponder: HTTPResponder {
  private static let fields: HTTPFields = [.contentType: "application/octet-stream"]

  func begin(_ head: RequestHead, peer: PeerAddress, contentLength: Int?) -> HeadDecision {
    .accept(
      RequestHandling(maxBodyBytes: 1 << 20) { content in
        HTTPResponse(.ok, fields: Self.fields, body: .bytes(content))
      })
  }

  func refusal(_ status: HTTPStatus, _ reason: String, for head: RequestHead?) -> HTTPResponse {
    .text(reason, status: status)
  }
}
