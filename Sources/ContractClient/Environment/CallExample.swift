internal import Contract

/// The example of a call's result type, which serves as a mock response.
///
/// A class, to keep the options that hold it small.
package final class CallExample: Sendable, Hashable {
  /// The name of the result type.
  let resultName: String
  /// False for a call without a result, whose mock must be set explicitly.
  let isSpecified: Bool
  /// The type of the body, which provides the example.
  private let content: any Any.Type
  private let make: @Sendable () throws -> HTTPResponse?

  init(
    _ resultName: String, isSpecified: Bool, content: any Any.Type,
    _ make: @escaping @Sendable () throws -> HTTPResponse?
  ) {
    self.resultName = resultName
    self.isSpecified = isSpecified
    self.content = content
    self.make = make
  }

  /// Creates the example of an endpoint's result; nil if the operation has none.
  convenience init?(_ operation: APIOperation) {
    guard let example = operation.example else { return nil }
    self.init(example.resultName, isSpecified: example.hasResult, content: example.contentType) {
      try example.response(for: operation)
    }
  }

  /// Creates the example of a value that a fluent call decodes.
  convenience init<Value: Decodable & SendableMetatype>(decoding type: Value.Type, _ configuration: ClientConfiguration)
  {
    self.init("\(Value.self)", isSpecified: Value.self != Empty.self, content: Value.self) {
      guard let type = Value.self as? any Mockable.Type, let value = type.mock as? any Encodable else { return nil }
      // Forms and multipart apply only to requests; results are JSON unless the format is custom.
      var format = configuration.bodyFormat
      if case .custom = format.form {} else { format = .json }
      let (bytes, mediaType) = try format.content(of: value, configuration.wire)
      return HTTPResponse(
        .ok, fields: [.contentType: HTTPFieldValue(unchecked: mediaType.description)], body: .bytes(bytes))
    }
  }

  /// The name of the type that could have an example; nil for results that are not values, such as a stream or one of
  /// two results.
  var valueName: String? { content is any Decodable.Type ? "\(content)" : nil }

  package static func == (left: CallExample, right: CallExample) -> Bool { left.resultName == right.resultName }

  package func hash(into hasher: inout Hasher) { hasher.combine(resultName) }

  /// Returns the response; nil for a type without an example.
  func response() throws -> HTTPResponse? { try make() }
}
