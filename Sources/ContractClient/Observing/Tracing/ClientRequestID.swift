internal import Contract

/// The step that adds the call's ID to a request as a header.
struct ClientRequestID: RequestChange {
  let field: HTTPFieldName

  func change(_ request: inout HTTPRequest, in call: ClientCall) {
    guard !request.fields.contains(field) else { return }
    // Without middleware, the request of a handler has an id but no exchange.
    request.fields.append(
      field, ServerRequest.current.flatMap { HTTPFieldValue($0.id) } ?? HTTPFieldValue(unchecked: call.id))
  }
}
