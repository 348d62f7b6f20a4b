internal import Contract
internal import FoundationEssentials

/// One kind of work, done by several coders that are timed in turn.
struct CodecCase {
  /// One coder, with a function that does the work once.
  struct Contestant {
    var name: String
    var run: () throws -> Void
  }

  var name: String
  var contestants: [Contestant]

  /// Writing and reading of a value by the Codable coder and by Foundation's.
  static func codable<Value: Codable & Equatable>(_ name: String, _ value: Value) throws -> [CodecCase] {
    let text = try JSONWriter.bytes(of: value)
    guard try JSONReader().decode(Value.self, from: text) == value else { throw WrongResult(name: "codable \(name)") }
    return try foundation(name, value, "codable") {
      try consume(JSONWriter.bytes(of: value))
    } decode: {
      try consume(JSONReader().decode(Value.self, from: text))
    }
  }

  /// Writing and reading of a value by the compiled coder and by Foundation's.
  static func schema<Value: Schema & Equatable>(_ name: String, _ value: Value) throws -> [CodecCase] {
    let text = try JSONWriter.bytes(of: value)
    guard try JSONReader().decode(Value.self, from: text) == value else { throw WrongResult(name: "schema \(name)") }
    return try foundation(name, value, "schema") {
      try consume(JSONWriter.bytes(of: value))
    } decode: {
      try consume(JSONReader().decode(Value.self, from: text))
    }
  }

  /// Writing and reading of a value by a coder and by Foundation's.
  private static func foundation<Value: Codable & Equatable>(
    _ name: String, _ value: Value, _ coder: String, encode: @escaping () throws -> Void,
    decode: @escaping () throws -> Void
  ) throws -> [CodecCase] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let decoder = JSONDecoder()
    let text = try encoder.encode(value)
    guard try decoder.decode(Value.self, from: Data(JSONWriter.bytes(of: value))) == value else {
      throw WrongResult(name: "Foundation \(name)")
    }
    return [
      CodecCase(
        name: "encode_\(name)",
        contestants: [
          Contestant(name: coder, run: encode),
          Contestant(name: "foundation") { try consume(encoder.encode(value)) },
        ]),
      CodecCase(
        name: "decode_\(name)",
        contestants: [
          Contestant(name: coder, run: decode),
          Contestant(name: "foundation") { try consume(decoder.decode(Value.self, from: text)) },
        ]),
    ]
  }

  /// Consumes a result, so that the compiler does not remove the work for it.
  @inline(never) @_optimize(none)
  private static func consume<Value>(_ value: Value) {}
}

/// A coder that does not return the value that was encoded.
private struct WrongResult: Error, CustomStringConvertible {
  var name: String
  var description: String { "\(name): what was read is not what was written" }
}
