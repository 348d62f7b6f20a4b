// Large: one description of an operation; each property is a fact that routing or documentation reads.
/// The description of an ``Endpoint`` without its types: all that routing, middleware and documentation need. Each
/// endpoint has one instance.
public final class APIOperation: Sendable {
  /// The operation's id, such as `Todos.list`; unique on a server.
  public let id: String
  /// The method; nil for a route that serves every method.
  public let method: HTTPMethod?
  /// The path template.
  public let path: PathTemplate
  /// The beginning of ``path`` below which the route is mounted; nil for a route that is not mounted.
  package let mount: PathTemplate?
  /// The inputs in declaration order.
  public let inputs: [InputDescription]
  /// The names that entries of dictionaries must not have.
  let usedNames: UsedNames
  /// The kind of body that requests have.
  public let requestContent: RequestContent
  /// The media type of the result; nil if a successful response has no body.
  public let responseContent: MediaType?
  /// The status of a successful response with a body, or of every success if there is no result. It may be a
  /// redirection (300 to 399), which a client then treats as the result instead of following it.
  public let successStatus: HTTPStatus
  /// The status of the second of two results, see ``Either/errorResponse(_:)``; nil if there is one result.
  public let alternativeStatus: HTTPStatus?
  /// The statuses, headers and bodies of a result with several cases; empty for a result with one status. Every other
  /// status is a failure.
  public let results: [ResultCase]
  /// The typed headers of a successful response, described like those of a request; empty for a result with several
  /// cases, each of which has its own.
  public let responseHeaders: [InputDescription]
  /// True if the server responds with 304 to a GET whose `If-None-Match` has the tag of the result: an operation with
  /// `@ETag` or a ``Versioned`` result.
  public let evaluatesEntityTags: Bool
  /// True if the tag of a response is that of a ``Versioned`` result, and must not be weakened.
  package let keepsEntityTags: Bool
  /// True if the service checks a condition, see ``IfMatch`` and ``IfNoneMatch``.
  package let checksEntityTags: Bool
  /// True if 304 is a result.
  let takesNotModified: Bool
  /// True if the body of a success is sent and read while it is produced: a ``ByteStream``, ``ServerEvents`` or
  /// ``JSONLines``.
  public let streamsResult: Bool
  /// True if the ``ByteStream`` of requests and results ends with a checksum, see ``EndpointTrait/checksum()``.
  public let hasChecksum: Bool
  /// The failures that the contract declares, and ``PreconditionFailed`` if the service checks conditions.
  public let failures: [any APIFailure.Type]
  /// A one-line summary from the documentation comment.
  public let summary: String?
  /// The whole documentation comment; nil if it is only the summary.
  public let documentation: String?
  /// The wire format of values.
  public let wire: Wire
  /// Headers of every request; inputs override them.
  public let constantFields: HTTPFields
  /// The timeout of a call and its handler; nil for the defaults of client and server.
  public let timeout: Duration?
  /// The maximum size of a request body in bytes; nil for the server's limit.
  public let maxBodyBytes: Int?
  /// The declared idempotency; nil if only the method determines whether a request may be repeated.
  public let idempotency: Idempotency?
  /// The deprecation of the operation; nil if it is not deprecated.
  public let deprecation: Deprecation?
  /// The paging of the result; nil if the contract declares none.
  public let paging: Paging?
  /// The alternative security requirements; a caller must satisfy one. Empty if no credentials are required.
  public let security: [SecurityRequirement]

  private let metadata: [ObjectIdentifier: any Sendable]
  /// The wire names that differ from the contract's names, by location.
  let wireNames: [ParameterLocation: [String: String]]
  /// True if all wire names equal the contract's names.
  let hasOwnNames: Bool
  /// The custom coder for bodies of requests and results, if any.
  let coder: ContentCoder?
  /// True if `coder` is not nil; stored because it is read for every result.
  let hasCoder: Bool
  /// True if all options of the wire for single values have their defaults.
  let hasPlainWire: Bool

  /// The JSON reader of this operation.
  let jsonReading: JSONReading
  /// True if requests have a body with a media type.
  package let takesContent: Bool
  /// True if request bodies are always JSON.
  let takesJSONAlone: Bool

  /// The usual values of `Content-Type` and `Accept`, which are compared as bytes before any parsing.
  package let usualContentType: [UInt8]
  package let usualAccept: [UInt8]

  /// The parts that all requests of this operation share.
  package let requestPattern: RequestPattern
  /// The result, which describes itself and has an example; nil if its type is unknown here.
  package let example: (any ResultExample)?
  /// The type of the inputs, which describes them; nil if it is unknown here.
  let request: (any EndpointRequest.Type)?
  /// The inputs of `request` with the names of the contract. Unlike ``inputs``, they do not depend on the path.
  private let requestInputs: [InputDescription]
  /// The types of the mounted path's placeholders, by name, if a service is created with their values.
  let mountedTypes: [String: any SendableMetatype.Type]

