import ContractCoding
import Testing

@Suite("Sample values in schemas")
struct JSONSampleTests {
  /// A key that is not the name of a member.
  private struct Key: Codable, Hashable, Sendable { var number: Int }

  private struct Samples: Codable, Sendable {
    var zebra = Set((1...12).map { $0 * 5 - 30 })
    var words: Set = ["b", "a", "é", "10", "9", "\"", "", "d", "c"]
    var counts = ["g": 7, "f": 6, "e": 5, "d": 4, "c": 3, "b": 2, "a": 1]
    var nested: [String: [Set<[Int]>]?] = ["x": [[[2, 1], [10], [2], [1, 2], [0, 7], [9, 9]]], "no": nil]
    var pairs = [Key(number: 3): "c", Key(number: 1): "a", Key(number: 2): "b", Key(number: 4): "d"]
    var list = [3, 1, 2]
    var any: JSONValue = ["z": 1, "a": [2, 1]]
  }

  static let text =
    #"{"zebra":[-25,-20,-15,-10,-5,0,5,10,15,20,25,30],"words":["","10","9","\"","a","b","c","d","é"],"#
    + #""counts":{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7},"nested":{"no":null,"#
    + #""x":[[[0,7],[1,2],[10],[2,1],[2],[9,9]]]},"#
    + #""pairs":[{"number":1},"a",{"number":2},"b",{"number":3},"c",{"number":4},"d"],"list":[3,1,2],"#
    + #""any":{"z":1,"a":[2,1]}}"#

  fileprivate struct Box<Item> { var item: Item? }

  private static func sample<Item>(_ item: Item.Type) -> JSONSample { JSONSample { Box<Item>(item: nil) } }

  @Test("A value whose type is encodable for some arguments is encoded for these, and omitted for others")
  func conditionallyEncodable() {
    #expect(Self.sample(Int.self).text() == "{}")
    #expect(Self.sample((any Sendable).self).text() == nil)
  }

  @Test("Sets and dictionaries are sorted at any depth; lists and members keep their order")
  func order() {
    #expect(JSONSample { Samples() }.text() == Self.text)
    #expect(JSONSample { Samples().zebra }.text() == "[-25,-20,-15,-10,-5,0,5,10,15,20,25,30]")
  }
}

extension JSONSampleTests.Box: Encodable where Item: Encodable {}
