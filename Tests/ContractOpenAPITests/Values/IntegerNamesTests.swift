import ContractCoding
import ContractOpenAPI
import Testing

@Suite("Names of members that are integers")
struct IntegerNamesTests {
  static let names = [
    "0", "-0", "+7", "007", "-12", String(repeating: "0", count: 30) + "1", "999999999999999999", "1000000000000000000",
    "9199999999999999999", "9223372036854775799", "9223372036854775800", "9223372036854775807", "9223372036854775808",
    "9223372036854775810", "9223372036854776000", "9223372037000000000", "9300000000000000000", "9999999999999999999",
    "10000000000000000000", "+0009223372036854775807", "+9223372036854775808", "-9223372036854775807",
    "-9223372036854775808", "-009223372036854775808", "-9223372036854775809", "", "+", "-", "--1", "1.0", "1e3", " 1",
    "1 ", "0x1", "a", "١",
  ]

  @Test("A schema of [Int: T] allows the names that the codec reads", arguments: names)
  func agreement(name: String) throws {
    var definitions = JSONSchemaDefinitions(at: "#/$defs/")
    var writer = JSONWriter()
    definitions.write(.of([Int: Int].self), to: &writer)
    let fixture = SchemaFixture(try JSONValue(parsing: writer.bytes))
    let value = JSONValue.object([name: 1])
    let isRead = (try? JSONReader().decode([Int: Int].self, from: Array(value.description.utf8))) != nil
    #expect(isRead == (Int(name) != nil))
    #expect(fixture.checker.accepts(value, fixture.schema) == isRead)
  }
}
