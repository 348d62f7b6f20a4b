extension ByteStream {
  /// Creates a stream of the body of a response, whose errors name the operation.
  package init(_ response: HTTPResponse, of operation: APIOperation?) {
    let mediaType = response.mediaType
    switch response.body {
    case .empty: self.init([], mediaType: mediaType)
    case .bytes(let bytes): self.init(bytes, mediaType: mediaType)
    case .stream(let stream):
      self = stream.passing(mediaType: mediaType, keepsDigest: operation?.hasChecksum ?? false) {
        do {
          return try await stream.next()
        } catch let error as ClientError where error.operationID == nil {
          throw operation.map(error.naming) ?? error
        }
      }
    }
  }
}
