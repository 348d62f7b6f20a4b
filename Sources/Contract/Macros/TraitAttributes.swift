#if Macros
  public import FoundationEssentials

  // Attributes for the properties of an endpoint other than its verb. An attribute on a protocol, a group or a scope applies to
  // every endpoint inside. An attribute on an endpoint or an inner scope overrides the outer ones.

  /// Adds headers to every request: `@Headers(["X-Client-Version": "1.2.3"])`.
  ///
  /// A parameter overrides a header, and a header of an endpoint overrides that of its protocol; all override the
  /// client's headers.
  ///
  /// - Parameter fields: names and values; a name may occur several times.
  @attached(peer)
  public macro Headers(_ fields: HTTPFields) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Sets the `Authorization` header of every request: `@Authorization(.bearer("token"))`.
  ///
  /// The value is part of the source code; set users' credentials on the client.
  @attached(peer)
  public macro Authorization(_ authorization: Authorization) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Sets the mapping of Swift names to wire names: `@KeyMapping(.snakeCase)`.
  ///
  /// It applies to queries, fields, parts and JSON, in requests and results, on client and server. Path and header names,
  /// explicit names and dictionary keys are not mapped.
  @attached(peer)
  public macro KeyMapping(_ mapping: KeyMapping) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Sets the wire format of values: `@Wire(.papyrus)`.
  @attached(peer)
  public macro Wire(_ wire: Wire) = #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Sets the timeout of a call on a client and of its handler on a server: `@Timeout(.seconds(2))`.
  @attached(peer)
  public macro Timeout(_ timeout: Duration) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Rejects a number without a unit, with an error that shows how to write a duration.
  @attached(peer)
  public macro Timeout<Number: Numeric>(_ number: Number) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Rejects a timeout written as a string, with an error that shows how to write a duration.
  @attached(peer)
  public macro Timeout<Text: StringProtocol>(_ text: Text) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Sets the maximum size of a request body in bytes, overriding the server's limit: `@MaxBody(20 << 20)`.
  @attached(peer)
  public macro MaxBody(_ bytes: Int) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Rejects a size written as a string, with an error that shows how to write it.
  @attached(peer)
  public macro MaxBody<Text: StringProtocol>(_ text: Text) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Rejects a fractional size, with an error that shows how to write it.
  @attached(peer)
  public macro MaxBody<Number: BinaryFloatingPoint>(_ number: Number) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Declares that a request may be repeated although its method is not idempotent.
  @attached(peer)
  public macro Idempotent() = #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Declares that a request with a key in this header may be repeated: `@Idempotent(key: "Idempotency-Key")`.
  @attached(peer)
  public macro Idempotent(key: HTTPFieldName) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Deprecates an endpoint: `@Deprecated("use archive", since: "2026-09-01", sunset: "2027-01-31")`.
  ///
  /// The client function of a protocol becomes deprecated for the compiler, and responses carry `Deprecation` (RFC
  /// 9745) and `Sunset` (RFC 8594).
  ///
  /// - Parameters:
  ///   - reason: the advice for callers, such as the function to use instead; a literal.
  ///   - since: the day of the deprecation.
  ///   - sunset: the day from which the endpoint may be removed.
  @attached(peer)
  public macro Deprecated(_ reason: String, since: Day? = nil, sunset: Day? = nil) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Attaches a value for middleware: `@Meta(CachePolicy(minutes: 5))`, read with `operation[CachePolicy.self]`.
  @attached(peer)
  public macro Meta<T: Sendable>(_ value: T) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Writes JSON with this Foundation encoder: requests on the client, results on the server. The encoder does not
  /// apply to errors of the contract.
  @attached(peer)
  public macro JSON(encoder: JSONEncoder) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Reads JSON with this Foundation decoder: results on the client, requests on the server. The decoder does not apply
  /// to errors of the contract.
  @attached(peer)
  public macro JSON(decoder: JSONDecoder) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Writes and reads JSON with these Foundation coders, on client and server: bodies, results, elements of streams and
  /// messages of channels. The coders do not apply to errors of the contract.
  @attached(peer)
  public macro JSON(encoder: JSONEncoder, decoder: JSONDecoder) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Sends fields and bodies as `application/merge-patch+json` (RFC 7396): a ``Patch`` leaves a value unchanged, clears
  /// it or sets it.
  ///
  /// ```swift
  /// @PATCH("/issues/:id") @MergePatch func edit(id: Int, assignee: Patch<String>) async throws -> Issue
  /// ```
  @attached(peer)
  public macro MergePatch() = #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Sends fields and bodies as `application/x-www-form-urlencoded`; results stay JSON.
  ///
  /// On GET, HEAD and DELETE they are sent in the query. Combined with `@JSON`, a server reads either format by `Content-Type`,
  /// and a client sends the format that is declared first.
  @attached(peer)
  public macro URLForm() = #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Sends fields and bodies as a form with these options, which also apply to queries.
  @attached(peer)
  public macro URLForm(_ options: URLFormOptions) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Sends fields as parts of `multipart/form-data` (RFC 7578): a `Part` unchanged, any other value as text.
  @attached(peer)
  public macro Multipart() = #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Sends fields as parts with this boundary, which must not occur in the parts.
  @attached(peer)
  public macro Multipart(boundary: String) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// Writes and reads the bodies of requests and results with custom coders, on client and server.
  @attached(peer)
  public macro Coder(encoder: any ContentEncoder, decoder: any ContentDecoder) =
    #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")
#endif
