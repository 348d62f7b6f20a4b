import Testing

@testable import ContractCoding

@Suite("First cases of enumerations that do not list their cases")
struct SimpleEnumerationTests {
  private enum Level: String, Decodable { case low, high }
  private struct Order: Decodable {
    let level: Level
    let count: Int
  }

  @Test("The first case of a String enumeration is found with this runtime, and other types have none")
  func known() {
    #expect(SimpleEnumeration.hasKnownLayout)
    #expect(SimpleEnumeration.firstCase(Level.self) == .low)
    #expect(SimpleEnumeration.firstCase(Bool.self) == nil)
    #expect(SimpleEnumeration.firstCase(Never.self) == nil)
    #expect(SimpleEnumeration.firstCase(Int.self) == nil)
  }

  @Test("The first case of an enumeration is found only if the layout is known")
  func unknown() {
    #expect(SimpleEnumeration.firstCase(Level.self, hasKnownLayout: false) == nil)
  }

  @Test("An enumeration without a list of its cases does not hide the failures of later members")
  func collecting() throws {
    let document = try JSONDocument(Array(#"{"level":"none","count":"x"}"#.utf8))
    #expect(JSONReader().failures(decoding: Order.self, from: document).map(\.pointer) == ["/level", "/count"])
  }
}
