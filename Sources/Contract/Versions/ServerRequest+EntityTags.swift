/// The evaluation of `If-None-Match` for operations with entity tags.
extension ServerRequest {
  /// Returns the response to a read, which is 304 if the client knows the version (RFC 9110 §13.1.2).
  ///
  /// A 200 without a tag gets a tag that is computed from its bytes, if its contract has `@ETag`.
  ///
  /// - Throws: ``UnexpectedNotModified`` for a 304 to a request without `If-None-Match`.
  func conditional(_ response: consuming HTTPResponse) throws -> HTTPResponse {
    guard head.method == .get || head.method == .head else { return response }
    response.tagContent(upTo: .max)
    let lines = head.allBytes(of: "If-None-Match").map { String(decoding: $0, as: UTF8.self) }
    let known = EntityTags.parsing(lines)?.tags
    if response.status == .notModified {
      guard let known else {
        if operation.takesNotModified { throw UnexpectedNotModified(operation: operation.id) }
        return response
      }
      if case .these(let tags) = known, tags.count == 1, !response.fields.contains("ETag") {
        response.fields["ETag"] = tags[0].fieldValue
      }
      return response
    }
    guard response.status.kind == .success, let known,
      let tag = response.fields["ETag"].flatMap({ EntityTag(parsing: $0.rawValue) }),
      known.contains(where: tag.weaklyEquals)
    else { return response }
    return response.notModified()
  }
}

/// An error of a service that returns nil, which means 304, to a request without `If-None-Match`.
struct UnexpectedNotModified: Error, CustomStringConvertible {
  let operation: String

  var description: String {
    "\(operation) returned nil, which means unchanged, to a request without If-None-Match; return the value, or throw"
  }
}

extension HTTPResponse {
  /// Adds a strong tag, computed from the bytes, to a 200 without a tag whose body is in memory.
  package mutating func tagContent(upTo maxBytes: Int) {
    guard status == .ok, !fields.contains("ETag"), case .bytes(let bytes) = body, bytes.count <= maxBytes else {
      return
    }
    fields["ETag"] = EntityTag(of: bytes).fieldValue
  }

  /// Returns a 304 that replaces this response, without the headers that describe the body (RFC 9110 §15.4.5).
  package func notModified() -> HTTPResponse {
    var unchanged = HTTPResponse(.notModified, fields: fields)
    for name: HTTPFieldName in [.contentType, .contentEncoding, .contentLength, "Content-Language", "Content-Range"] {
      unchanged.fields.remove(name)
    }
    return unchanged
  }
}
