public import FoundationEssentials

extension ResponseCodec {
  /// A result and the whole response beside it.
  ///
  /// A client reads the result with `codec` and hands over the response it was read from. A server writes the result's
  /// content, and takes the status of the response if it is a success that can have this content, and its fields, save
  /// those that describe content: the result is what travels.
  public static func withResponse<Value>(_ codec: ResponseCodec<Value>) -> ResponseCodec
  where Response == (Value, HTTPResponse) {
    ResponseCodec(
      mediaType: codec.mediaType, defaultStatus: codec.defaultStatus, takesEveryStatus: codec.takesEveryStatus,
      value: codec
    ) { result, operation, spare in
      var response = try codec.encode(result.0, operation, &spare)
      response.take(statusAndFieldsOf: result.1, isSuccess: operation.isSuccess(result.1.status))
      return response
    } decode: { response, operation in
      (try codec.decode(response, operation), response)
    }
  }

  // MARK: By the type of the result

  /// JSON, and the response beside it.
  @_disfavoredOverload
  public static func withResponse<Value: Codable & SendableMetatype>(_ type: Value.Type) -> ResponseCodec
  where Response == (Value, HTTPResponse) { .withResponse(.json) }

  /// JSON or nothing with 204, and the response beside it.
  public static func withResponse<Value: Codable & SendableMetatype>(_ type: Value?.Type) -> ResponseCodec
  where Response == (Value?, HTTPResponse) { .withResponse(.optionalJSON()) }

  /// Text, and the response beside it.
  public static func withResponse(_ type: String.Type) -> ResponseCodec
  where Response == (String, HTTPResponse) { .withResponse(.text) }

  /// Text or nothing with 204, and the response beside it.
  public static func withResponse(_ type: String?.Type) -> ResponseCodec
  where Response == (String?, HTTPResponse) { .withResponse(.optionalText) }

  /// Bytes, and the response beside them.
  public static func withResponse(_ type: [UInt8].Type) -> ResponseCodec
  where Response == ([UInt8], HTTPResponse) { .withResponse(.bytes) }

  /// Bytes or nothing with 204, and the response beside them.
  public static func withResponse(_ type: [UInt8]?.Type) -> ResponseCodec
  where Response == ([UInt8]?, HTTPResponse) { .withResponse(.optionalBytes) }

  /// Bytes, and the response beside them.
  public static func withResponse(_ type: Data.Type) -> ResponseCodec
  where Response == (Data, HTTPResponse) { .withResponse(.data) }

  /// Bytes or nothing with 204, and the response beside them.
  public static func withResponse(_ type: Data?.Type) -> ResponseCodec
  where Response == (Data?, HTTPResponse) { .withResponse(.optionalData) }

  /// No content, and the response.
  public static func withResponse(_ type: Empty.Type) -> ResponseCodec
  where Response == (Empty, HTTPResponse) { .withResponse(.empty) }
}

extension HTTPResponse {
  /// Fields that belong to the content they came with (RFC 9110 §8), or to its framing.
  private static let contentFields: Set<HTTPFieldName> = [
    .contentType, .contentLength, .contentEncoding, .transferEncoding, "Content-Range",
  ]

  /// Takes what another response says, except about its content.
  fileprivate mutating func take(statusAndFieldsOf other: HTTPResponse, isSuccess: Bool) {
    let fits = body.length == 0 || (other.status.allowsContent && other.status.code != 205)
    if isSuccess, fits { status = other.status }
    for field in other.fields where !Self.contentFields.contains(field.name) { fields.append(field.name, field.value) }
  }
}
