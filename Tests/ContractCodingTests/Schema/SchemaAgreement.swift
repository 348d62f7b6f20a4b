import ContractCoding
import FoundationEssentials

/// The result of reading a text: a value, failures, or a syntax error.
enum ReadingOutcome<T: Equatable>: Equatable {
  case value(T)
  case failures([CodingFailure])
  case broken(JSONSyntaxError)
}

/// The results of the compiled reader and the Codable reader for one text.
struct SchemaAgreement {
  var options = JSONOptions()
  var limits = JSONLimits()

  private var reader: JSONReader { JSONReader(options: options, limits: limits) }

  /// The result of the compiled reader.
  func compiled<T: Schema & Equatable>(_ type: T.Type, _ text: [UInt8]) -> ReadingOutcome<T> {
    var failures: [CodingFailure] = []
    do throws(JSONSyntaxError) {
      if let value = try reader.decode(T.self, from: text, failures: &failures) { return .value(value) }
      return .failures(failures)
    } catch {
      return .broken(error)
    }
  }

  /// The result of the Codable reader.
  func plain<T: Decodable & Equatable>(_ type: T.Type, _ text: [UInt8]) -> ReadingOutcome<T> {
    do throws(JSONSyntaxError) {
      let document = try JSONDocument(text, limits: limits)
      if let value = try? reader.decode(T.self, from: document) { return .value(value) }
      return .failures(reader.failures(decoding: T.self, from: document))
    } catch {
      return .broken(error)
    }
  }

  /// The difference between the results; nil if they are equal.
  func difference<T: Schema & Equatable>(_ type: T.Type, _ text: [UInt8]) -> String? {
    let compiled = compiled(T.self, text)
    let plain = plain(T.self, text)
    if compiled == plain { return nil }
    return "\(T.self) from \(String(decoding: text, as: UTF8.self)): compiled \(compiled), Codable \(plain)"
  }

  /// The difference between the texts of a value; nil if they are equal.
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
