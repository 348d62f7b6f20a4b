/// A request, as sent by clients and seen by middleware on both ends.
public struct HTTPRequest: Sendable {
  /// The method.
  public var method: HTTPMethod
  /// The scheme, `http` or `https`; nil without a connection.
  public var scheme: String?
  /// Host and port as in a URL; nil without a connection.
  public var authority: String?
  /// The percent-encoded target in origin form: a path that begins with `/`, optionally followed by `?` and a query
  /// (RFC 9112 §3.2.1).
  public var target: String
  /// The headers.
  public var fields: HTTPFields
  /// The body.
  public var body: HTTPBody

  /// Creates a request.
  public init(
    _ method: HTTPMethod, _ target: String, scheme: String? = nil, authority: String? = nil,
    fields: HTTPFields = HTTPFields(), body: HTTPBody = .empty
  ) {
    self.method = method
    self.scheme = scheme
    self.authority = authority
    self.target = target
    self.fields = fields
    self.body = body
  }

  /// The target without its query.
  public var path: Substring {
    target.prefix(toByte: "?")
  }

  /// The absolute URL, or only the target when scheme or authority is missing.
  public var url: String {
    guard let scheme, let authority else { return target }
    return "\(scheme)://\(authority)\(target)"
  }
}
