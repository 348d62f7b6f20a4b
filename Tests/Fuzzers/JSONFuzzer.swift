import ContractCoding

/// Reads bytes as JSON and compares the result with Foundation; readable input must round-trip with both, and failures
/// are collected exactly where reading fails. Compiled readers and writers must behave like those of Codable.
enum JSONFuzzer {
  static func check(_ bytes: [UInt8]) -> String? {
    check(JSONOracle.Tree.self, bytes, readsAll: true) ?? check(JSONOracle.Members.self, bytes, readsAll: false)
      ?? checkCompiled(JSONOracle.Members.self, bytes) ?? checkCompiled([JSONOracle.Required].self, bytes)
      ?? checkCompiled(JSONOracle.Skipped.self, bytes)
  }

  /// The compiled coder compared with the Codable one of the same type. The collected failures are not compared,
  /// because a type may report more than Codable finds.
  private static func checkCompiled<T: Schema & Equatable>(_ type: T.Type, _ bytes: [UInt8]) -> String? {
    let options = JSONOptions(dates: .deferredToDate)
    let reader = JSONReader(options: options)
    var failures: [CodingFailure] = []
    let compiled: T?
    do {
      compiled = try reader.decode(T.self, from: bytes, failures: &failures)
    } catch {
      do {
        _ = try JSONDocument(bytes)
        return "\(T.self): compiled \(error), though it is JSON"
      } catch let other {
        return "\(error)" == "\(other)" ? nil : "\(T.self): compiled \(error), parsed \(other)"
      }
    }
    guard (compiled == nil) == !failures.isEmpty else {
      return "\(T.self): compiled failures \(failures) go with \(compiled as Any)"
    }
    guard let document = try? JSONDocument(bytes) else { return "\(T.self): compiled, though it is no JSON" }
    let plain = try? reader.decode(T.self, from: document)
    guard compiled == plain else { return "\(T.self): compiled \(compiled as Any), Codable \(plain as Any)" }
    guard let compiled else { return nil }
    do {
      let written = try JSONWriter.bytes(of: compiled, options: options)
      let other = try plainBytes(of: compiled, options)
      if written == other { return nil }
      return "\(compiled) was written as \(String(decoding: written, as: UTF8.self)), by Codable as "
        + String(decoding: other, as: UTF8.self)
    } catch {
      return "\(compiled): \(error)"
    }
  }

  private static func plainBytes<T: Encodable>(of value: T, _ options: JSONOptions) throws -> [UInt8] {
    try JSONWriter.bytes(of: value, options: options)
  }

  private static func check<T: Codable & Equatable>(_ type: T.Type, _ bytes: [UInt8], readsAll: Bool) -> String? {
    let oracle = JSONOracle()
    if let complaint = oracle.complaint(about: T.self, bytes, readsAll: readsAll) { return complaint }
    let options = JSONOptions(dates: .deferredToDate)
    let reader = JSONReader(options: options)
    guard let document = try? JSONDocument(bytes) else { return nil }
    var failures: [CodingFailure] = []
    let value = reader.decode(T.self, at: document.root, failures: &failures)
    guard (value == nil) == !failures.isEmpty else { return "\(T.self): failures \(failures) go with \(value as Any)" }
    guard let value else { return nil }
    do {
      let written = try JSONWriter.bytes(of: value, options: options)
      guard try reader.decode(T.self, from: written) == value else {
        return "\(value) was written as \(String(decoding: written, as: UTF8.self))"
      }
      return oracle.complaint(about: T.self, written)
    } catch {
      return "\(value): \(error)"
    }
  }
}
