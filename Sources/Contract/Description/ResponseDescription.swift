public import ContractCoding
public import ContractHTTP

/// A response that an operation declares as a result.
public struct ResponseDescription: Sendable {
  /// The status; nil for a result that accepts every status.
  public internal(set) var status: HTTPStatus?
  /// The typed headers.
  public let headers: [ParameterDescription]
  /// The media type of the body; nil without a body, or for a media type that is chosen at run time.
  public let mediaType: MediaType?
  /// The schema of the body, or of one value of a stream; nil without a body.
  public let schema: JSONSchema?
  /// The form of a stream of values; nil for other bodies.
  public let stream: StreamForm?
  /// The messages of the WebSocket that the response opens; nil for other responses.
  public let channel: ChannelDescription?

  init(
    _ status: HTTPStatus?, headers: [ParameterDescription] = [], mediaType: MediaType? = nil, schema: JSONSchema? = nil,
    stream: StreamForm? = nil, channel: ChannelDescription? = nil
  ) {
    self.status = status
    self.headers = headers
    self.mediaType = mediaType
    self.schema = schema
    self.stream = stream
    self.channel = channel
  }
}
