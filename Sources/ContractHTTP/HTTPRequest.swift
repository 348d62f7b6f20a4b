/// A request as a value: what a client sends and what middleware sees on both ends.
public struct HTTPRequest: Sendable {
  /// The method.
  public var method: HTTPMethod
  /// The scheme, `http` or `https`; nil where no connection is involved.
  public var scheme: String?
  /// Host and port as in a URL; nil where no connection is involved.
  public var authority: String?
  /// The origin-form target, percent-encoded: a path that begins with `/`, then `?` and a query when there is one
  /// (RFC 9112 §3.2.1).
  public var target: String
  /// The fields.
  public var fields: HTTPFields
  /// The content.
  public var body: HTTPBody

  /// A request with these parts.
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

  /// The target up to the query.
  public var path: Substring {
    target.prefix(toByte: "?")
  }

  /// The absolute URL, or the target alone when scheme or authority is missing.
  public var url: String {
    guard let scheme, let authority else { return target }
    return "\(scheme)://\(authority)\(target)"
  }
}
