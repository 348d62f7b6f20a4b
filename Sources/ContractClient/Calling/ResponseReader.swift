public import Contract
public import FoundationEssentials

/// A way to read the result of a caller, such as `.decodable` in `client.call(.http, as: .decodable)`.
public struct ResponseReader<Received: Sendable, Value>: Sendable {
  /// The `Accept` header of the request, unless the client sets it; nil for none.
  let accept: @Sendable (ClientConfiguration) -> String?
  let read: @Sendable (Received, OutgoingCall) async throws -> Value
  /// The decoded type, whose example can serve as a mock; nil for other readers.
  let decoded: (any (Decodable & SendableMetatype).Type)?

  /// Creates a reader from a closure.
  ///
  /// - Parameters:
  ///   - accept: The `Accept` header of the request.
  ///   - read: Returns the value. ``OutgoingCall/validated(_:)`` throws for responses that are not a success.
  public init(
    accept: String? = nil, _ read: @escaping @Sendable (Received, OutgoingCall) async throws -> Value
  ) {
    self.accept = { _ in accept }
    self.read = read
    self.decoded = nil
  }

  init(
    acceptedBy accept: @escaping @Sendable (ClientConfiguration) -> String?,
    decoding decoded: (any (Decodable & SendableMetatype).Type)?,
    read: @escaping @Sendable (Received, OutgoingCall) async throws -> Value
  ) {
    self.accept = accept
    self.read = read
    self.decoded = decoded
  }

  /// Returns a reader that transforms its value.
  public func map<Other>(_ transform: @escaping @Sendable (Value) throws -> Other) -> ResponseReader<
    Received, Other
  > {
    let read = read
    return ResponseReader<Received, Other>(acceptedBy: accept, decoding: decoded) {
      try transform(try await read($0, $1))
    }
  }
}

extension ResponseReader where Received == Value {
  /// A reader that returns the result of the caller unchanged.
  public static var instance: ResponseReader { ResponseReader { received, _ in received } }
}

extension ResponseReader where Received == HTTPResponse, Value: Decodable & SendableMetatype {
  /// A reader that decodes the body of a successful response: JSON, or the format of ``APIClient/bodyFormat(_:)``.
  ///
  /// An optional is nil for an empty body. `String`, `Data` and `[UInt8]` also accept bodies of other media types,
  /// so their `Accept` is `application/json, */*;q=0.5`.
  public static var decodable: ResponseReader {
    ResponseReader(acceptedBy: ContentReading.accept(Value.self), decoding: Value.self) { response, call in
      try ContentReading.value(Value.self, of: call.validated(response), call)
    }
  }

  /// Returns a reader that decodes the body of a successful response as the given type.
  public static func decodable(_ type: Value.Type) -> ResponseReader { .decodable }
}

extension ResponseReader where Received == HTTPResponse {
  /// Returns a reader that decodes the body of a successful response and transforms the value:
  /// `.decodable(Page.self, \.items)`.
  public static func decodable<T: Decodable & SendableMetatype>(
    _ type: T.Type, _ transform: @escaping @Sendable (T) throws -> Value
  ) -> ResponseReader {
    ResponseReader(acceptedBy: ContentReading.accept(T.self), decoding: T.self) { response, call in
      try transform(try ContentReading.value(T.self, of: call.validated(response), call))
    }
  }

  /// Returns a reader whose result is the decoded body of a successful response and the response itself.
  public static func decodableWithResponse<T: Decodable & SendableMetatype>(
    _ type: T.Type = T.self
  ) -> ResponseReader where Value == (T, HTTPResponse) {
    ResponseReader(acceptedBy: ContentReading.accept(T.self), decoding: T.self) { response, call in
      (try ContentReading.value(T.self, of: call.validated(response), call), response)
    }
  }
}

extension ResponseReader where Received == HTTPResponse, Value: Decodable & SendableMetatype {
  /// A reader that decodes a form (`application/x-www-form-urlencoded`) into an object or `[String: String]`.
  public static var urlForm: ResponseReader {
    ResponseReader(accept: "application/x-www-form-urlencoded") { response, call in
      try ContentReading.form(Value.self, of: call.validated(response), call)
    }
  }

  /// Returns a reader that decodes a form as the given type: `.call(.http, as: .urlForm(Token.self))`.
  public static func urlForm(_ type: Value.Type) -> ResponseReader { .urlForm }
}

extension ResponseReader where Received == HTTPResponse, Value: APIResult & Sendable {
  /// A reader of an enumeration with one case for each status. It throws for a status without a case.
  ///
  /// The client's redirect policy applies: with `.redirects(.none)` a case may be a redirection.
  public static var cases: ResponseReader {
    let codec = ResponseCodec<Value>.cases
    return ResponseReader { response, call in
      let endpoint = Endpoint<Empty, Value>(
        .get, "/", .wire(call.configuration.wire), id: call.operation.id, result: codec)
      guard endpoint.operation.isSuccess(response.status) else {
        throw call.configuration.errorDecoder.decode(response, call.configuration)
          ?? ClientError(unexpected: response, for: call.operation)
      }
      return try codec.result(of: response, for: endpoint.operation)
    }
  }

  /// Returns a reader of the cases of the given type: `.call(.http, as: .cases(Created.self))`.
  public static func cases(_ type: Value.Type) -> ResponseReader { .cases }
}

extension ResponseReader where Received == HTTPResponse, Value == Void {
  /// A reader that throws if the response is not a success and discards its body.
  public static var void: ResponseReader {
    ResponseReader(acceptedBy: { _ in nil }, decoding: Empty.self) { _ = try $1.validated($0) }
  }
}

extension ResponseReader where Received == HTTPResponse, Value == HTTPResponse {
  /// A reader that returns the response, regardless of its status.
  public static var response: ResponseReader { ResponseReader { response, _ in response } }
}

extension ResponseReader where Received == HTTPResponse, Value == [UInt8] {
  /// A reader that returns the body of a successful response.
  public static var bytes: ResponseReader { ResponseReader { try $1.validated($0).heldBytes } }
}

extension ResponseReader where Received == HTTPResponse, Value == Data {
  /// A reader that returns the body of a successful response.
  public static var data: ResponseReader { ResponseReader { Data(try $1.validated($0).heldBytes) } }
}

extension ResponseReader where Received == HTTPResponse, Value == String {
  /// A reader that returns the body of a successful response as a UTF-8 string.
  public static var string: ResponseReader {
    ResponseReader { try ContentReading.text(of: $1.validated($0), $1) }
  }
}
