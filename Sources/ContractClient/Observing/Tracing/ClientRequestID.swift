internal import Contract

/// The step that adds the call's ID to a request as a header.
struct ClientRequestID: RequestChange {
  let field: HTTPFieldName

  func change(_ request: inout HTTPRequest, in call: ClientCall) {
    guard !request.fields.contains(field) else { return }
    request.fields.append(
      field, Exchange.current.flatMap { HTTPFieldValue($0.id) } ?? HTTPFieldValue(unchecked: call.id))
  }
}
