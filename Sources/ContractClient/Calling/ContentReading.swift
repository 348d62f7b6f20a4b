internal import Contract
internal import ContractCoding
internal import FoundationEssentials

/// The decoding of response bodies of fluent calls.
enum ContentReading {
  /// Returns the `Accept` header for a decoded result: the format of the client, followed by `*/*` if the type accepts
  /// other formats.
  static func accept<T>(_ type: T.Type) -> @Sendable (ClientConfiguration) -> String? {
    // Each literal is the whole header, because joining its parts would cost time in each call.
    let json = isRaw(type) ? "application/json, */*;q=0.5" : "application/json"
    return { configuration in
      guard case .custom(_, let decoder) = configuration.bodyFormat.form else { return json }
      return isRaw(type) ? "\(decoder.mediaType), */*;q=0.5" : decoder.mediaType.description
    }
  }

  /// Decodes a response body.
  ///
  /// - Throws: The error of the error decoder, or ``/Contract/ClientError``.
  static func value<T: Decodable>(_ type: T.Type, of response: HTTPResponse, _ call: OutgoingCall) throws -> T {
    let bytes = response.heldBytes
    if bytes.isEmpty, let empty = nothing(T.self) { return empty }
    if let raw = try raw(T.self, of: response, call) { return raw }
    let configuration = call.configuration
    var custom: (any ContentDecoder)?
    if case .custom(_, let decoder) = configuration.bodyFormat.form { custom = decoder }
    try checkMediaType(of: response, custom?.mediaType ?? .json, call)
    do {
      if let custom { return try custom.decode(T.self, content: bytes) }
      return try JSONContent.value(T.self, in: bytes, configuration.wire.json)
    } catch {
      throw configuration.errorDecoder.decode(response, configuration) ?? unreadable(response, error, call)
    }
  }

  /// Decodes a response body in the format `application/x-www-form-urlencoded`.
  ///
  /// - Throws: The error of the error decoder, or ``/Contract/ClientError``.
  static func form<T: Decodable>(_ type: T.Type, of response: HTTPResponse, _ call: OutgoingCall) throws -> T {
    try checkMediaType(of: response, .urlForm, call)
    let decoder = URLFormDecoder(options: call.configuration.wire.form)
    do {
      return try decoder.decode(T.self, from: response.heldBytes)
    } catch {
      let failures = (try? decoder.failures(decoding: T.self, from: response.heldBytes)) ?? []
      throw call.configuration.errorDecoder.decode(response, call.configuration)
        ?? ClientError(
          decoding: failures.isEmpty ? [CodingFailure(error)] : failures, error, in: response, for: call.operation)
    }
  }

  /// Returns the response body as a string.
  static func text(of response: HTTPResponse, _ call: OutgoingCall) throws -> String {
    guard let text = String(validating: response.heldBytes, as: UTF8.self) else {
      throw ClientError(
        .unexpected, stage: .decode, "the response body is not valid UTF-8", operation: call.operation,
        response: response)
    }
    return text
  }

  /// Returns the value for an empty body: `Empty`, or nil of an optional type. Returns nil if the type is neither.
  private static func nothing<T>(_ type: T.Type) -> T? {
    if T.self == Empty.self { return Empty() as? T }
    guard let type = T.self as? any ExpressibleByNilLiteral.Type else { return nil }
    return type.init(nilLiteral: ()) as? T
  }

  /// Returns a body in a format other than that of results as a string or bytes, if the type is a string, bytes or an
  /// optional of them; otherwise nil.
  private static func raw<T>(_ type: T.Type, of response: HTTPResponse, _ call: OutgoingCall) throws -> T? {
    guard isRaw(T.self), !isDecodable(response, call) else { return nil }
    if isText(T.self) { return try text(of: response, call) as? T }
    return isData(T.self) ? Data(response.heldBytes) as? T : response.heldBytes as? T
  }

  /// Returns whether the type accepts bodies in formats other than the client's: strings, bytes, and optionals of them.
  private static func isRaw<T>(_ type: T.Type) -> Bool {
    isText(type) || isData(type) || type == [UInt8].self || type == [UInt8]?.self
  }

  private static func isText<T>(_ type: T.Type) -> Bool { type == String.self || type == String?.self }

  private static func isData<T>(_ type: T.Type) -> Bool { type == Data.self || type == Data?.self }

  /// Returns whether a body has the format of results. The media type decides; without a media type, the content of the
  /// body decides whether it is JSON. A custom decoder receives every body without a media type.
  private static func isDecodable(_ response: HTTPResponse, _ call: OutgoingCall) -> Bool {
    let format = call.configuration.bodyFormat
    if case .custom = format.form { return response.mediaType.map(format.accepts) ?? true }
    if let media = response.mediaType { return media.isJSON }
    return (try? JSONDocument(response.heldBytes)) != nil
  }

  private static func checkMediaType(of response: HTTPResponse, _ wanted: MediaType, _ call: OutgoingCall) throws {
    guard let media = response.mediaType, media.essence != wanted.essence, !(wanted.isJSON && media.isJSON) else {
      return
    }
    throw call.configuration.errorDecoder.decode(response, call.configuration)
      ?? ClientError(
        .unexpected, stage: .decode, "expected \(wanted.essence), got \(media.essence)", operation: call.operation,
        response: response)
  }

  private static func unreadable(_ response: HTTPResponse, _ error: any Error, _ call: OutgoingCall) -> ClientError {
    guard let unreadable = error as? JSONContent.Unreadable else {
      return ClientError(decoding: [CodingFailure(error)], error, in: response, for: call.operation)
    }
    return ClientError(decoding: unreadable.failures, unreadable.cause ?? error, in: response, for: call.operation)
  }
}
