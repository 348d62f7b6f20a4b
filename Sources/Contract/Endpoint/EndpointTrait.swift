/// Something that an endpoint says about itself beside its method, path, inputs and result.
///
/// ```swift
/// Endpoint<Search, [Hit]>(.get, "/search", .wire(.papyrus), .timeout(.seconds(2)), .meta(CachePolicy(minutes: 5)))
/// ```
///
/// Of two traits of the same kind the later one counts; so does each field of ``fields(_:)``.
public struct EndpointTrait: Sendable {
  let apply: @Sendable (inout OperationTraits) -> Void

  /// The spelling of values on the wire.
  public static func wire(_ wire: Wire) -> EndpointTrait {
    EndpointTrait { $0.wire = wire }
  }

  /// The names that stand for those in Swift; see ``Wire/keys``.
  public static func keys(_ mapping: KeyMapping) -> EndpointTrait {
    EndpointTrait { $0.keys = mapping }
  }

  /// The spelling of queries and forms, in place of the wire's.
  public static func form(_ options: URLFormOptions) -> EndpointTrait {
    EndpointTrait { $0.form = options }
  }

  /// The forms that structured content of a request may take. Clients send the first, servers read each.
  public static func content(_ formats: BodyFormat...) -> EndpointTrait {
    EndpointTrait { $0.formats = formats }
  }

  /// Header fields that every request has. A field given by an input counts before them; they count before
  /// those of the client.
  public static func fields(_ fields: HTTPFields) -> EndpointTrait {
    EndpointTrait { traits in
      for name in Set(fields.map(\.name)) { traits.fields.remove(name) }
      for field in fields { traits.fields.append(field.name, field.value) }
    }
  }

  /// The `Authorization` field of every request.
  public static func authorization(_ authorization: Authorization) -> EndpointTrait {
    .fields([.authorization: authorization.fieldValue])
  }

  /// The longest that a call may take on a client, and its handler on a server.
  public static func timeout(_ timeout: Duration) -> EndpointTrait {
    EndpointTrait { $0.timeout = timeout }
  }

  /// The most bytes of content that a server reads for the endpoint, in place of its own limit. Past it: 413.
  public static func maxBody(_ bytes: Int) -> EndpointTrait {
    EndpointTrait { $0.maxBodyBytes = max(0, bytes) }
  }

  /// A request may be repeated though its method says nothing about that (RFC 9110 §9.2.2), so that clients may retry it.
  ///
  /// - Parameter key: the header field that carries a key by which the server recognises a repetition, if there is one.
  public static func idempotent(key: HTTPFieldName? = nil) -> EndpointTrait {
    EndpointTrait { $0.idempotency = Idempotency(key: key) }
  }

  /// Callers should use something else; answers say so in a `Deprecation` field (RFC 9745).
  ///
  /// - Parameters:
  ///   - reason: what to use instead.
  ///   - since: the day of the deprecation.
  ///   - sunset: the day from which the endpoint may be gone, which answers say in `Sunset` (RFC 8594).
  public static func deprecated(_ reason: String, since: Day? = nil, sunset: Day? = nil) -> EndpointTrait {
    EndpointTrait { $0.deprecation = Deprecation(reason: reason, since: since, sunset: sunset) }
  }

  /// A value for middleware, found again by its type with ``APIOperation/subscript(_:)``.
  public static func meta<T: Sendable>(_ value: T) -> EndpointTrait {
    EndpointTrait { $0.metadata[ObjectIdentifier(T.self)] = value }
  }
}

/// The traits of an operation, put together.
struct OperationTraits: Sendable {
  var wire = Wire.standard
  var form: URLFormOptions?
  var keys: KeyMapping?
  var formats: [BodyFormat]?
  var fields = HTTPFields()
  var timeout: Duration?
  var maxBodyBytes: Int?
  var idempotency: Idempotency?
  var deprecation: Deprecation?
  var security: [SecurityRequirement] = []
  var metadata: [ObjectIdentifier: any Sendable] = [:]

  init(_ traits: [EndpointTrait]) {
    for trait in traits { trait.apply(&self) }
    if let form { wire.form = form }
    if let keys { wire.keys = keys }
  }
}
