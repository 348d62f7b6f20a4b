package import Contract
internal import ContractCurl
internal import ContractHTTP

/// Responses that do not come from a network, such as mocks, treated like responses of ``CurlTransport``.
extension TransportOptions {
  /// Returns the response of a closure, within the timeout.
  ///
  /// The closure begins on the current thread. It is cancelled at the end of the timeout, and when the calling task is
  /// cancelled. The call does not wait for it then. A streamed body is read into memory unless the response is streamed.
  ///
  /// - Throws: `ClientError` with the code `timeout` or `cancelled`, and the errors of ``delivered(_:to:isStreamed:)``
  ///   and of the closure.
  package func delivered(
    to request: HTTPRequest, isStreamed: Bool,
    from respond: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    let response = try await LocalCall.run(timeout: timeout) {
      var response = try await respond(request)
      if !isStreamed, case .stream = response.body { try await collectBody(of: &response) }
      return response
    }
    return try delivered(response, to: request, isStreamed: isStreamed)
  }

  /// Reads the body of a response into memory.
  ///
  /// - Throws: `ClientError` with the code `responseTooLarge`, and the errors of the body's stream.
  package func collectBody(of response: inout HTTPResponse) async throws {
    do {
      let bytes = try await response.body.collect(upTo: maxResponseBytes)
      response.body = bytes.isEmpty ? .empty : .bytes(bytes)
    } catch is HTTPBodyTooLarge {
      throw Self.tooLarge(maxResponseBytes)
    }
  }

  /// Returns a response with its body decoded and within the limit.
  ///
  /// Only a body in memory is changed and checked. A streamed response has no limit. If the request sets
  /// `Accept-Encoding`, the caller decodes the body.
  ///
  /// - Throws: `ClientError` with the code `responseTooLarge`, or `malformedResponse` for a body that cannot be decoded.
  package func delivered(
    _ response: HTTPResponse, to request: HTTPRequest, isStreamed: Bool
  ) throws(ClientError) -> HTTPResponse {
    guard case .bytes(let bytes) = response.body else { return response }
    let limit = isStreamed ? Int.max : maxResponseBytes
    guard response.status != .partialContent, !request.fields.contains(.acceptEncoding),
      response.fields.contains(.contentEncoding)
    else {
      guard bytes.count <= limit else { throw Self.tooLarge(limit) }
      return response
    }
    var response = response
    do throws(TransferFailure) {
      let limits = TransferRequest.Limits(maxResponseBytes: limit, maxExpansion: maxExpansion, pace: .unlimited)
      if let decoded = try DecodedContent.of(bytes, response.fields, limits) {
        response.body = decoded.isEmpty ? .empty : .bytes(decoded)
        response.fields.remove(.contentEncoding)
        response.fields.remove(.contentLength)
      }
    } catch {
      throw ClientError(error)
    }
    guard response.body.length ?? 0 <= limit else { throw Self.tooLarge(limit) }
    return response
  }

  private static func tooLarge(_ limit: Int) -> ClientError {
    ClientError(.responseTooLarge, stage: .exchange, "the response exceeds the limit of \(limit) bytes")
  }
}
