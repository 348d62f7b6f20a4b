public import Contract

/// Which responses of fluent calls are a success.
public struct ResponseValidator: Sendable {
  let accepts: @Sendable (HTTPResponse) -> Bool

  /// A rule of one's own.
  public init(_ accepts: @escaping @Sendable (HTTPResponse) -> Bool) {
    self.accepts = accepts
  }

  /// A status of 2xx.
  public static let success = ResponseValidator { $0.status.kind == .success }

  /// Every response.
  public static let always = ResponseValidator { _ in true }

  /// One of these statuses.
  public static func statuses(_ statuses: HTTPStatus...) -> ResponseValidator {
    let statuses = Set(statuses)
    return ResponseValidator { statuses.contains($0.status) }
  }

  /// A status with a code in a range: `.status(200..<400)`.
  public static func status(_ codes: Range<Int>) -> ResponseValidator {
    ResponseValidator { codes.contains($0.status.code) }
  }
}

/// What makes an error of the response of a fluent call that is no success, or that cannot be decoded.
public struct ResponseErrorDecoder: Sendable {
  let decode: @Sendable (HTTPResponse, ClientConfiguration) -> (any Error)?

  /// A decoder of one's own; nil leaves it at `ClientError`.
  public init(_ decode: @escaping @Sendable (HTTPResponse, ClientConfiguration) -> (any Error)?) {
    self.decode = decode
  }

  /// Leaves it at `ClientError`, which has the response.
  public static let none = ResponseErrorDecoder { _, _ in nil }

  /// An error that is the content of the response.
  public static func decodable<Failure: Error & Decodable>(_ type: Failure.Type) -> ResponseErrorDecoder {
    ResponseErrorDecoder { response, configuration in
      guard case .bytes(let bytes) = response.body else { return nil }
      if case .custom(_, let decoder) = configuration.bodyFormat.form {
        return try? decoder.decode(Failure.self, content: bytes)
      }
      return try? JSONContent.value(Failure.self, in: bytes, configuration.wire.json)
    }
  }

  /// A failure as contracts declare it, by its status and its code (`@APIError`).
  public static func failure<Failure: APIFailure>(_ type: Failure.Type) -> ResponseErrorDecoder {
    ResponseErrorDecoder { response, configuration in
      APIOperation(id: "failure", method: nil, path: "/", failures: [type], traits: [.wire(configuration.wire)])
        .declaredFailure(in: response)
    }
  }
}
