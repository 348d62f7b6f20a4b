internal import Contract
internal import ContractCoding
internal import ContractHTTP

/// The schema of the problems that the server itself responds with (RFC 9457).
enum ProblemSchema {
  /// Returns the name of the shared response with a status: `BadRequest` for 400.
  static func name(of status: Int) -> String {
    let words = HTTPStatus(integerLiteral: status).reasonPhrase.utf8.split { !isLetter($0) }
    return words.isEmpty ? "Status\(status)" : words.map { String(decoding: $0, as: UTF8.self) }.joined()
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A }

  static var value: JSONValue {
    let fault: JSONValue = [
      "type": "object",
      "properties": [
        "in": ["type": "string", "enum": .array(ParameterLocation.allCases.map { .string($0.rawValue) })],
        "name": ["type": "string", "description": "The name of a path, query, header or cookie value."],
        "pointer": ["type": "string", "description": "The location in the body as a JSON Pointer (RFC 6901)."],
        "code": ["type": "string", "enum": .array(codes.map { .string($0) })],
        "expected": ["type": "string"],
        "message": ["type": "string"],
      ],
      "required": ["in", "code", "message"],
    ]
    return [
      "type": "object",
      "description": "A problem (RFC 9457).",
      "properties": [
        "title": ["type": "string"],
        "status": ["type": "integer", "format": "int32"],
        "detail": ["type": "string"],
        "message": ["type": "string"],
        "errors": ["type": "array", "description": "The faults in the inputs.", "items": fault],
        "requestID": ["type": "string", "description": "The id of the request in the server's log."],
      ],
      "required": ["title", "status"],
    ]
  }

  private static let codes = InputFailure.Code.allCases.map(\.rawValue)
}

/// The schema of one declared failure.
struct FailureSchema {
  let failure: FailureDescription
  let context: ExportContext

  func reference(_ options: JSONOptions) -> JSONValue {
    let code = JSONSchema.word(of: failure.failure.code.description)
    return context.define(code == failure.typeName ? code : failure.typeName + code, value(options))
  }

  private func value(_ options: JSONOptions) -> JSONValue {
    var schema = JSONSchema(.object)
    schema.properties = failure.members
    var holder = (context.schema(schema, options).object ?? JSONObject())
    var properties = holder["properties"]?.object ?? JSONObject()
    let path = failure.codeMember.utf8.first == UInt8(ascii: "/") ? pointer : [failure.codeMember]
    properties[path.last ?? "code"] = code
    holder["properties"] = .object(properties)
    let required = [JSONValue.string(path.last ?? "code")] + (holder["required"]?.array ?? [])
    holder["required"] = .array(required)
    return nested(.object(holder), in: path.dropLast())
  }

  private var code: JSONValue {
    let (type, value): (JSONValue, JSONValue) =
      switch failure.failure.code {
      case .string(let text): ("string", .string(text))
      case .number(let number): ("integer", JSONValue(integerLiteral: number))
      case .boolean(let bool): ("boolean", .bool(bool))
      }
    return context.version == .v30 ? ["type": type, "enum": [value]] : ["type": type, "const": value]
  }

  /// The parts of the JSON Pointer to the code.
  private var pointer: [String] {
    failure.codeMember.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: true)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the schema of the body whose inner object is `holder`.
  private func nested(_ holder: JSONValue, in path: ArraySlice<String>) -> JSONValue {
    guard let last = path.last else { return holder }
    let outer: JSONValue =
      Int(last) != nil
      ? ["type": "array", "items": holder]
      : ["type": "object", "properties": .members([last: holder]), "required": [.string(last)]]
    return nested(outer, in: path.dropLast())
  }
}
