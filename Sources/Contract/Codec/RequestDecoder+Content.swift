internal import ContractCoding
public import FoundationEssentials

extension RequestDecoder {
  /// Reads the body in its format: JSON, a form, parts, or a custom format.
  @_disfavoredOverload
  public mutating func body<T: Decodable>(as type: T.Type) -> T? {
    if let recorder { return recorder.body(.of(T.self), isRequired: true) }
    // An empty form is not a missing body: it is decoded as an object without members, and the missing members are reported.
    if case .urlForm = form { return structured(type) }
    guard !request.body.isEmpty else { return missingBody(ExpectedName.of(type)) }
    return structured(type)
  }

  /// Reads the body in its format: JSON with the type's compiled reader, a form, parts, or a custom format.
  @_disfavoredOverload
  public mutating func body<T: Schema>(as type: T.Type) -> T? {
    if let recorder { return recorder.body(.of(T.self), isRequired: true) }
    guard !request.body.isEmpty, case .json = form else { return decodableBody(T.self) }
    return compiled(T.self)
  }

  /// Reads the body in its format; nil if there is none or it is null.
  public mutating func body<T: Schema>(as type: T?.Type) -> T?? {
    if let recorder { return recorder.body(.of(T?.self), isRequired: false) }
    guard !request.body.isEmpty, case .json = form else { return decodableBody(T?.self) }
    return compiled(T?.self)
  }

  private mutating func decodableBody<T: Decodable>(_ type: T.Type) -> T? { body(as: T.self) }

  private mutating func decodableBody<T: Decodable>(_ type: T?.Type) -> T?? { body(as: T?.self) }

  /// Reads the whole body as JSON, and checks the rules of members.
  private mutating func compiled<T: Schema>(_ type: T.Type) -> T? {
    let reader = JSONReader(options: request.operation.wire.json)
    var found: [CodingFailure] = []
    do throws(JSONSyntaxError) {
      let value = try reader.decode(T.self, from: request.body, checksRules: true, failures: &found)
      record(found)
      return value
    } catch {
      fail(.noJSON(error))
      return nil
    }
  }

  /// Reads the body in its format; nil if there is none or it is null.
  public mutating func body<T: Decodable>(as type: T?.Type) -> T?? {
    if let recorder { return recorder.body(.of(T?.self), isRequired: false) }
    guard hasContent() else { return .some(nil) }
    if JSONReader.isNull(request.body), case .json = form { return .some(nil) }
    return structured(T.self).map { .some($0) }
  }

  /// Returns false if no body was sent. For a form in the query, members that other inputs claim are ignored.
  private mutating func hasContent() -> Bool {
    let operation = request.operation
    guard operation.sendsFormAsQuery else { return !request.body.isEmpty }
    let claims = DictionaryClaims(.query, [], operation, includesForm: false)
    return tree()?.names.contains { !claims.isClaimed($0) } ?? false
  }

  private var form: BodyFormat.Form {
    request.operation.requestContent.formats.count > 1
      ? request.bodyFormat(request.contentMediaType) : request.operation.bodyFormat
  }

  /// Reads the whole body as one value, or records all faults in it.
  private mutating func structured<T: Decodable>(_ type: T.Type) -> T? {
    let wire = request.operation.wire
    let content = request.body
    do throws(InputFailure) {
      switch form {
      case .json:
        if let type = T.self as? any Schema.Type { return compiled(type) as? T }
        let document = try JSONDocument(content: request.body)
        return collecting(wire.json.keys) {
          JSONReader(options: wire.json).decode(type, at: document.root, failures: &$0)
        }
      case .custom(_, let decoder):
        return collecting(.useDefaultKeys) { found in
          decoder.read(failures: &found) { try decoder.decode(type, content: content) }
        }
      case .urlForm, .multipart:
        let fields = try ContentFields(request)
        guard let tree = fields.tree else { return nil }
        return collecting(fields.options.keys) {
          URLFormDecoder(options: fields.options).decode(type, from: tree, failures: &$0)
        }
      }
    } catch {
      fail(error)
      return nil
    }
  }

  /// Reads the body as UTF-8 text.
  public mutating func body(as type: String.Type) -> String? {
    if let recorder { return recorder.body(JSONSchema(.string), isRequired: false) }
    guard let text = String(validating: request.body, as: UTF8.self) else {
      fail(InputFailure(.body, "", .syntax, expected: "UTF-8", message: "the request body is not text in UTF-8"))
      return nil
    }
    return text
  }

  /// Reads the body as UTF-8 text; nil if there is none.
  public mutating func body(as type: String?.Type) -> String?? {
    if let recorder { return recorder.body(JSONSchema(.string), isRequired: false) }
    return request.body.isEmpty ? .some(nil) : body(as: String.self).map { .some($0) }
  }

  /// Reads the body as bytes.
  public mutating func body(as type: [UInt8].Type) -> [UInt8]? {
    if let recorder { return recorder.body(.binary, isRequired: false) }
    return request.body
  }

  /// Reads the body as bytes; nil if there is none.
  public mutating func body(as type: [UInt8]?.Type) -> [UInt8]?? {
    if let recorder { return recorder.body(.binary, isRequired: false) }
    return request.body.isEmpty ? .some(nil) : .some(request.body)
  }

  /// Reads the body as bytes.
  public mutating func body(as type: Data.Type) -> Data? {
    if let recorder { return recorder.body(.binary, isRequired: false) }
    return Data(request.body)
  }

  /// Reads the body as bytes; nil if there is none.
  public mutating func body(as type: Data?.Type) -> Data?? {
    if let recorder { return recorder.body(.binary, isRequired: false) }
    return request.body.isEmpty ? .some(nil) : .some(Data(request.body))
  }

  /// Records failures of a reader in the body or below a query name.
  mutating func record(_ found: [CodingFailure], at location: ParameterLocation = .body) {
    if found.isEmpty { return }
    let wire = request.operation.wire
    var dates = wire.form.dates
    if location == .body, case .json = form { dates = wire.json.dates }
    var text = "percent-encoded UTF-8"
    if location == .body, case .multipart = form { text = "UTF-8" }
    for var failure in found {
      // If a string cannot be decoded, the failure names the expected encoding instead of a type.
      if failure.code == .syntax, failure.expected != JSONPart.expected { failure.expected = text }
      fail(InputFailure(failure, at: location, dates: dates, nesting: wire.form.nesting))
    }
  }

  private mutating func missingBody<T>(_ expected: String) -> T? {
    fail(InputFailure(.body, "", .missing, expected: expected, message: "expected a request body"))
    return nil
  }

  /// Reads a value through `Codable`, and records its failures and violated rules.
  mutating func collecting<T>(
    _ keys: KeyMapping, at location: ParameterLocation = .body, _ read: (inout [CodingFailure]) -> T?
  ) -> T? {
    collecting(location) { found in RuleSink.read(keys, failures: &found, read) }
  }

  mutating func collecting<T>(_ location: ParameterLocation = .body, _ read: (inout [CodingFailure]) -> T?) -> T? {
    var found: [CodingFailure] = []
    let value = read(&found)
    record(found, at: location)
    return value
  }
}
