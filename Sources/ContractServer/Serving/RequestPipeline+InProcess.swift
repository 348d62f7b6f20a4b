internal import Contract
internal import ContractHTTP1
internal import ContractSockets

/// Requests from the same process. The pipeline applies the rules of a connection that do not need one.
extension RequestPipeline {
  /// Returns the response to a request from the same process, with the body and the framing headers that the client of a
  /// connection gets.
  package func exchange(_ message: HTTPRequest) async throws -> HTTPResponse {
    try await respond(to: message).framed(for: message)
  }

  /// Returns the response to a request from the same process, with the checks of a connection in their order. The body
  /// of a response to HEAD is that of GET.
  package func respond(to message: HTTPRequest) async throws -> HTTPResponse {
    let message = message.framed()
    let head = RequestHead(message)
    // Nearly no request has an expectation.
    let isRefused = message.fields.contains(.expect) && head.hasUnknownExpectation
    let decision = admit(head, from: nil, hasContent: message.body.length != 0)
    let request = decision.request
    if isRefused, decision.readsContent, let request {
      return request.refusal(.expectationFailed, RequestHead.unknownExpectation)
    }
    var response = try await respond(to: message.body, after: decision)
    if case .stream(let stream) = response.body {
      if let length = stream.length, length < 0, message.method != .head {
        request?.streamFailed(StreamLengthError(0, announced: length))
        return request?.refusal(.internalServerError, StreamLengthError.refusalReason)
          ?? HTTPResponse(.internalServerError)
      }
      if let request { response.body = .stream(stream.reportingErrors(to: request)) }
    }
    return response
  }
}

extension HTTPRequest {
  /// Returns the request with the framing headers that a client sends, whatever the request contains.
  fileprivate consuming func framed() -> HTTPRequest {
    fields.removeAll(of: [.contentLength, .transferEncoding])
    if case .empty = body, !method.expectsContent { return self }
    if let length = body.length {
      fields.append(.contentLength, HTTPFieldValue(unchecked: String(length)))
    } else {
      fields.append(.transferEncoding, "chunked")
    }
    return self
  }
}

extension HTTPResponse {
  /// Returns the response with the body and the length that a server sends (RFC 9110 §8.6), whatever the handler has
  /// set.
  fileprivate consuming func framed(for request: HTTPRequest) -> HTTPResponse {
    // A switch to another protocol is not framed.
    if status.code < 200 { return self }
    let framing = ResponseFraming(status: status, body: body, isHead: request.method == .head, minorVersion: 1)
    fields.removeAll(of: [.contentLength, .transferEncoding, .connection])
    if !framing.hasContent { body = .empty }
    switch framing {
    case .length(let count), .lengthOnly(let count):
      fields.append(.contentLength, HTTPFieldValue(unchecked: String(count)))
    case .none, .chunked, .untilClose:
      break
    }
    return self
  }
}

extension HTTPFields {
  /// Removes headers that depend on the framing or the connection.
  fileprivate mutating func removeAll(of names: [HTTPFieldName]) {
    // Nearly no message has such a header.
    guard contains(where: { $0.name.isWrittenByServer }) else { return }
    for name in names { remove(name) }
  }
}
