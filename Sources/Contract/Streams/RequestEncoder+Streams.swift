extension RequestEncoder {
  /// Sends the body while it is produced, with the media type of the stream or `application/octet-stream`.
  public mutating func body(_ value: ByteStream) throws {
    set(body: .stream(operation.hasChecksum ? value.checksummed() : value), value.mediaType)
  }

  /// Sends the body as JSON values, one per line, while they are produced.
  public mutating func body<Value>(_ value: JSONLines<Value>) throws {
    let coding = LineCoding<Value>()
    let operation = operation
    let stream = ByteStream {
      try await value.read().map { try coding.bytes(of: $0, operation) }
    }
    set(body: .stream(stream), nil)
  }
}

extension RequestDecoder {
  /// Returns the body, which is read while it arrives.
  public mutating func body(as type: ByteStream.Type) -> ByteStream? {
    if let recorder { return recorder.body(.binary, isRequired: false) }
    return request.content
  }

  /// Returns the JSON values of the body, which are read while they arrive.
  public mutating func body<Value>(as type: JSONLines<Value>.Type) -> JSONLines<Value>? {
    if let recorder { return recorder.body(.of(Value.self), isRequired: false) }
    let received = ReceivedLines(
      request.content, maxLineBytes: request.maxLineBytes, request.operation, LineCoding<Value>(), isRequest: true)
    let reader = SequenceReader(received)
    return JSONLines(reading: { try await reader.next() })
  }
}
