public import FoundationEssentials

extension RequestDecoder {
  /// Reads a member of the JSON object that is the content.
  public mutating func field<T: Decodable>(_ key: String, as type: T.Type) -> T? {
    guard let object = fieldObject() else { return nil }
    return collecting { JSONReader().decodeMember(key, as: type, of: object, failures: &$0) }
  }

  /// Reads a member of the JSON object that is the content; nil when it is absent or null.
  public mutating func field<T: Decodable>(_ key: String, as type: T?.Type) -> T?? {
    guard let object = fieldObject() else { return nil }
    return collecting { JSONReader().decodeMemberIfPresent(key, as: T.self, of: object, failures: &$0) }
  }

  /// Reads a member of the JSON object that is the content; `default` when it is absent.
  public mutating func field<T: Decodable>(_ key: String, as type: T.Type, default: @autoclosure () -> T) -> T? {
    guard let object = fieldObject() else { return nil }
    return object.member(key) == nil ? `default`() : field(key, as: type)
  }

  // MARK: The whole content

  /// Reads the content as JSON.
  @_disfavoredOverload
  public mutating func body<T: Decodable>(as type: T.Type) -> T? {
    guard !request.body.isEmpty else { return missingBody(ExpectedName.of(type)) }
    return document().flatMap { decode(type, $0.root) }
  }

  /// Reads the content as JSON; nil without content, or when it is null.
  public mutating func body<T: Decodable>(as type: T?.Type) -> T?? {
    guard !request.body.isEmpty else { return .some(nil) }
    guard let document = document() else { return nil }
    guard !document.root.isNull else { return .some(nil) }
    return decode(T.self, document.root).map { .some($0) }
  }

  /// Reads the content as text in UTF-8.
  public mutating func body(as type: String.Type) -> String? {
    guard let text = String(validating: request.body, as: UTF8.self) else {
      fail(InputFailure(.body, "", .syntax, expected: "UTF-8", message: "the request body is not text in UTF-8"))
      return nil
    }
    return text
  }

  /// Reads the content as text in UTF-8; nil without content.
  public mutating func body(as type: String?.Type) -> String?? {
    request.body.isEmpty ? .some(nil) : body(as: String.self).map { .some($0) }
  }

  /// Reads the content as it is.
  public mutating func body(as type: [UInt8].Type) -> [UInt8]? { request.body }

  /// Reads the content as it is; nil without content.
  public mutating func body(as type: [UInt8]?.Type) -> [UInt8]?? {
    request.body.isEmpty ? .some(nil) : .some(request.body)
  }

  /// Reads the content as it is.
  public mutating func body(as type: Data.Type) -> Data? { Data(request.body) }

  /// Reads the content as it is; nil without content.
  public mutating func body(as type: Data?.Type) -> Data?? {
    request.body.isEmpty ? .some(nil) : .some(Data(request.body))
  }

  private mutating func missingBody<T>(_ expected: String) -> T? {
    fail(InputFailure(.body, "", .missing, expected: expected, message: "expected a request body"))
    return nil
  }

  /// A value at a node; on failure everything wrong below it is collected.
  private mutating func decode<T: Decodable>(_ type: T.Type, _ node: JSONDocument.Node) -> T? {
    collecting { JSONReader().decode(type, at: node, failures: &$0) }
  }

  private mutating func collecting<T>(_ read: (inout [CodingFailure]) -> T?) -> T? {
    var found: [CodingFailure] = []
    let value = read(&found)
    for failure in found { fail(InputFailure(failure)) }
    return value
  }
}
