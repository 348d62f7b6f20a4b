import Testing

@testable import ContractCoding

@Suite("Members of a JSON text")
struct JSONFieldsTests {
  @Test("The members found in a text equal those of its document")
  func agreement() throws {
    let texts = [
      "{}", " { } ", #"{"a":1}"#, #"{"a":1,"b":"x","a":"y","c":null}"#, #"{"\u0061":[1],"b":{"b":[]}}"#,
      "\u{feff}{\"a\":2}", #"{"a": null , "b" :1.5}"#, #"{"b":["x",1,{}],"c":{"c":1}}"#,
    ]
    for text in texts {
      let bytes = Array(text.utf8)
      let fields = try #require(try JSONFields(bytes))
      let root = try JSONDocument(bytes).root
      for name in ["a", "b", "c", "d", ""] {
        #expect(fields.contains(name) == (root.member(name) != nil))
        expect([Int].self, name, fields, root)
        expect(Int.self, name, fields, root)
        expect(String.self, name, fields, root)
      }
    }
  }

  private func expect<T: Schema & Equatable>(
    _ type: T.Type, _ name: String, _ fields: JSONFields, _ root: JSONDocument.Node
  ) {
    var failures: [CodingFailure] = []
    var others: [CodingFailure] = []
    let value = read(T.self, name, fields, &failures)
    #expect(value == JSONReader().decodeMember(name, as: T.self, of: root, failures: &others))
    #expect(failures == others)
    let optional = readIfPresent(T.self, name, fields, &failures)
    #expect(optional == JSONReader().decodeMemberIfPresent(name, as: T.self, of: root, failures: &others))
    #expect(failures == others)
  }

  private func read<T: Schema>(
    _ type: T.Type, _ name: String, _ fields: JSONFields, _ failures: inout [CodingFailure]
  ) -> T? {
    withUnsafeTemporaryAllocation(of: T.self, capacity: 1) { place in
      guard let place = place.baseAddress else { return nil }
      switch fields.read(
        name, into: place, takesNull: false, with: JSONReading(JSONReader()), failures: &failures)
      {
      case .read: return place.move()
      case .missing: failures.append(JSONFields.missing(name, T.self))
      case .null, .wrong: break
      }
      return nil
    }
  }

  private func readIfPresent<T: Schema>(
    _ type: T.Type, _ name: String, _ fields: JSONFields, _ failures: inout [CodingFailure]
  ) -> T?? {
    withUnsafeTemporaryAllocation(of: T.self, capacity: 1) { place in
      guard let place = place.baseAddress else { return nil }
      switch fields.read(
        name, into: place, takesNull: true, with: JSONReading(JSONReader()), failures: &failures)
      {
      case .read: return .some(place.move())
      case .missing, .null: return .some(nil)
      case .wrong: return nil
      }
    }
  }

  @Test("A text that is not an object has no members")
  func others() throws {
    for text in ["1", "[]", "null", "\"{}\""] { #expect(try JSONFields(Array(text.utf8)) == nil) }
  }

  @Test("Invalid JSON is refused with the parser's error")
  func broken() {
    for text in ["", "{", #"{"a"}"#, #"{"a":1,}"#, "{} x", #"{"a":01}"#, "[1", #"{"a":"\x"}"#] {
      let bytes = Array(text.utf8)
      let expected = #expect(throws: JSONSyntaxError.self) { _ = try JSONDocument(bytes) }
      let found = #expect(throws: JSONSyntaxError.self) { _ = try JSONFields(bytes) }
      #expect(found == expected)
    }
  }
}
