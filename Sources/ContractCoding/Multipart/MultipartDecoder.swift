public import ContractHTTP

/// A decoder of `multipart/form-data` bodies (RFC 7578).
///
/// Text before the first boundary and after the last one is skipped. A name may be escaped as in HTML forms (`%22`) or with
/// backslashes, be an unquoted token, or be sent as `filename*` (RFC 8187). Lines must end with CR LF, and every part must have
/// a name. Nested multipart bodies and transfer encodings are rejected, because RFC 7578 deprecates them and attackers could
/// exploit differences between readers.
public struct MultipartDecoder: Sendable {
  /// The limits of a body.
  public var limits: MultipartLimits

  /// Creates a decoder.
  public init(limits: MultipartLimits = MultipartLimits()) {
    self.limits = limits
  }

  /// Decodes a complete body.
  ///
  /// - Parameter mediaType: the `Content-Type` of the message, which contains the boundary.
  /// - Throws: ``MultipartError``.
  public func decode(_ bytes: [UInt8], mediaType: MediaType) throws(MultipartError) -> MultipartFormData {
    try decode(bytes, boundary: MultipartBoundary.boundary(of: mediaType))
  }

  /// Decodes a complete body with a given boundary.
  ///
  /// - Throws: ``MultipartError``.
  public func decode(_ bytes: [UInt8], boundary: String) throws(MultipartError) -> MultipartFormData {
    guard MultipartBoundary.isValid(boundary) else { throw MultipartError(.boundary) }
    if let limit = limits.maxBytes, bytes.count > limit { throw MultipartError(.tooLong(limit: limit)) }
    var parser = MultipartParser(bytes, boundary: boundary, limits: limits)
    return MultipartFormData(parts: try parser.parse(), boundary: boundary)
  }
}
