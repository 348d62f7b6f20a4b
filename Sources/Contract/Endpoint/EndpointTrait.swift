/// A property of an endpoint in addition to its method, path, inputs and result.
///
/// ```swift
/// Endpoint<Search, [Hit]>(.get, "/search", .wire(.papyrus), .timeout(.seconds(2)), .meta(CachePolicy(minutes: 5)))
/// ```
///
/// Of several traits of one kind, the last applies; for ``fields(_:)``, the last of each header.
public struct EndpointTrait: Sendable {
  let apply: @Sendable (inout OperationTraits) -> Void

  /// Sets the wire format of values. Default: ``Wire/standard``.
  public static func wire(_ wire: Wire) -> EndpointTrait {
    EndpointTrait { $0.wire = wire }
  }

  /// Sets the mapping of Swift names to wire names; see ``Wire/keys``.
  public static func keys(_ mapping: KeyMapping) -> EndpointTrait {
    EndpointTrait { $0.keys = mapping }
  }

  /// Sets the format of queries and forms, overriding that of the wire.
  public static func form(_ options: URLFormOptions) -> EndpointTrait {
    EndpointTrait { $0.form = options }
  }

  /// Sets the formats of structured request bodies. Clients send the first; servers read all of them.
  public static func content(_ formats: BodyFormat...) -> EndpointTrait {
    EndpointTrait { $0.formats = formats }
  }

  /// Adds headers to every request. Inputs override these headers, which override those of the client.
  public static func fields(_ fields: HTTPFields) -> EndpointTrait {
    EndpointTrait { traits in
      for name in Set(fields.map(\.name)) { traits.fields.remove(name) }
      for field in fields { traits.fields.append(field.name, field.value) }
    }
  }

  /// Sets the `Authorization` header of every request.
  public static func authorization(_ authorization: Authorization) -> EndpointTrait {
    .fields([.authorization: authorization.fieldValue])
  }

  /// Sets the timeout of a call on a client and of its handler on a server.
  public static func timeout(_ timeout: Duration) -> EndpointTrait {
    EndpointTrait { $0.timeout = timeout }
  }

  /// Sets the maximum size of a request body in bytes, overriding the server's limit. A larger body is refused with
  /// 413.
  public static func maxBody(_ bytes: Int) -> EndpointTrait {
    EndpointTrait { $0.maxBodyBytes = max(0, bytes) }
  }

  /// Declares that a request may be repeated although its method is not idempotent (RFC 9110 §9.2.2), so that clients
  /// may retry it.
  ///
  /// - Parameter key: the header with the key by which the server recognizes a repeated request; nil for none.
  public static func idempotent(key: HTTPFieldName? = nil) -> EndpointTrait {
    EndpointTrait { $0.idempotency = Idempotency(key: key) }
  }

  /// Deprecates the endpoint. Responses carry a `Deprecation` header if `since` is set (RFC 9745).
  ///
  /// - Parameters:
  ///   - reason: the advice for callers, such as the endpoint to use instead.
  ///   - since: the day of the deprecation.
  ///   - sunset: the day from which the endpoint may be removed, sent in the `Sunset` header (RFC 8594).
  public static func deprecated(_ reason: String, since: Day? = nil, sunset: Day? = nil) -> EndpointTrait {
    EndpointTrait { $0.deprecation = Deprecation(reason: reason, since: since, sunset: sunset) }
  }

  /// Adds an entity tag of the body to the result of a GET, and responds with 304 to a request whose `If-None-Match`
  /// has the tag.
  public static func entityTag() -> EndpointTrait {
    EndpointTrait { $0.tagsContent = true }
  }

  /// Declares that the byte streams of request and result end with a checksum; see ``Checksum()``.
  public static func checksum() -> EndpointTrait {
    EndpointTrait { $0.checksContent = true }
  }

  /// Sets the documentation comment, whose `- Parameter` and `- Returns` fields describe inputs and result.
  public static func documentation(_ text: String) -> EndpointTrait {
    EndpointTrait { $0.documentation = text }
  }

  /// Attaches a value for middleware, which reads it by its type with ``APIOperation/subscript(_:)``.
  public static func meta<T: Sendable>(_ value: T) -> EndpointTrait {
    EndpointTrait { $0.metadata[ObjectIdentifier(T.self)] = value }
  }
}

/// The combined traits of an operation.
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
  var tagsContent = false
  var checksContent = false
  var documentation: String?
  var paging: Paging?
  var security: [SecurityRequirement] = []
  var metadata: [ObjectIdentifier: any Sendable] = [:]

  init(_ traits: [EndpointTrait]) {
    for trait in traits { trait.apply(&self) }
    if let form { wire.form = form }
    if let keys { wire.keys = keys }
  }
}