  /// Creates an operation.
  public convenience init(
    id: String, method: HTTPMethod?, path: PathTemplate, inputs: [InputDescription] = [],
    requestContent: RequestContent = .none, responseContent: MediaType? = nil, successStatus: HTTPStatus = .ok,
    alternativeStatus: HTTPStatus? = nil, failures: [any APIFailure.Type] = [], summary: String? = nil,
    traits: [EndpointTrait] = []
  ) {
    self.init(
      id: id, method: method, path: path, inputs: inputs, requestContent: requestContent,
      responseContent: responseContent, successStatus: successStatus, alternativeStatus: alternativeStatus, results: [],
      responseHeaders: [], usesEntityTags: false, takesNotModified: false, failures: failures, summary: summary,
      traits: traits, request: nil, example: nil)
  }

  init(
    id: String, method: HTTPMethod?, path: PathTemplate, inputs: [InputDescription], requestContent: RequestContent,
    responseContent: MediaType?, successStatus: HTTPStatus, alternativeStatus: HTTPStatus?, results: [ResultCase],
    responseHeaders: [InputDescription], usesEntityTags: Bool, takesNotModified: Bool, failures: [any APIFailure.Type],
    summary: String?, traits: [EndpointTrait], request: (any EndpointRequest.Type)?, example: (any ResultExample)?,
    streamsResult: Bool = false
  ) {
    let traits = OperationTraits(traits)
    let requestContent = requestContent.taking(traits.formats)
    self.id = id
    self.method = method
    (self.path, self.mount) = (path, nil)
    self.inputs = inputs.map { $0.named(by: traits.wire.keys) }
    self.usedNames = UsedNames(
      self.inputs, path, traits.wire, traits.security, sendsFormAsQuery: requestContent.isSentAsQuery(by: method))
    (self.wire, self.hasPlainWire) = (traits.wire, traits.wire.isPlain)
    self.constantFields = traits.fields
    self.timeout = traits.timeout
    self.maxBodyBytes = traits.maxBodyBytes
    self.idempotency = traits.idempotency
    self.deprecation = traits.deprecation
    self.security = traits.security
    self.metadata = traits.metadata
    let wireNames = Self.wireNames(of: inputs, as: self.inputs)
    self.paging = traits.paging?.named(by: traits.wire, inputs: wireNames)
    self.wireNames = wireNames
    self.hasOwnNames = wireNames.isEmpty
    self.requestContent = requestContent
    let coder = traits.formats?.first?.coder ?? requestContent.coder
    (self.coder, self.hasCoder) = (coder, coder != nil)
    self.responseContent =
      responseContent?.isJSON == true ? coder?.encoder.mediaType ?? responseContent : responseContent
    self.successStatus = successStatus
    self.alternativeStatus = alternativeStatus
    self.results = results
    self.responseHeaders = responseHeaders
    self.evaluatesEntityTags = usesEntityTags || traits.tagsContent
    self.keepsEntityTags = usesEntityTags
    self.takesNotModified = takesNotModified
    self.streamsResult = streamsResult
    self.hasChecksum = traits.checksContent
    let checksEntityTags = method != .get && method != .head && inputs.contains(where: \.isEntityTagCondition)
    self.checksEntityTags = checksEntityTags
    let isDeclared = !checksEntityTags || failures.contains { $0 == PreconditionFailed.self }
    self.failures = isDeclared ? failures : failures + [PreconditionFailed.self]
    self.summary = summary
    self.documentation = traits.documentation
    (self.request, self.requestInputs, self.mountedTypes) = (request, inputs, [:])
    self.jsonReading = JSONReading(JSONReader(options: traits.wire.json))
    self.takesContent = requestContent.mediaType != nil
    self.takesJSONAlone = requestContent.formats.count == 1 && requestContent.formats[0].isJSON
    self.usualContentType = Array((requestContent.mediaType?.essence ?? "").utf8)
    // A request with the contract's own `Accept` header is accepted, whatever type the header names.
    let accept = traits.fields.values(.accept)
    self.usualAccept = Array((accept.count == 1 ? accept[0].rawValue : self.responseContent?.essence ?? "").utf8)
    self.example = example
    self.requestPattern = RequestPattern(
      path: path, constantFields: Self.sent(traits.fields, expectsTrailer: traits.checksContent && streamsResult),
      requestContent: requestContent.mediaType, responseContent: self.responseContent)
  }

  /// Returns the constant headers of requests. If a response ends with a checksum, they refuse content codings, which
  /// would change its bytes, and request trailers (RFC 9110 §10.1.4).
  private static func sent(_ fields: HTTPFields, expectsTrailer: Bool) -> HTTPFields {
    guard expectsTrailer else { return fields }
    let added: HTTPFields = [.acceptEncoding: "identity", "TE": "trailers", .connection: "TE"]
    var sent = fields
    for field in added where !fields.contains(field.name) { sent.append(field.name, field.value) }
    return sent
  }

