/// What makes a response of the example of a result, for mocks that are found by the type of the result.
package protocol ResultExample: Sendable {
  /// The type of the result, as errors name it.
  var resultName: String { get }

  /// False for a call that has no result.
  var hasResult: Bool { get }

  /// The response that a server would give with the example; nil for a type without one.
  ///
  /// - Throws: what the coder throws that writes the result.
  func response(for operation: APIOperation) throws -> HTTPResponse?
}

extension ResponseCodec: ResultExample {
  package var resultName: String { "\(Response.self)" }

  package var hasResult: Bool { Response.self != Void.self && Response.self != Empty.self }

  package func response(for operation: APIOperation) throws -> HTTPResponse? {
    if let value { return try value.response(for: operation) }
    guard let result = MockExample.of(Response.self) else {
      guard let nothing = () as? Response else { return nil }
      return try encode(nothing, operation)
    }
    return try encode(result, operation)
  }
}
