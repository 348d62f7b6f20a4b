extension ResponseCodec {
  /// Creates a codec of a value together with typed headers of its response. `@API` generates it for a result such as
  /// `(todos: [Todo], totalCount: Header<Int>)`.
  ///
  /// ```swift
  /// let total = InputDescription(.header, "Total-Count", type: "Int", isRequired: true)
  /// let list = Endpoint<Empty, (todos: [Todo], totalCount: Int)>(
  ///   .get, "/todos",
  ///   result: .withHeaders(.json, [total]) { result, headers in
  ///     headers.int(.header, "Total-Count", result.totalCount)
  ///     return result.todos
  ///   } decode: { todos, headers in
  ///     (todos, headers.int(.header, "Total-Count"))
  ///   })
  /// ```
  ///
  /// - Parameters:
  ///   - codec: the codec of the value.
  ///   - headers: the descriptions of the headers, for documentation and mocks.
  ///   - encode: writes the headers, and returns the value.
  ///   - decode: returns the result with the value and the headers; nil after failures were recorded in the decoder.
  public static func withHeaders<Value>(
    _ codec: ResponseCodec<Value>, _ headers: [InputDescription],
    encode: @escaping @Sendable (Response, inout RequestEncoder) throws -> Value,
    decode: @escaping @Sendable (Value, inout RequestDecoder) -> Response?
  ) -> ResponseCodec {
    .withHeaders(codec, headers, usesEntityTags: false, encode: encode, decode: decode)
  }

  static func withHeaders<Value>(
    _ codec: ResponseCodec<Value>, _ headers: [InputDescription], usesEntityTags: Bool,
    encode: @escaping @Sendable (Response, inout RequestEncoder) throws -> Value,
    decode: @escaping @Sendable (Value, inout RequestDecoder) -> Response?
  ) -> ResponseCodec {
    var stream: (@Sendable (HTTPResponse, APIOperation, StreamCall) throws -> Response)?
    if let decodeStream = codec.decodeStream {
      stream = { response, operation, call in
        try Self.combined(decodeStream(response, operation, call), response, operation, decode)
      }
    }
    return ResponseCodec(
      mediaType: codec.mediaType, defaultStatus: codec.defaultStatus, value: codec, headers: headers,
      usesEntityTags: usesEntityTags,
      recordHeaders: { _, recorder, operation in
        let empty = (Value.self as? any StreamResult.Type)?.empty as? Value
        guard let value = try? empty ?? Placeholder.value(of: Value.self) else { return }
        var decoder = RequestDecoder(recordingHeadersOf: operation, with: recorder)
        _ = decode(value, &decoder)
      },
      decodeStream: stream
    ) { result, operation, spare in
      var encoder = RequestEncoder(for: operation)
      let value = try encode(result, &encoder)
      if let refusal = encoder.refusal { throw refusal }
      var response = try codec.encode(value, operation, &spare)
      for field in encoder.fields { response.fields.append(field.name, field.value) }
      return response
    } decode: { response, operation in
      try Self.combined(codec.decode(response, operation), response, operation, decode)
    }
  }

  /// Returns the result with a value and the headers of its response.
  private static func combined<Value>(
    _ value: Value, _ response: HTTPResponse, _ operation: APIOperation,
    _ decode: (Value, inout RequestDecoder) -> Response?
  ) throws -> Response {
    var decoder = RequestDecoder(headers: response.fields, of: operation)
    let result = decode(value, &decoder)
    if let failure = decoder.failures.first { throw UnusableHeader(failure) }
    guard let result else { throw UnexpectedContent(reason: "the response does not decode to \(Response.self)") }
    return result
  }
}

/// A stream as the body of a response, which no placeholder can be decoded for.
private protocol StreamResult {
  /// A stream without elements.
  static var empty: Self { get }
}

extension ByteStream: StreamResult {
  fileprivate static var empty: ByteStream { ByteStream([]) }
}

extension ServerEvents: StreamResult {
  fileprivate static var empty: ServerEvents { ServerEvents(heartbeat: nil) { nil } }
}

extension JSONLines: StreamResult {
  fileprivate static var empty: JSONLines { JSONLines([]) }
}

/// The codecs of bodies by their types, which generated code combines with headers.
public enum ResultBody {
  /// Returns the codec of a value: text, bytes, nothing or JSON, depending on the type.
  public static func codec<Value: Codable & SendableMetatype>(_ type: Value.Type) -> ResponseCodec<Value> { .inferred }

  /// Returns the codec of an optional value, which is 204 for nil.
  public static func codec<Value: Codable & SendableMetatype>(_ type: Value?.Type) -> ResponseCodec<Value?> {
    ResponseCodec<Value>.inferred.optional()
  }

  /// Returns the codec of a stream of bytes.
  public static func codec(_ type: ByteStream.Type) -> ResponseCodec<ByteStream> { .stream }

  /// Returns the codec of server-sent events.
  public static func codec<Value>(_ type: ServerEvents<Value>.Type) -> ResponseCodec<ServerEvents<Value>> { .events() }

  /// Returns the codec of JSON lines.
  public static func codec<Value>(_ type: JSONLines<Value>.Type) -> ResponseCodec<JSONLines<Value>> { .jsonLines() }
}
