public import ContractHTTP

/// Reads `multipart/form-data` bodies (RFC 7578).
///
/// What stands before the first boundary and after the last one is skipped. Names may come as HTML forms send them
/// (`%22`), with backslashes, as bare tokens, or as `filename*` (RFC 8187). Lines have to end with CR LF. Every part needs a
/// name; multipart in a part and transfer encodings are refused, because RFC 7578 has ended them and readers who
/// differ there can be played off against each other.
public struct MultipartDecoder: Sendable {
  /// What a body may cost.
  public var limits: MultipartLimits

  /// A decoder with the given limits.
  public init(limits: MultipartLimits = MultipartLimits()) {
    self.limits = limits
  }

  /// The form in a whole body.
  ///
  /// - Parameter mediaType: The `Content-Type` of the message, which tells the boundary.
  /// - Throws: ``MultipartError``.
  public func decode(_ bytes: [UInt8], mediaType: MediaType) throws(MultipartError) -> MultipartFormData {
    try decode(bytes, boundary: MultipartBoundary.boundary(of: mediaType))
  }

  /// The form in a whole body with a boundary.
  ///
  /// - Throws: ``MultipartError``.
  public func decode(_ bytes: [UInt8], boundary: String) throws(MultipartError) -> MultipartFormData {
    guard MultipartBoundary.isValid(boundary) else { throw MultipartError(.boundary) }
    if let limit = limits.maxBytes, bytes.count > limit { throw MultipartError(.tooLong(limit: limit)) }
    var parser = MultipartParser(bytes, boundary: boundary, limits: limits)
    return MultipartFormData(parts: try parser.parse(), boundary: boundary)
  }
}
