public import ContractHTTP

/// The encoding and decoding of an endpoint's result.
///
/// A class, so that generated code can pass an endpoint on without knowing the layout of its codec.
public final class ResponseCodec<Response>: Sendable {
  /// The media type of the body; nil without a body.
  public let mediaType: MediaType?
  /// The status of a success, unless the endpoint sets one.
  public let defaultStatus: HTTPStatus
  /// True if every status is a result, because the result is the response itself.
  let takesEveryStatus: Bool
  /// The status of the second of two results.
  let alternativeStatus: HTTPStatus?
  /// The codec of the value, if the result is a value together with its response or its headers.
  let value: (any ResultExample)?
  /// The typed headers of the response, except those of ``results``.
  let headers: [InputDescription]
  /// True for a ``Versioned`` result, which contains the entity tag of the response.
  let usesEntityTags: Bool
  /// True if a 304 response is read as nil.
  let takesNotModified: Bool
  /// The cases of an ``APIResult``; empty for other results.
  let results: [ResultCase]
  /// The codecs of two results; empty for other results.
  let alternatives: [any ResultExample]
  /// Records the typed headers of a case when the result is described.
  let recordHeaders: @Sendable (_ index: Int, InputRecorder, APIOperation) -> Void

  /// Returns the response for a result. The body may reuse the memory of the array, whose contents are ignored.
  let encode: @Sendable (Response, APIOperation, inout [UInt8]) throws -> HTTPResponse
  let decode: @Sendable (HTTPResponse, APIOperation) throws -> Response
  /// Returns the result of a response whose body is read while it arrives; nil for a result that is in memory.
  let decodeStream: (@Sendable (HTTPResponse, APIOperation, StreamCall) throws -> Response)?

  /// Creates a custom codec.
  ///
  /// - Parameters:
  ///   - mediaType: the media type of the body, which clients send as `Accept`.
  ///   - encode: returns the response for a result and the endpoint's success status.
  ///   - decode: returns the result of a response with a 2xx status, whose body is in memory.
  public convenience init(
    mediaType: MediaType?, defaultStatus: HTTPStatus = .ok,
    encode: @escaping @Sendable (Response, HTTPStatus) throws -> HTTPResponse,
    decode: @escaping @Sendable (HTTPResponse) throws -> Response
  ) {
    self.init(mediaType: mediaType, defaultStatus: defaultStatus) { result, operation, _ in
      try encode(result, operation.successStatus)
    } decode: { response, _ in
      try decode(response)
    }
  }

  /// Creates a codec that depends on the operation, for its wire or coders.
  init(
    mediaType: MediaType?, defaultStatus: HTTPStatus = .ok, takesEveryStatus: Bool = false,
    alternativeStatus: HTTPStatus? = nil, value: (any ResultExample)? = nil,
    headers: [InputDescription] = [], usesEntityTags: Bool = false, takesNotModified: Bool = false,
    results: [ResultCase] = [], alternatives: [any ResultExample] = [],
    recordHeaders: @escaping @Sendable (Int, InputRecorder, APIOperation) -> Void = { _, _, _ in },
    decodeStream: (@Sendable (HTTPResponse, APIOperation, StreamCall) throws -> Response)? = nil,
    encode: @escaping @Sendable (Response, APIOperation, inout [UInt8]) throws -> HTTPResponse,
    decode: @escaping @Sendable (HTTPResponse, APIOperation) throws -> Response
  ) {
    self.mediaType = mediaType
    self.defaultStatus = defaultStatus
    self.takesEveryStatus = takesEveryStatus
    self.alternativeStatus = alternativeStatus
    self.value = value
    self.headers = headers
    self.usesEntityTags = usesEntityTags
    self.takesNotModified = takesNotModified
    self.results = results
    self.alternatives = alternatives
    self.recordHeaders = recordHeaders
    self.decodeStream = decodeStream
    self.encode = encode
    self.decode = decode
  }

  /// Returns the response for a result, with newly allocated memory for the body.
  func encode(_ result: Response, _ operation: APIOperation) throws -> HTTPResponse {
    var bytes: [UInt8] = []
    return try encode(result, operation, &bytes)
  }

  /// Returns a codec for an optional result: nil is sent as 204; 204, an empty body and `null` are read as nil.
  func optional() -> ResponseCodec<Response?> {
    let wrapped = self
    return ResponseCodec<Response?>(mediaType: mediaType) { result, operation, spare in
      guard let result else { return HTTPResponse(.noContent) }
      return try wrapped.encode(result, operation, &spare)
    } decode: { response, operation in
      let bytes = response.heldBytes
      if response.status == .noContent || bytes.isEmpty { return nil }
      if wrapped.mediaType?.isJSON == true, JSONReader.isNull(bytes) { return nil }
      return try wrapped.decode(response, operation)
    }
  }
}

/// An error for a success with a media type other than the endpoint's, such as a proxy's HTML page.
struct UnexpectedContent: Error {
  let reason: String
}

/// An error for a body of the endpoint's media type that does not decode to the endpoint's result.
struct UnusableContent: Error {
  let failures: [CodingFailure]
  let cause: any Error

  init(_ failures: [CodingFailure], cause: any Error) {
    self.failures = failures
    self.cause = cause
  }
}

extension HTTPResponse {
  /// The body if it is in memory, as in every response from an ``EndpointCaller``; otherwise empty.
  @inlinable
  package var heldBytes: [UInt8] { body.heldBytes }

  /// The media type of the body; nil without a `Content-Type`.
  package var mediaType: MediaType? {
    fields[.contentType].flatMap { MediaType($0.rawValue) }
  }
}
