extension ServerRequest {
  /// The media type of the body. A usual `Content-Type` is recognized without parsing.
  var contentMediaType: MediaType? {
    if let usual = operation.requestContent.mediaType, usual.parameters.isEmpty,
      head.has(operation.usualContentType, for: .contentType)
    {
      return usual
    }
    return head.bytes(of: .contentType).flatMap { MediaType(String(decoding: $0, as: UTF8.self)) }
  }

  /// Returns the format of a structured body with this media type.
  func bodyFormat(_ media: MediaType?) -> BodyFormat.Form {
    operation.requestContent.format(for: media)?.form ?? .json
  }
}
