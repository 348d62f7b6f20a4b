import FoundationEssentials
import Testing

@testable import ContractCoding

@Suite("Collected failures")
struct CollectedFailuresTests {
  @Test("finds every planted error in a nested document")
  func planted() throws {
    let found = try lines(
      Order.self,
      """
      {"placed":"yesterday","state":"gone","kind":"x","address":{"street":5,"zip":"1"},
       "items":[{"sku":"a","count":1},{"count":1.5},7],"tags":["a",2,null],"amounts":{"a":1,"b":"x"},"note":4}
      """)
    #expect(
      found == [
        "/id missing UUID nil", "/placed invalid Date \"yesterday\"",
        "/state invalid one of \"open\", \"done\" \"gone\"", "/kind invalid Kind \"x\"",
        "/address/street type String 5", "/address/zip type Int \"1\"", "/items/1/sku missing String nil",
        "/items/1/count type Int 1.5", "/items/2 type Item 7", "/tags/1 type String 2", "/tags/2 type String null",
        "/amounts/b type Int \"x\"", "/note type String 4",
      ])
  }
  @Test("names every member of an empty object")
  func empty() throws {
    #expect(
      try lines(Order.self, "{}") == [
        "/id missing UUID nil", "/placed missing Date nil", "/state missing one of \"open\", \"done\" nil",
        "/kind missing Kind nil", "/address missing Address nil", "/items missing [Item] nil",
        "/tags missing [String] nil", "/amounts missing [String: Int] nil",
      ])
  }

  func lines<T: Decodable>(_ type: T.Type, _ text: String) throws -> [String] {
    let document = try JSONDocument(Array(text.utf8))
    return JSONReader().failures(decoding: T.self, from: document).map {
      "\($0.pointer) \($0.code.rawValue) \($0.expected) \($0.found ?? "nil")"
    }
  }
}

enum State: String, Codable, CaseIterable { case open, done }
enum Kind: String, Codable { case small, large }
struct Address: Codable, Hashable {
  var street: String
  var zip: Int
}
struct Item: Codable, Hashable {
  var sku: String
  var count: Int
}
struct Order: Codable {
  var id: UUID
  var placed: Date
  var state: State
  var kind: Kind
  var address: Address
  var items: [Item]
  var tags: [String]
  var amounts: [String: Int]
  var note: String?
}
