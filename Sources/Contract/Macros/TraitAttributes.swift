#if Macros
  public import FoundationEssentials

  // What an endpoint says beside its verb. On a protocol, a group or a scope each counts for every endpoint in it; on an
  // endpoint or an inner scope it counts instead of the outer one.

  /// Header fields that every request has: `@Headers(["X-Client-Version": "1.2.3"])`.
  ///
  /// A field given by a parameter counts before them, and a field of an endpoint before the same field of its protocol;
  /// they count before those of the client.
  ///
  /// - Parameter fields: names and values; a name may repeat.
  @attached(peer)
  public macro Headers(_ fields: HTTPFields) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// The `Authorization` field of every request: `@Authorization(.bearer("token"))`.
  ///
  /// The value stands in the program's text; credentials of users belong to the client.
  @attached(peer)
  public macro Authorization(_ authorization: Authorization) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// The names that stand for those in Swift: `@KeyMapping(.snakeCase)`.
  ///
  /// It concerns queries, fields, parts and JSON on both ends, results included; path and header names, names given
  /// explicitly and keys of dictionaries stay as they are.
  @attached(peer)
  public macro KeyMapping(_ mapping: KeyMapping) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// How values are spelled: `@Wire(.papyrus)`.
  @attached(peer)
  public macro Wire(_ wire: Wire) = #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// The longest that a call may take on a client, and its handler on a server: `@Timeout(.seconds(2))`.
  @attached(peer)
  public macro Timeout(_ timeout: Duration) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// A number without a unit: an error that says how a duration is written.
  @attached(peer)
  public macro Timeout<Number: Numeric>(_ number: Number) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// The most bytes of content that a server reads for the endpoint, in place of its own limit: `@MaxBody(20 << 20)`.
  @attached(peer)
  public macro MaxBody(_ bytes: Int) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// A size as text: an error that says how it is written.
  @attached(peer)
  public macro MaxBody(_ text: StaticString) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// A request may be sent again without another effect, though its method does not say so.
  @attached(peer)
  public macro Idempotent() = #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// A request may be sent again when it has a key in this header field: `@Idempotent(key: "Idempotency-Key")`.
  @attached(peer)
  public macro Idempotent(key: HTTPFieldName) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Callers should use something else: `@Deprecated("use archive", since: "2026-09-01", sunset: "2027-01-31")`.
  ///
  /// A protocol's client functions are deprecated for the compiler, and answers say so in `Deprecation` (RFC 9745) and
  /// `Sunset` (RFC 8594).
  ///
  /// - Parameters:
  ///   - reason: what to use instead, a literal.
  ///   - since: the day of the deprecation.
  ///   - sunset: the day from which the endpoint may be gone.
  @attached(peer)
  public macro Deprecated(_ reason: String, since: Day? = nil, sunset: Day? = nil) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// A value for middleware: `@Meta(CachePolicy(minutes: 5))`, found with `operation[CachePolicy.self]`.
  @attached(peer)
  public macro Meta<T: Sendable>(_ value: T) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// JSON that this Foundation encoder writes, on the client for requests and on the server for results.
  @attached(peer)
  public macro JSON(encoder: JSONEncoder) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// JSON that this Foundation decoder reads, on the client from results and on the server from requests.
  @attached(peer)
  public macro JSON(decoder: JSONDecoder) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// JSON that these Foundation coders write and read on both ends.
  @attached(peer)
  public macro JSON(encoder: JSONEncoder, decoder: JSONDecoder) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Fields and bodies travel as `application/x-www-form-urlencoded`; results stay JSON.
  ///
  /// On GET, HEAD and DELETE they are the query. Beside `@JSON` a server reads either by `Content-Type`, and a client sends
  /// the one that stands first.
  @attached(peer)
  public macro URLForm() = #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Fields and bodies travel as a form with these spellings, which count for queries too.
  @attached(peer)
  public macro URLForm(_ options: URLFormOptions) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Fields travel as parts of `multipart/form-data` (RFC 7578): a `Part` as it is, any other value as text.
  @attached(peer)
  public macro Multipart() = #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Fields travel as parts between this boundary, which must not occur in them.
  @attached(peer)
  public macro Multipart(boundary: String) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Content that coders of one's own write and read, on both ends, results included.
  @attached(peer)
  public macro Coder(encoder: any ContentEncoder, decoder: any ContentDecoder) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")
#endif
