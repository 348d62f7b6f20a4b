/// The coding of JSON lines.
struct LineCoding<Value: Codable & Sendable>: Sendable {
  private let element = ElementCoding<Value>()

  /// Returns the line of a value.
  func bytes(of value: Value, _ operation: APIOperation) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try element.write(value, operation, &bytes)
    bytes.append(0x0A)
    return bytes
  }

  /// Returns the value of a line. A server checks the rules of its members.
  func value(
    of line: [UInt8], _ operation: APIOperation, checksRules: Bool
  ) throws(JSONContent.Unreadable) -> Value {
    try element.read(line, operation, checksRules: checksRules)
  }
}
