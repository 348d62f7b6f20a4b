import ContractCoding

/// Reads bytes as JSON beside Foundation; what can be read has to be written and read again as the same, by both, and
/// failures are collected exactly where reading fails.
enum JSONFuzzer {
  static func check(_ bytes: [UInt8]) -> String? {
    check(JSONOracle.Tree.self, bytes, readsAll: true) ?? check(JSONOracle.Members.self, bytes, readsAll: false)
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
