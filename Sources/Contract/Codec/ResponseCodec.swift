/// How the result of an endpoint travels.
///
/// A class, so that generated code passes an endpoint on without knowing what is in its codec.
public final class ResponseCodec<Response>: Sendable {
  /// The media type of the content, or nil without content.
  public let mediaType: MediaType?
  /// The status of a success unless the endpoint says otherwise.
  public let defaultStatus: HTTPStatus
  /// True when every status is a result, because the result is the response itself.
  let takesEveryStatus: Bool
  /// The status of the second of two results.
  let alternativeStatus: HTTPStatus?
  /// The codec of the value in a result that has its response beside it.
  let value: (any ResultExample)?

  /// The response for a result. The content may take the memory of the array, in which it does not matter what is.
  let encode: @Sendable (Response, APIOperation, inout [UInt8]) throws -> HTTPResponse
  let decode: @Sendable (HTTPResponse, APIOperation) throws -> Response

  /// A codec of one's own.
  ///
  /// - Parameters:
  ///   - mediaType: what the content is; clients send it as `Accept`.
  ///   - encode: the response for a result and the endpoint's status of success.
  ///   - decode: the result in a response of a 2xx status, whose content is in memory.
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

  /// A codec that looks at the operation, for its wire or its coders.
  init(
    mediaType: MediaType?, defaultStatus: HTTPStatus = .ok, takesEveryStatus: Bool = false,
    alternativeStatus: HTTPStatus? = nil, value: (any ResultExample)? = nil,
    encode: @escaping @Sendable (Response, APIOperation, inout [UInt8]) throws -> HTTPResponse,
    decode: @escaping @Sendable (HTTPResponse, APIOperation) throws -> Response
  ) {
    self.mediaType = mediaType
    self.defaultStatus = defaultStatus
    self.takesEveryStatus = takesEveryStatus
    self.alternativeStatus = alternativeStatus
    self.value = value
    self.encode = encode
    self.decode = decode
  }

  /// The response for a result, with content in memory of its own.
  func encode(_ result: Response, _ operation: APIOperation) throws -> HTTPResponse {
    var bytes: [UInt8] = []
    return try encode(result, operation, &bytes)
  }

  /// The same codec for an optional result: nil is 204 without content, and 204, no content or `null` read as nil.
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

/// A success whose content is not of the endpoint's media type, such as a proxy's page.
struct UnexpectedContent: Error {
  let reason: String
}

/// Content of the endpoint's media type that is not its result.
struct UnusableContent: Error {
  let failures: [CodingFailure]
  let cause: any Error

  init(_ failures: [CodingFailure], cause: any Error) {
    self.failures = failures
    self.cause = cause
  }
}

extension HTTPResponse {
  /// The content when it is in memory, as it is behind ``EndpointCaller``.
  var heldBytes: [UInt8] {
    if case .bytes(let bytes) = body { bytes } else { [] }
  }

  /// The media type of the content, or nil when the response names none.
  package var mediaType: MediaType? {
    fields[.contentType].flatMap { MediaType($0.rawValue) }
  }
}