  /// Returns the wire names that differ from the contract's names.
  private static func wireNames(
    of declared: [InputDescription], as named: [InputDescription]
  ) -> [ParameterLocation: [String: String]] {
    var names: [ParameterLocation: [String: String]] = [:]
    for (declared, named) in zip(declared, named) where declared.name != named.name {
      names[declared.location, default: [:]][declared.name] = named.name
    }
    return names
  }

  /// Creates a copy of an operation with another id and path.
  ///
  /// - Parameters:
  ///   - mount: the path below which a server mounts the operation; nil to keep that of `other`.
  ///   - mountedTypes: the types of placeholders without an input, by their names. Others are strings.
  ///   - requestContent: the kind of request body; nil to keep that of `other`.
  init(
    _ other: APIOperation, id: String, path: PathTemplate, mount: PathTemplate? = nil,
    mountedTypes: [String: any SendableMetatype.Type] = [:], requestContent: RequestContent? = nil
  ) {
    self.id = id
    self.method = other.method
    self.path = path
    self.mount = mount ?? other.mount
    let bound = other.inputs.filter { $0.location == .path }.map(\.name)
    self.inputs =
      path.placeholders.filter { !bound.contains($0) }.map {
        InputDescription(.path, $0, type: mountedTypes[$0].map { "\($0)" } ?? "String", isRequired: true)
      } + other.inputs
    let content = requestContent ?? other.requestContent
    self.usedNames = UsedNames(
      other.inputs, path, other.wire, other.security, sendsFormAsQuery: content.isSentAsQuery(by: other.method))
    self.wire = other.wire
    self.hasPlainWire = other.hasPlainWire
    self.constantFields = other.constantFields
    self.timeout = other.timeout
    self.maxBodyBytes = other.maxBodyBytes
    self.idempotency = other.idempotency
    self.deprecation = other.deprecation
    self.paging = other.paging
    self.security = other.security
    self.metadata = other.metadata
    self.wireNames = other.wireNames
    self.hasOwnNames = other.hasOwnNames
    self.requestContent = content
    self.coder = other.coder
    self.hasCoder = other.hasCoder
    self.responseContent = other.responseContent
    self.successStatus = other.successStatus
    self.alternativeStatus = other.alternativeStatus
    self.results = other.results
    self.responseHeaders = other.responseHeaders
    self.evaluatesEntityTags = other.evaluatesEntityTags
    self.keepsEntityTags = other.keepsEntityTags
    self.takesNotModified = other.takesNotModified
    self.streamsResult = other.streamsResult
    self.hasChecksum = other.hasChecksum
    self.checksEntityTags = other.checksEntityTags
    self.failures = other.failures
    self.summary = other.summary
    self.documentation = other.documentation
    (self.request, self.requestInputs) = (other.request, other.requestInputs)
    self.mountedTypes = other.mountedTypes.merging(mountedTypes) { $1 }
    self.jsonReading = other.jsonReading
    self.takesContent = other.takesContent
    self.takesJSONAlone = other.takesJSONAlone
    self.usualContentType = other.usualContentType
    self.usualAccept = other.usualAccept
    self.example = other.example
    self.requestPattern = RequestPattern(
      path: path, constantFields: other.requestPattern.constantFields, requestContent: other.requestContent.mediaType,
      responseContent: other.responseContent)
  }

  /// Returns the inputs of a type with the names of the contract.
  func inputs<Request: EndpointRequest>(of type: Request.Type) -> [InputDescription] {
    guard let request, request == type else { return NestedInputs.of(type) }
    return requestInputs
  }

  /// The metadata of this type, see ``EndpointTrait/meta(_:)``; nil if the contract has none.
  public subscript<T: Sendable>(_ type: T.Type) -> T? {
    metadata[ObjectIdentifier(type)] as? T
  }

  /// Returns the wire name of the input with this name and location.
  func wireName(_ name: String, in location: ParameterLocation) -> String {
    hasOwnNames ? name : wireNames[location]?[name] ?? name
  }

  /// Returns true for a status that carries the result: any success, or a redirection (300 to 399) that the contract declares,
  /// or the 101 of a channel. For a result with several cases, true only for the declared statuses.
  package func isSuccess(_ status: HTTPStatus) -> Bool {
    guard results.isEmpty else { return results.contains { $0.status == status } }
    return status.kind == .success
      || (status == successStatus && (status.kind == .redirection || status == .switchingProtocols))
      || (takesNotModified && status == .notModified)
  }

  /// True if the contract declares a redirection as a success.
  package var declaresRedirection: Bool {
    successStatus.kind == .redirection || results.contains { $0.status.kind == .redirection }
  }

  /// Returns true if the operation declares failures of this type.
  public func declares(_ type: any APIFailure.Type) -> Bool {
    failures.contains { $0 == type }
  }
}

extension APIOperation: CustomStringConvertible {
  /// The method, the template and the id, such as `GET /todos/{id} (Todos.todo)`.
  public var description: String {
    "\(method?.rawValue ?? "any method") \(path) (\(id))"
  }
}
