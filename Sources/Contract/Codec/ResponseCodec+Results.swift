extension ResponseCodec where Response: Codable & SendableMetatype {
  /// JSON, or the custom format of the operation.
  public static var json: ResponseCodec {
    // The lookup of a compiled reader and writer happens once, when the codec is created.
    if let type = Response.self as? any Schema.Type, let codec = compiledCodec(type) as? ResponseCodec { return codec }
    return json { result, operation, bytes in
      bytes = try JSONWriter.bytes(of: result, options: operation.wire.json)
    } decode: { bytes, reader in
      let document = try JSONDocument(bytes)
      do {
        return try reader.decode(Response.self, at: document.root)
      } catch {
        throw UnusableContent(reader.failures(decoding: Response.self, at: document.root), cause: error)
      }
    }
  }

  /// Creates a JSON codec from two functions. The operation's custom coder, if any, takes precedence. `encode` replaces the
  /// contents of the array.
  fileprivate static func json(
    encode: @escaping @Sendable (Response, APIOperation, inout [UInt8]) throws -> Void,
    decode: @escaping @Sendable ([UInt8], JSONReader) throws -> Response
  ) -> ResponseCodec {
    let fields = ([.contentType: "application/json"] as HTTPFields).renderedForResponses()
    return ResponseCodec(mediaType: .json) { result, operation, spare in
      if operation.hasCoder, let coder = operation.coder {
        let fields: HTTPFields = [.contentType: HTTPFieldValue(unchecked: coder.encoder.mediaType.description)]
        return HTTPResponse(
          operation.successStatus, fields: fields, body: .bytes(try coder.encoder.encode(content: result)))
      }
      try encode(result, operation, &spare)
      var bytes: [UInt8] = []
      swap(&bytes, &spare)
      return HTTPResponse(operation.successStatus, fields: fields, body: .bytes(bytes))
    } decode: { response, operation in
      if let coder = operation.coder { return try read(response, with: coder.decoder) }
      // The usual value, `application/json`, is compared as a string, without parsing a media type.
      let type = response.fields[.contentType]?.rawValue
      if let type, type != "application/json", let media = MediaType(type), !media.isJSON {
        throw UnexpectedContent(reason: "expected JSON, got \(media.essence)")
      }
      return try decode(response.heldBytes, JSONReader(options: operation.wire.json))
    }
  }

  private static func read(_ response: HTTPResponse, with decoder: any ContentDecoder) throws -> Response {
    let wanted = decoder.mediaType
    if let media = response.mediaType, media.essence != wanted.essence, !(wanted.isJSON && media.isJSON) {
      throw UnexpectedContent(reason: "expected \(wanted.essence), got \(media.essence)")
    }
    do {
      return try decoder.decode(Response.self, content: response.heldBytes)
    } catch {
      throw UnusableContent([CodingFailure(error)], cause: error)
    }
  }
}

/// Returns the JSON codec with the type's compiled writer and reader.
private func compiledCodec<T: Schema>(_ type: T.Type) -> AnyObject {
  ResponseCodec<T>.json { result, operation, bytes in
    try JSONWriter.write(result, with: operation.jsonReading, into: &bytes)
  } decode: { bytes, reader in
    // SAFETY: the memory has room for one value, which is initialized if `read` returned true. A temporary allocation
    // would look up the metadata of its closure's result, which costs more.
    let slot = UnsafeMutablePointer<T>.allocate(capacity: 1)
    defer { slot.deallocate() }
    var failures: [CodingFailure] = []
    if try reader.read(T.self, from: bytes, checksRules: false, into: slot, failures: &failures) {
      return slot.move()
    }
    throw UnusableContent(failures, cause: DecodingError(failures))
  }
}

extension ResponseCodec {
  /// Creates a codec of JSON, or 204 for nil.
  public static func optionalJSON<Wrapped: Codable & SendableMetatype>() -> ResponseCodec where Response == Wrapped? {
    ResponseCodec<Wrapped>.json.optional()
  }

  /// Creates a codec of bytes from two functions. `encode` replaces the contents of the array.
  static func bytes(
    _ mediaType: MediaType, sentAs text: HTTPFieldValue,
    encode: @escaping @Sendable (Response, inout [UInt8]) -> Void,
    decode: @escaping @Sendable ([UInt8]) throws -> Response
  ) -> ResponseCodec {
    let fields = ([.contentType: text] as HTTPFields).renderedForResponses()
    return ResponseCodec(mediaType: mediaType) { result, operation, spare in
      encode(result, &spare)
      var bytes: [UInt8] = []
      swap(&bytes, &spare)
      return HTTPResponse(operation.successStatus, fields: fields, body: .bytes(bytes))
    } decode: { response, _ in
      try decode(response.heldBytes)
    }
  }
}

extension ResponseCodec<String> {
  /// `text/plain` in UTF-8.
  public static var text: ResponseCodec {
    .bytes(.plainText, sentAs: "text/plain; charset=utf-8") {
      $1.removeAll(keepingCapacity: true)
      $1.append(contentsOf: $0.utf8)
    } decode: { bytes in
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw UnexpectedContent(reason: "expected text in UTF-8")
      }
      return text
    }
  }
}

extension ResponseCodec<String?> {
  /// `text/plain` in UTF-8, or 204 for nil. Empty text is read as nil.
  public static var optionalText: ResponseCodec { ResponseCodec<String>.text.optional() }
}

extension ResponseCodec<[UInt8]> {
  /// `application/octet-stream`.
  public static var bytes: ResponseCodec {
    .bytes(.octetStream, sentAs: "application/octet-stream") {
      $1 = $0
    } decode: {
      $0
    }
  }
}

extension ResponseCodec<[UInt8]?> {
  /// `application/octet-stream`, or 204 for nil. Empty bytes are read as nil.
  public static var optionalBytes: ResponseCodec { ResponseCodec<[UInt8]>.bytes.optional() }
}

extension ResponseCodec<Void> {
  /// No body. Default status: 204.
  public static var none: ResponseCodec {
    ResponseCodec(mediaType: nil, defaultStatus: .noContent) { _, operation, _ in
      HTTPResponse(operation.successStatus)
    } decode: { _, _ in
    }
  }
}

extension ResponseCodec<Empty> {
  /// No body. Default status: 204.
  public static var empty: ResponseCodec {
    ResponseCodec(mediaType: nil, defaultStatus: .noContent) { _, operation, _ in
      HTTPResponse(operation.successStatus)
    } decode: { _, _ in
      Empty()
    }
  }
}

extension ResponseCodec<HTTPResponse> {
  /// The whole response, with any status.
  public static var raw: ResponseCodec {
    ResponseCodec(mediaType: nil, defaultStatus: .ok, takesEveryStatus: true) { response, _, _ in
      response
    } decode: { response, _ in
      response
    }
  }
}
