public import Contract
public import FoundationEssentials

/// What is made of what a caller brings: `client.call(.http, as: .decodable)`.
public struct ResponseReader<Received: Sendable, Value>: Sendable {
  /// What the request asks for in `Accept`, unless the client has that field; nil for nothing.
  let accept: @Sendable (ClientConfiguration) -> String?
  let read: @Sendable (Received, OutgoingCall) async throws -> Value
  /// The type that is decoded, whose example may be a mock; nil for what is made in another way.
  let decoded: (any (Decodable & SendableMetatype).Type)?

  /// A reader of your own.
  ///
  /// - Parameters:
  ///   - accept: what the request asks for in `Accept`.
  ///   - read: makes the value. ``OutgoingCall/validated(_:)`` refuses responses that are no success.
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

  /// The same reader, with its value made into something else.
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
  /// What the caller has brought, as it is.
  public static var instance: ResponseReader { ResponseReader { received, _ in received } }
}

extension ResponseReader where Received == HTTPResponse, Value: Decodable & SendableMetatype {
  /// The value that the content of a success is: JSON, or what ``APIClient/bodyFormat(_:)`` reads.
  ///
  /// An optional is nil without content; a `String` may be text, and `Data` bytes, of another media type.
  public static var decodable: ResponseReader {
    ResponseReader(acceptedBy: ContentReading.accept, decoding: Value.self) { response, call in
      try ContentReading.value(Value.self, of: call.validated(response), call)
    }
  }

  /// The value of a type that the content of a success is.
  public static func decodable(_ type: Value.Type) -> ResponseReader { .decodable }
}

extension ResponseReader where Received == HTTPResponse {
  /// What is made of the value that the content of a success is: `.decodable(Page.self, \.items)`.
  public static func decodable<T: Decodable & SendableMetatype>(
    _ type: T.Type, _ transform: @escaping @Sendable (T) throws -> Value
  ) -> ResponseReader {
    ResponseReader(acceptedBy: ContentReading.accept, decoding: T.self) { response, call in
      try transform(try ContentReading.value(T.self, of: call.validated(response), call))
    }
  }

  /// The value that the content of a success is, and the response itself.
  public static func decodableWithResponse<T: Decodable & SendableMetatype>(
    _ type: T.Type = T.self
  ) -> ResponseReader where Value == (T, HTTPResponse) {
    ResponseReader(acceptedBy: ContentReading.accept, decoding: T.self) { response, call in
      (try ContentReading.value(T.self, of: call.validated(response), call), response)
    }
  }
}

extension ResponseReader where Received == HTTPResponse, Value: Decodable & SendableMetatype {
  /// The value that a form (`application/x-www-form-urlencoded`) is: an object, or `[String: String]`.
  public static var urlForm: ResponseReader {
    ResponseReader(accept: "application/x-www-form-urlencoded") { response, call in
      try ContentReading.form(Value.self, of: call.validated(response), call)
    }
  }

  /// The value of a type that a form is: `.call(.http, as: .urlForm(Token.self))`.
  public static func urlForm(_ type: Value.Type) -> ResponseReader { .urlForm }
}

extension ResponseReader where Received == HTTPResponse, Value == Void {
  /// Nothing but that it was a success.
  public static var void: ResponseReader {
    ResponseReader(acceptedBy: { _ in nil }, decoding: Empty.self) { _ = try $1.validated($0) }
  }
}

extension ResponseReader where Received == HTTPResponse, Value == HTTPResponse {
  /// The response, whatever its status.
  public static var response: ResponseReader { ResponseReader { response, _ in response } }
}

extension ResponseReader where Received == HTTPResponse, Value == [UInt8] {
  /// The content of a success.
  public static var bytes: ResponseReader { ResponseReader { try $1.validated($0).contentBytes } }
}

extension ResponseReader where Received == HTTPResponse, Value == Data {
  /// The content of a success.
  public static var data: ResponseReader { ResponseReader { Data(try $1.validated($0).contentBytes) } }
}

extension ResponseReader where Received == HTTPResponse, Value == String {
  /// The content of a success as text in UTF-8.
  public static var string: ResponseReader {
    ResponseReader { try ContentReading.text(of: $1.validated($0), $1) }
  }
}
