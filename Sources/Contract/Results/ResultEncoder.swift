/// An encoder of an ``APIResult`` into a response.
public struct ResultEncoder {
  /// The encoder of the headers, which are written like those of a request.
  public var headers: RequestEncoder

  private let cases: [ResultCase]
  private let operation: APIOperation
  private var index = 0
  private var body: HTTPResponse?
  private var memory: [UInt8]

  /// - Parameter memory: an array whose memory the body may reuse.
  init(_ cases: [ResultCase], of operation: APIOperation, reusing memory: consuming [UInt8]) {
    self.cases = cases
    self.operation = operation
    self.memory = memory
    headers = RequestEncoder(for: operation)
  }

  /// Begins the case at an index of ``APIResult/declaredResults``.
  public mutating func begin(_ index: Int) {
    self.index = index
  }

  /// Writes the body of the case.
  ///
  /// - Throws: `EncodingError` for a value that its format cannot represent.
  public mutating func body<Body: Codable & SendableMetatype>(_ value: Body) throws {
    let codec = cases[index].codec as? ResponseCodec<Body> ?? .inferred
    body = try codec.encode(value, operation, &memory)
  }

  /// Returns the response with everything written so far.
  ///
  /// - Throws: ``InvalidInput`` for a header that cannot be sent.
  consuming func finish() throws -> HTTPResponse {
    if let refusal = headers.refusal { throw refusal }
    var response = body ?? HTTPResponse(.noContent)
    response.status = cases[index].status
    for field in headers.fields { response.fields.append(field.name, field.value) }
    return response
  }
}

/// A decoder of an ``APIResult`` from a response.
public struct ResultDecoder: ~Copyable {
  /// The decoder of the headers, which are read like those of a request.
  public var headers: RequestDecoder

  private let response: HTTPResponse
  private let operation: APIOperation
  private let codec: (any Sendable & AnyObject)?

  init(_ element: ResultCase, of response: HTTPResponse, for operation: APIOperation) {
    self.response = response
    self.operation = operation
    codec = element.codec
    headers = RequestDecoder(headers: element.headers.isEmpty ? HTTPFields() : response.fields, of: operation)
  }

  /// Creates a decoder of a response without values, which records the headers.
  init(_ element: ResultCase, for operation: APIOperation, _ recorder: InputRecorder) {
    response = HTTPResponse(element.status)
    self.operation = operation
    codec = element.codec
    headers = RequestDecoder(recordingHeadersOf: operation, with: recorder)
  }

  /// Reads the body of the case.
  ///
  /// - Throws: an error that describes the fault of the body.
  public func body<Body: Codable & SendableMetatype>(_ type: Body.Type = Body.self) throws -> Body {
    try (codec as? ResponseCodec<Body> ?? .inferred).decode(response, operation)
  }
}

extension RequestDecoder {
  /// Creates a decoder of headers.
  init(headers: HTTPFields, of operation: APIOperation) {
    let request = ServerRequest(
      head: RequestHead(HTTPRequest(.get, "/", fields: headers)), body: [], operation: operation, remoteAddress: nil)
    self.init(readingHeadersOf: request)
  }

  /// Creates a decoder of a response without headers, which records those that are read.
  init(recordingHeadersOf operation: APIOperation, with recorder: InputRecorder) {
    let request = ServerRequest(
      head: RequestHead(HTTPRequest(.get, "/")), body: [], operation: operation, remoteAddress: nil)
    self.init(readingHeadersOf: request, for: recorder)
  }
}
