/// What an ``Endpoint`` says about itself apart from its types: everything that routing, middleware and documentation
/// need. One instance per endpoint, made once.
public final class APIOperation: Sendable {
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
  /// The status of a success that has content, or of every success when the result has none. It may be a redirection, 300
  /// to 399, which a client then takes as the result instead of following it.
  public let successStatus: HTTPStatus
  /// The status of the second of two results, such as ``Either/errorResponse(_:)``; nil when there is one result.
  public let alternativeStatus: HTTPStatus?
  /// The failures that the contract declares.
  public let failures: [any APIFailure.Type]
  /// One line about the operation, from its documentation comment.
  public let summary: String?
  /// The spelling of values on the wire.
  public let wire: Wire
  /// Header fields that every request has unless an input gives them.
  public let constantFields: HTTPFields
  /// The longest that a call, or its handler, may take; nil when the ends decide.
  public let timeout: Duration?
  /// The most bytes of content that a server reads; nil when its own limit counts.
  public let maxBodyBytes: Int?
  /// How a request may be repeated; nil when only its method says.
  public let idempotency: Idempotency?
  /// That the operation should no longer be used; nil otherwise.
  public let deprecation: Deprecation?
  /// What a caller must satisfy, any of them; empty when everybody may call.
  public let security: [SecurityRequirement]

  private let metadata: [ObjectIdentifier: any Sendable]
  /// Names on the wire that differ from those in the contract, by place; empty when all are the same.
  let wireNames: [InputPlace: [String: String]]
  /// True when the names on the wire are those in the contract.
  let hasOwnNames: Bool
  /// The coder of the user's own for content of requests and results, if there is one.
  let coder: ContentCoder?
  /// False where `coder` is nil, which is asked for every result.
  let hasCoder: Bool
  /// True when every option of the wire that concerns single values is the standard one.
  let hasPlainWire: Bool

  /// What reads JSON of this operation.
  let jsonReading: JSONReading
  /// True when requests have content of a certain kind.
  package let takesContent: Bool
  /// True when content is JSON and nothing else.
  let takesJSONAlone: Bool

  /// The usual spellings of `Content-Type` and `Accept`, which need no parsing.
  package let usualContentType: [UInt8]
  package let usualAccept: [UInt8]

  /// What requests of this operation have in common.
  package let requestPattern: RequestPattern
  /// What knows an example of the result; nil when the type of the result is not known here.
  package let example: (any ResultExample)?

  /// An operation with these parts.
  public convenience init(
    id: String, method: HTTPMethod?, path: PathTemplate, inputs: [InputDescription] = [],
    requestContent: RequestContent = .none, responseContent: MediaType? = nil, successStatus: HTTPStatus = .ok,
    alternativeStatus: HTTPStatus? = nil, failures: [any APIFailure.Type] = [], summary: String? = nil,
    traits: [EndpointTrait] = []
  ) {
    self.init(
      id: id, method: method, path: path, inputs: inputs, requestContent: requestContent,
      responseContent: responseContent, successStatus: successStatus, alternativeStatus: alternativeStatus,
      failures: failures, summary: summary, traits: traits, example: nil)
  }

  init(
    id: String, method: HTTPMethod?, path: PathTemplate, inputs: [InputDescription], requestContent: RequestContent,
    responseContent: MediaType?, successStatus: HTTPStatus, alternativeStatus: HTTPStatus?,
    failures: [any APIFailure.Type], summary: String?, traits: [EndpointTrait], example: (any ResultExample)?
  ) {
    let traits = OperationTraits(traits)
    let requestContent = requestContent.taking(traits.formats)
    self.id = id
    self.method = method
    self.path = path
    self.inputs = inputs.map { $0.named(by: traits.wire.keys) }
    self.wire = traits.wire
    self.hasPlainWire = traits.wire.isPlain
    self.constantFields = traits.fields
    self.timeout = traits.timeout
    self.maxBodyBytes = traits.maxBodyBytes
    self.idempotency = traits.idempotency
    self.deprecation = traits.deprecation
    self.security = traits.security
    self.metadata = traits.metadata
    var wireNames: [InputPlace: [String: String]] = [:]
    for (declared, named) in zip(inputs, self.inputs) where declared.name != named.name {
      wireNames[declared.place, default: [:]][declared.name] = named.name
    }
    self.wireNames = wireNames
    self.hasOwnNames = wireNames.isEmpty
    self.requestContent = requestContent
    let coder = traits.formats?.first?.coder ?? requestContent.coder
    self.coder = coder
    self.hasCoder = coder != nil
    self.responseContent =
      responseContent?.isJSON == true ? coder?.encoder.mediaType ?? responseContent : responseContent
    self.successStatus = successStatus
    self.alternativeStatus = alternativeStatus
    self.failures = failures
    self.summary = summary
    self.jsonReading = JSONReading(JSONReader(options: traits.wire.json))
    self.takesContent = requestContent.mediaType != nil
    self.takesJSONAlone = requestContent.formats.count == 1 && requestContent.formats[0].isJSON
    self.usualContentType = Array((requestContent.mediaType?.essence ?? "").utf8)
    // What the contract itself says in every request is answered, whatever type it names.
    let accept = traits.fields.values(.accept)
    self.usualAccept = Array((accept.count == 1 ? accept[0].rawValue : self.responseContent?.essence ?? "").utf8)
    self.example = example
    self.requestPattern = RequestPattern(
      path: path, constantFields: traits.fields, requestContent: requestContent.mediaType,
      responseContent: self.responseContent)
  }

  /// The value of this type among the operation's metadata, nil when the contract gives none.
  public subscript<T: Sendable>(_ type: T.Type) -> T? {
    metadata[ObjectIdentifier(type)] as? T
  }

  /// The name on the wire of an input that the contract calls `name` at a place.
  func wireName(_ name: String, in place: InputPlace) -> String {
    hasOwnNames ? name : wireNames[place]?[name] ?? name
  }

  /// True for a status that the result comes with: any success, and a redirection (300 to 399) that the contract declares.
  package func isSuccess(_ status: HTTPStatus) -> Bool { status.kind == .success || status == declaredRedirection }

  /// The status of a success that is a redirection, such as 304 and 303; nil for every other operation.
  package var declaredRedirection: HTTPStatus? { successStatus.kind == .redirection ? successStatus : nil }

  /// True when this operation declares failures of `type`.
  public func declares(_ type: any APIFailure.Type) -> Bool {
    failures.contains { $0 == type }
  }
}

extension APIOperation: CustomStringConvertible {
  /// The method, the template and the name, such as `GET /todos/{id} (Todos.todo)`.
  public var description: String {
    "\(method?.rawValue ?? "any method") \(path) (\(id))"
  }
}
