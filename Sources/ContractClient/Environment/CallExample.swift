internal import Contract

/// What answers a call by the type of its result, in an environment that looks for that.
///
/// A class, so that options without one stay small.
package final class CallExample: Sendable, Hashable {
  /// The type of the result.
  let resultName: String
  /// False for a call without a result, whose example nobody has specified.
  let isSpecified: Bool
  private let make: @Sendable () throws -> HTTPResponse?

  init(_ resultName: String, isSpecified: Bool, _ make: @escaping @Sendable () throws -> HTTPResponse?) {
    self.resultName = resultName
    self.isSpecified = isSpecified
    self.make = make
  }

  /// The example of an endpoint's result; nil for an operation that does not know it.
  convenience init?(_ operation: APIOperation) {
    guard let example = operation.example else { return nil }
    self.init(example.resultName, isSpecified: example.hasResult) { try example.response(for: operation) }
  }

  /// The example of the value that a fluent call decodes.
  convenience init<Value: Decodable & SendableMetatype>(decoding type: Value.Type, _ configuration: ClientConfiguration)
  {
    self.init("\(Value.self)", isSpecified: Value.self != Empty.self) {
      guard let type = Value.self as? any Mockable.Type, let value = type.mock as? any Encodable else { return nil }
      // Forms and parts are what requests are; results are JSON unless a coder of one's own says otherwise.
      var format = configuration.bodyFormat
      if case .custom = format.form {} else { format = .json }
      let (bytes, mediaType) = try format.content(of: value, configuration.wire)
      return HTTPResponse(
        .ok, fields: [.contentType: HTTPFieldValue(unchecked: mediaType.description)], body: .bytes(bytes))
    }
  }

  package static func == (left: CallExample, right: CallExample) -> Bool { left.resultName == right.resultName }

  package func hash(into hasher: inout Hasher) { hasher.combine(resultName) }

  /// The response; nil for a type without an example.
  func response() throws -> HTTPResponse? { try make() }
}
