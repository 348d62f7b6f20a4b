import ContractCoding
import FoundationEssentials

/// What became of a text: a value, what is wrong with it, or why it is no JSON.
enum ReadingOutcome<T: Equatable>: Equatable {
  case value(T)
  case failures([CodingFailure])
  case broken(JSONSyntaxError)
}

/// The same text read by the compiled reader and by the Codable one.
struct SchemaAgreement {
  var options = JSONOptions()
  var limits = JSONLimits()

  private var reader: JSONReader { JSONReader(options: options, limits: limits) }

  /// What the compiled reader makes of a text.
  func compiled<T: Schema & Equatable>(_ type: T.Type, _ text: [UInt8]) -> ReadingOutcome<T> {
    var failures: [CodingFailure] = []
    do throws(JSONSyntaxError) {
      if let value = try reader.decode(T.self, from: text, failures: &failures) { return .value(value) }
      return .failures(failures)
    } catch {
      return .broken(error)
    }
  }

  /// What the Codable reader makes of a text.
  func plain<T: Decodable & Equatable>(_ type: T.Type, _ text: [UInt8]) -> ReadingOutcome<T> {
    do throws(JSONSyntaxError) {
      let document = try JSONDocument(text, limits: limits)
      if let value = try? reader.decode(T.self, from: document) { return .value(value) }
      return .failures(reader.failures(decoding: T.self, from: document))
    } catch {
      return .broken(error)
    }
  }

  /// What differs; nil when nothing does.
  func difference<T: Schema & Equatable>(_ type: T.Type, _ text: [UInt8]) -> String? {
    let compiled = compiled(T.self, text)
    let plain = plain(T.self, text)
    if compiled == plain { return nil }
    return "\(T.self) from \(String(decoding: text, as: UTF8.self)): compiled \(compiled), Codable \(plain)"
  }

  /// What differs in the text of a value; nil when nothing does.
  func difference<T: Schema>(writing value: T) -> String? {
    let compiled = Result { try JSONWriter.bytes(of: value, options: options) }
    let plain = Result { try plainBytes(value) }
    switch (compiled, plain) {
    case (.success(let compiled), .success(let plain)):
      if compiled == plain { return nil }
      return "compiled \(String(decoding: compiled, as: UTF8.self)), Codable \(String(decoding: plain, as: UTF8.self))"
    case (.failure(let compiled), .failure(let plain)):
      return "\(compiled)" == "\(plain)" ? nil : "compiled threw \(compiled), Codable \(plain)"
    default: return "compiled \(compiled), Codable \(plain)"
    }
  }

  private func plainBytes<T: Encodable>(_ value: T) throws -> [UInt8] {
    try JSONWriter.bytes(of: value, options: options)
  }
}
