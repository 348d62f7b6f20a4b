public import Contract

/// A predicate that determines which responses of fluent calls are a success.
public struct ResponseValidator: Sendable {
  let accepts: @Sendable (HTTPResponse) -> Bool

  /// Creates a validator from a predicate.
  public init(_ accepts: @escaping @Sendable (HTTPResponse) -> Bool) {
    self.accepts = accepts
  }

  /// A validator that accepts statuses of 2xx.
  public static let success = ResponseValidator { $0.status.kind == .success }

  /// A validator that accepts every response.
  public static let always = ResponseValidator { _ in true }

  /// Returns a validator that accepts the given statuses.
  public static func statuses(_ statuses: HTTPStatus...) -> ResponseValidator {
    let statuses = Set(statuses)
    return ResponseValidator { statuses.contains($0.status) }
  }

  /// Returns a validator that accepts status codes in a range: `.status(200..<400)`.
  public static func status(_ codes: Range<Int>) -> ResponseValidator {
    ResponseValidator { codes.contains($0.status.code) }
  }
}

/// A decoder of errors from responses that are not a success or cannot be decoded.
public struct ResponseErrorDecoder: Sendable {
  let decode: @Sendable (HTTPResponse, ClientConfiguration) -> (any Error)?

  /// Creates a decoder from a closure. If the closure returns nil, `ClientError` is thrown.
  public init(_ decode: @escaping @Sendable (HTTPResponse, ClientConfiguration) -> (any Error)?) {
    self.decode = decode
  }

  /// A decoder that leaves all responses to `ClientError`, which holds the response.
  public static let none = ResponseErrorDecoder { _, _ in nil }

  /// Returns a decoder that decodes an error from the response body.
  public static func decodable<Failure: Error & Decodable>(_ type: Failure.Type) -> ResponseErrorDecoder {
    ResponseErrorDecoder { response, configuration in
      guard case .bytes(let bytes) = response.body else { return nil }
      if case .custom(_, let decoder) = configuration.bodyFormat.form {
        return try? decoder.decode(Failure.self, content: bytes)
      }
      return try? JSONContent.value(Failure.self, in: bytes, configuration.wire.json)
    }
  }

  /// Returns a decoder that selects a failure by status and code, as contracts declare it (`@APIError`).
  public static func failure<Failure: APIFailure>(_ type: Failure.Type) -> ResponseErrorDecoder {
    ResponseErrorDecoder { response, configuration in
      APIOperation(id: "failure", method: nil, path: "/", failures: [type], traits: [.wire(configuration.wire)])
        .declaredFailure(in: response)
    }
  }
}
