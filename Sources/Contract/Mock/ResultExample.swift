/// A codec whose result type is unknown to its user, which is a mock or a description.
package protocol ResultExample: Sendable {
  /// The result's type, for error messages.
  var resultName: String { get }

  /// False for a call without a result.
  var hasResult: Bool { get }

  /// Returns the response of a server whose result is the example; nil for a type without an example.
  ///
  /// - Throws: Any error of encoding the result.
  func response(for operation: APIOperation) throws -> HTTPResponse?

  /// The type of the body.
  var contentType: any Any.Type { get }

  /// Returns the results, with their schemas.
  func responses(of operation: APIOperation) -> [ResponseDescription]
}

extension ResponseCodec: ResultExample {
  package var resultName: String { "\(Response.self)" }

  package var hasResult: Bool { Response.self != Void.self && Response.self != Empty.self }

  package func response(for operation: APIOperation) throws -> HTTPResponse? {
    if let value {
      guard let response = try value.response(for: operation) else { return nil }
      if headers.isEmpty { return response }
      return HeaderExample.result(of: response, headers) { (response) throws -> HTTPResponse in
        _ = try decode(response, operation)
        return response
      }
    }
    guard let result = MockExample.of(Response.self) else {
      guard let nothing = () as? Response else { return nil }
      return try encode(nothing, operation)
    }
    return try encode(result, operation)
  }
}

extension Endpoint {
  /// An example of the result, for mocks; nil if its type has none.
  public var example: Response? {
    guard let response = try? codec.response(for: operation) else { return nil }
    return try? codec.decode(response, operation)
  }
}
