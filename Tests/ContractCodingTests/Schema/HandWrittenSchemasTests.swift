import ContractCoding
import FoundationEssentials
import Testing

@Suite("Hand-written schemas")
struct HandWrittenSchemasTests {
  static let todo = HandTodo(id: 7, title: "Write \"it\" – soon", done: false, tags: ["a", "ü"])

  @Test("A struct is encoded and decoded as with its Codable conformance")
  func structs() throws { try expectSame(Self.todo) }

  @Test("Every kind of member is encoded and decoded as with Codable")
  func members() throws {
    try expectSame(
      HandTask(
        name: "n", first: Self.todo, rest: [Self.todo, Self.todo], byName: ["k": Self.todo], state: .done,
        due: Date(timeIntervalSince1970: 1_000_000_000.25), place: HandPlain(x: 1, y: -0.5),
        places: [HandPlain(x: 1e300, y: 0)]))
  }

  @Test(
    "Associated values are encoded and decoded as with Codable",
    arguments: [
      .nothing, .circle(radius: 2.5), .line(1, 2), .line(-1, nil),
      .group(name: "g", of: [.nothing, .group(name: "", of: []), .circle(radius: 1e-7)]),
    ] as [HandShape])
  func associatedValues(shape: HandShape) throws { try expectSame(shape) }

  @Test("Generic types are encoded and decoded as with Codable")
  func generics() throws {
    try expectSame(HandPage(items: [Self.todo], next: Self.todo, total: 1))
    try expectSame(HandPage(items: [1, 2], next: nil, total: 2))
  }

  private func expectSame<T: Schema & Equatable>(_ value: T) throws {
    let bytes = try JSONWriter.bytes(of: value)
    #expect(bytes == (try plainBytes(value)))
    #expect(try JSONReader().decode(T.self, from: bytes) == value)
    #expect(try plainValue(T.self, bytes) == value)
  }

  private func plainBytes<T: Encodable>(_ value: T) throws -> [UInt8] { try JSONWriter.bytes(of: value) }

  private func plainValue<T: Decodable>(_ type: T.Type, _ bytes: [UInt8]) throws -> T {
    try JSONReader().decode(T.self, from: bytes)
  }
}
