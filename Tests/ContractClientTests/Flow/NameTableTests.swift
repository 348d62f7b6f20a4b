import Testing

@testable import ContractClient

@Suite("Name tables")
struct NameTableTests {
  @Test("Each name keeps its own value")
  func keepsValuesApart() {
    var table = NameTable<Int>()
    table["a", default: 0] += 1
    table["b", default: 10] += 1
    table["a", default: 0] += 1
    #expect(table["a"] == 2)
    #expect(table["b"] == 11)
    #expect(table["c"] == nil)
    #expect(table["", default: 7] == 7)
    #expect(table.count == 2)
    #expect(table.all == ["a": 2, "b": 11])
  }

  @Test("Filtered names are removed, and the others are still found")
  func filters() {
    var table = NameTable<Int>()
    for number in 0..<10 { table["name \(number)", default: 0] += number }
    #expect(table["name 9"] == 9)
    table.filter { $0.isMultiple(of: 2) }
    #expect(table.count == 5)
    #expect(table["name 9"] == nil)
    #expect(table["name 8"] == 8)
    table["name 9", default: 0] += 1
    #expect(table["name 9"] == 1)
    #expect(table.all.count == 6)
  }
}
