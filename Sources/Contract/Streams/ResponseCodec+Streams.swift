extension ResponseCodec<ByteStream> {
  /// Bytes that are sent and read while they are produced: `application/octet-stream`, or the media type of the stream.
  public static var stream: ResponseCodec {
    .streamed(.octetStream) { stream, operation in
      let type = stream.mediaType.map { HTTPFieldValue(unchecked: $0.description) } ?? "application/octet-stream"
      let sent = operation.hasChecksum ? stream.checksummed() : stream
      return HTTPResponse(operation.successStatus, fields: [.contentType: type], body: .stream(sent))
    } decode: { response, operation, _ in
      let stream = ByteStream(response, of: operation)
      guard operation.hasChecksum else { return stream }
      let head = HTTPResponse(response.status, fields: response.fields)
      // The digest covers the encoded bytes, which only the transport sees, so it cannot be checked after decoding.
      if response.fields.contains(.contentEncoding) {
        throw UnexpectedContent(reason: "expected bytes with a checksum, got bytes with a content coding")
      }
      return stream.verified(header: ContentDigest.text(in: response.fields)) { error in
        ClientError(
          .checksum, stage: .exchange, error.description, operation: operation, response: head, cause: error)
      }
    }
  }
}

extension APIOperation {
  /// True if the result is a byte stream, whose media type the service may choose for each response.
  package var choosesMediaType: Bool { streamsResult && responseContent == .octetStream }
}

extension ResponseCodec {
  /// Creates a codec of server-sent events.
  public static func events<Value>() -> ResponseCodec where Response == ServerEvents<Value> {
    let coding = EventCoding<Value>()
    return .streamed(.eventStream) { events, operation in
      let ending = StreamEnding()
      let stream = ByteStream {
        try await ending.next(of: operation, failing: EventText.failure) {
          try await events.read().map { try coding.bytes(of: $0, operation) }
        }
      }
      let beat = events.heartbeat.map { ByteStream.Heartbeat(every: $0) { EventText.heartbeat } }
      return HTTPResponse(operation.successStatus, fields: Self.eventFields, body: .stream(stream.beating(beat)))
    } decode: { response, operation, call in
      if response.status != .noContent { try operation.checkStream(response, of: .eventStream) }
      let received = ReceivedEvents(response: response, operation: operation, call: call, coding: coding)
      let reader = SequenceReader(received)
      return ServerEvents(heartbeat: nil) { try await reader.next() }
    }
  }

  /// Creates a codec of JSON values, one per line.
  public static func jsonLines<Value>() -> ResponseCodec where Response == JSONLines<Value> {
    let coding = LineCoding<Value>()
    return .streamed(.jsonLines) { lines, operation in
      let ending = StreamEnding()
      let stream = ByteStream {
        try await ending.next(of: operation, failing: StreamFailure.line) {
          try await lines.read().map { try coding.bytes(of: $0, operation) }
        }
      }
      return HTTPResponse(operation.successStatus, fields: Self.lineFields, body: .stream(stream))
    } decode: { response, operation, call in
      if let media = response.mediaType, !MediaType.jsonLinesNames.contains(media.essence), !media.isJSON {
        throw UnexpectedContent(reason: "expected JSON lines, got \(media.essence)")
      }
      let received = ReceivedLines(
        ByteStream(response, of: operation), maxLineBytes: call.options.maxLineBytes, operation, coding)
      let reader = SequenceReader(received)
      return JSONLines(reading: { try await reader.next() })
    }
  }

  private static func streamed(
    _ mediaType: MediaType, encode: @escaping @Sendable (Response, APIOperation) throws -> HTTPResponse,
    decode: @escaping @Sendable (HTTPResponse, APIOperation, StreamCall) throws -> Response
  ) -> ResponseCodec {
    ResponseCodec(mediaType: mediaType, decodeStream: decode) { result, operation, _ in
      try encode(result, operation)
    } decode: { response, operation in
      try decode(response, operation, StreamCall())
    }
  }

  /// The headers of an event stream. nginx buffers responses unless a header asks it not to.
  private static var eventFields: HTTPFields {
    [.contentType: "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no"]
  }

  private static var lineFields: HTTPFields {
    [.contentType: "application/jsonl", "Cache-Control": "no-store", "X-Accel-Buffering": "no"]
  }
}

/// The end of a stream that a service produces.
private final class StreamEnding: Sendable {
  private let hasEnded = Lock(false)

  /// Returns the next chunk, or the last chunk for an error that the operation declares.
  ///
  /// - Throws: any other error, which breaks the connection.
  func next(
    of operation: APIOperation, failing: ([UInt8]) -> [UInt8], _ produce: () async throws -> [UInt8]?
  ) async throws -> [UInt8]? {
    if hasEnded.withLock({ $0 }) { return nil }
    do {
      return try await produce()
    } catch {
      guard let document = try StreamFailure.document(error, of: operation) else { throw error }
      hasEnded.withLock { $0 = true }
      return failing(document)
    }
  }
}
