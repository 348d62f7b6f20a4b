/// What an ``Endpoint`` says about itself apart from its types: everything that routing, middleware and documentation
/// need. One instance per endpoint, made once.
public final class Operation: Sendable {
  /// The operation's name, such as `Todos.list`; unique on a server.
  public let id: String
  /// The method, or nil for a route that takes every method.
  public let method: HTTPMethod?
  /// The path template.
  public let path: PathTemplate
  /// The inputs in declaration order.
  public let inputs: [InputDescription]
  /// What the request's content is.
  public let requestContent: RequestContent
  /// What the result's content is; nil when a success has none.
  public let responseContent: MediaType?
  /// The status of a success that has content, or of every success when the result has none.
  public let successStatus: HTTPStatus
  /// The failures that the contract declares.
  public let failures: [any APIFailure.Type]
  /// One line about the operation, from its documentation comment.
  public let summary: String?

  /// The usual spellings of `Content-Type` and `Accept`, which need no parsing.
  package let usualContentType: [UInt8]
  package let usualAccept: [UInt8]

  /// An operation with these parts.
  public init(
    id: String, method: HTTPMethod?, path: PathTemplate, inputs: [InputDescription] = [],
    requestContent: RequestContent = .none, responseContent: MediaType? = nil, successStatus: HTTPStatus = .ok,
    failures: [any APIFailure.Type] = [], summary: String? = nil
  ) {
    self.id = id
    self.method = method
    self.path = path
    self.inputs = inputs
    self.requestContent = requestContent
    self.responseContent = responseContent
    self.successStatus = successStatus
    self.failures = failures
    self.summary = summary
    self.usualContentType = Array((requestContent.mediaType?.essence ?? "").utf8)
    self.usualAccept = Array((responseContent?.essence ?? "").utf8)
  }

  /// True when this operation declares failures of `type`.
  public func declares(_ type: any APIFailure.Type) -> Bool {
    failures.contains { $0 == type }
  }
}

extension Operation: CustomStringConvertible {
  /// The method, the template and the name, such as `GET /todos/{id} (Todos.todo)`.
  public var description: String {
    "\(method?.rawValue ?? "any method") \(path) (\(id))"
  }
}
