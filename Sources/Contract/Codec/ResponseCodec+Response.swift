public import FoundationEssentials

extension ResponseCodec {
  /// Creates a codec of a result together with its whole response.
  ///
  /// A client decodes the result with `codec` and also returns the response. A server encodes the result as the body.
  /// Status and headers come from the response, except for headers that describe the body. A status that is not a
  /// success, or does not allow the body, is replaced by the declared one.
  public static func withResponse<Value>(_ codec: ResponseCodec<Value>) -> ResponseCodec
  where Response == (Value, HTTPResponse) {
    var stream: (@Sendable (HTTPResponse, APIOperation, StreamCall) throws -> (Value, HTTPResponse))?
    if let decodeStream = codec.decodeStream {
      stream = { response, operation, call in
        // The returned response has no body, because the value reads the stream.
        (try decodeStream(response, operation, call), HTTPResponse(response.status, fields: response.fields))
      }
    }
    return ResponseCodec(
      mediaType: codec.mediaType, defaultStatus: codec.defaultStatus, takesEveryStatus: codec.takesEveryStatus,
      value: codec, decodeStream: stream
    ) { result, operation, spare in
      var response = try codec.encode(result.0, operation, &spare)
      response.take(statusAndFieldsOf: result.1, isSuccess: operation.isSuccess(result.1.status))
      return response
    } decode: { response, operation in
      (try codec.decode(response, operation), response)
    }
  }

  // MARK: By the type of the result

  /// Creates a codec of JSON together with the response.
  @_disfavoredOverload
  public static func withResponse<Value: Codable & SendableMetatype>(_ type: Value.Type) -> ResponseCodec
  where Response == (Value, HTTPResponse) { .withResponse(.json) }

  /// Creates a codec of JSON, or 204 for nil, together with the response.
  public static func withResponse<Value: Codable & SendableMetatype>(_ type: Value?.Type) -> ResponseCodec
  where Response == (Value?, HTTPResponse) { .withResponse(.optionalJSON()) }

  /// Creates a codec of text together with the response.
  public static func withResponse(_ type: String.Type) -> ResponseCodec
  where Response == (String, HTTPResponse) { .withResponse(.text) }

  /// Creates a codec of text, or 204 for nil, together with the response.
  public static func withResponse(_ type: String?.Type) -> ResponseCodec
  where Response == (String?, HTTPResponse) { .withResponse(.optionalText) }

  /// Creates a codec of bytes together with the response.
  public static func withResponse(_ type: [UInt8].Type) -> ResponseCodec
  where Response == ([UInt8], HTTPResponse) { .withResponse(.bytes) }

  /// Creates a codec of bytes, or 204 for nil, together with the response.
  public static func withResponse(_ type: [UInt8]?.Type) -> ResponseCodec
  where Response == ([UInt8]?, HTTPResponse) { .withResponse(.optionalBytes) }

  /// Creates a codec of bytes together with the response.
  public static func withResponse(_ type: Data.Type) -> ResponseCodec
  where Response == (Data, HTTPResponse) { .withResponse(.data) }

  /// Creates a codec of bytes, or 204 for nil, together with the response.
  public static func withResponse(_ type: Data?.Type) -> ResponseCodec
  where Response == (Data?, HTTPResponse) { .withResponse(.optionalData) }

  /// Creates a codec of bytes that are sent and read while they are produced, together with the response, which has no body
  /// on the client.
  public static func withResponse(_ type: ByteStream.Type) -> ResponseCodec
  where Response == (ByteStream, HTTPResponse) { .withResponse(.stream) }

  /// Creates a codec of an empty body together with the response.
  public static func withResponse(_ type: Empty.Type) -> ResponseCodec
  where Response == (Empty, HTTPResponse) { .withResponse(.empty) }
}

extension HTTPResponse {
  /// Headers that describe the body (RFC 9110 §8) or its framing.
  ///
  /// `Content-Range` is not among them: no codec knows it, and a 206 without it is invalid (RFC 9110 §15.3.7.1).
  private static let contentFields: Set<HTTPFieldName> = [
    .contentType, .contentLength, .contentEncoding, .transferEncoding,
  ]

  /// Copies the status and headers of another response, except those of its body.
  fileprivate mutating func take(statusAndFieldsOf other: HTTPResponse, isSuccess: Bool) {
    let fits = body.length == 0 || (other.status.allowsContent && other.status.code != 205)
    if isSuccess, fits { status = other.status }
    for field in other.fields where !Self.contentFields.contains(field.name) { fields.append(field.name, field.value) }
  }
}
