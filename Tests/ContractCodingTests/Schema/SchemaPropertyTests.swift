import ContractCoding
import ContractTestSupport
import FoundationEssentials
import Testing

@Suite("Compiled JSON of random values", .ownThreads)
struct SchemaPropertyTests {
  private let agreement = SchemaAgreement()

  @Test("Values are written as with the Codable writer, and read back", arguments: 0..<20)
  func roundTrips(seed: Int) throws {
    var values = SchemaValues(seed: UInt64(seed))
    for _ in 0..<25 {
      try expectRoundTrip(values.todo())
      try expectRoundTrip(values.task())
      try expectRoundTrip(values.shape())
      try expectRoundTrip(values.page())
    }
  }

  private func expectRoundTrip<T: Schema & Equatable>(_ value: T) throws {
    #expect(agreement.difference(writing: value) == nil)
    let text = try JSONWriter.bytes(of: value)
    #expect(agreement.compiled(T.self, text) == .value(value))
  }

  @Test("Values round-trip through this coder and Foundation's, in both orders", arguments: 0..<10)
  func foundation(seed: Int) throws {
    let encoder = JSONEncoder()
    let decoder = JSONDecoder()
    let options = JSONOptions(dates: .deferredToDate)
    var values = SchemaValues(seed: UInt64(1000 + seed))
    for _ in 0..<10 {
      let task = values.task()
      #expect(try decoder.decode(HandTask.self, from: Data(JSONWriter.bytes(of: task, options: options))) == task)
      #expect(try JSONReader(options: options).decode(HandTask.self, from: Array(encoder.encode(task))) == task)
      let shape = values.shape()
      #expect(try decoder.decode(HandShape.self, from: Data(JSONWriter.bytes(of: shape))) == shape)
      #expect(try JSONReader().decode(HandShape.self, from: Array(encoder.encode(shape))) == shape)
    }
  }

  @Test("Modified texts have the same values and failures as with the Codable reader", arguments: 0..<24)
  func changes(seed: Int) throws {
    var values = SchemaValues(seed: UInt64(2000 + seed))
    for _ in 0..<12 {
      expectAgreement(HandTodo.self, try JSONDocument(JSONWriter.bytes(of: values.todo())), &values)
      expectAgreement(HandTask.self, try JSONDocument(JSONWriter.bytes(of: values.task())), &values)
      expectAgreement(HandPage<HandTodo>.self, try JSONDocument(JSONWriter.bytes(of: values.page())), &values)
      expectAgreement([HandState?].self, try JSONDocument(Array("[\"open\",\"done\",null]".utf8)), &values)
    }
  }

  private func expectAgreement<T: Schema & Equatable>(
    _ type: T.Type, _ document: JSONDocument, _ values: inout SchemaValues
  ) {
    var tree = SchemaTree(document.root)
    for _ in 0..<3 {
      tree.mutate(&values.generator)
      let text = Array(tree.text(&values.generator).utf8)
      #expect(agreement.difference(T.self, text) == nil)
    }
  }

  @Test(
    "Modified enumerations have the same values as with the Codable reader, and at least the same failures",
    arguments: 0..<12)
  func choices(seed: Int) throws {
    var values = SchemaValues(seed: UInt64(3000 + seed))
    for _ in 0..<25 {
      var tree = SchemaTree(try JSONDocument(JSONWriter.bytes(of: values.shape())).root)
      for _ in 0..<3 {
        tree.mutate(&values.generator)
        let text = Array(tree.text(&values.generator).utf8)
        // In an enumeration, the Codable reader may stop after the first failure, so its failures may be only some of the
        // compiled reader's.
        switch (agreement.compiled(HandShape.self, text), agreement.plain(HandShape.self, text)) {
        case (.failures(let compiled), .failures(let plain)):
          #expect(
            plain.allSatisfy(compiled.contains), "\(String(decoding: text, as: UTF8.self)): \(compiled), \(plain)")
        case (let compiled, let plain):
          #expect(compiled == plain, "\(String(decoding: text, as: UTF8.self))")
        }
      }
    }
  }
}
