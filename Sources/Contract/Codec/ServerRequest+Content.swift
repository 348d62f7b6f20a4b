extension ServerRequest {
  /// The media type of the content, which is not parsed when it is spelled as usual.
  var contentMediaType: MediaType? {
    if let usual = operation.requestContent.mediaType, usual.parameters.isEmpty,
      head.has(operation.usualContentType, for: .contentType)
    {
      return usual
    }
    return head.bytes(of: .contentType).flatMap { MediaType(String(decoding: $0, as: UTF8.self)) }
  }

  /// The form of structured content with this media type.
  func bodyFormat(_ media: MediaType?) -> BodyFormat.Form {
    operation.requestContent.format(for: media)?.form ?? .json
  }
}
