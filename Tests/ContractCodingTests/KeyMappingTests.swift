import ContractCoding
import ContractTestSupport
import FoundationEssentials
import Testing

@Suite("Key mappings")
struct KeyMappingTests {
  @Test(
    "Names are mapped in both directions",
    arguments: [
      ("fooBar", "foo_bar", "foo-bar", "Foo-Bar"), ("foo1", "foo1", "foo1", "Foo1"),
      ("_bar_", "_bar_", "_bar_", "_Bar_"), ("fooBarBaz", "foo_bar_baz", "foo-bar-baz", "Foo-Bar-Baz"),
      ("a", "a", "a", "A"), ("", "", "", ""), ("__", "__", "__", "__"),
      ("_fooBar1_", "_foo_bar1_", "_foo-bar1_", "_Foo-Bar1_"),
      ("straßeÄrger", "straße_ärger", "straße-ärger", "Straße-Ärger"),
    ])
  func bothWays(_ name: String, _ snake: String, _ kebab: String, _ train: String) {
    for (mapping, wire) in [
      (KeyMapping.snakeCase, snake), (.kebabCase, kebab), (.trainCase, train), (.useDefaultKeys, name),
    ] {
      #expect(mapping.encoded(name) == wire)
      #expect(mapping.decoded(wire) == name)
    }
  }

  @Test(
    "A run of uppercase letters is one word",
    arguments: [
      ("testJSON", "test_json"), ("myURLProperty", "my_url_property"), ("userID", "user_id"), ("aB", "a_b"),
      ("JSONText", "json_text"), ("URL", "url"), ("foo_Bar", "foo_bar"), ("x509Name", "x509_name"),
      ("TTL", "ttl"), ("URLPath", "url_path"), ("HTTPURL", "httpurl"), ("userIDs", "user_i_ds"),
    ])
  func capitals(_ name: String, _ wire: String) throws {
    #expect(KeyMapping.snakeCase.encoded(name) == wire)
    // Coders use the encoded name in both directions.
    let json = try JSONWriter.bytes(of: OneMember(name: name), options: JSONOptions(keys: .snakeCase))
    #expect(String(decoding: json, as: UTF8.self) == #"{"\#(wire)":1}"#)
  }

  @Test("Only default keys are an identity mapping, and a custom mapping calls its closures")
  func identity() {
    #expect(KeyMapping.useDefaultKeys.isIdentity)
    #expect(!KeyMapping.snakeCase.isIdentity)
    let custom = KeyMapping.custom(to: { "x_" + $0 }, from: { String($0.dropFirst(2)) })
    #expect(!custom.isIdentity)
    #expect(custom.encoded("a") == "x_a")
    #expect(custom.decoded("x_a") == "a")
  }

  @Test("Random camel-case names are mapped as in Foundation, except for digits within words")
  func oracle() throws {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    var generator = Randomness.Generator(seed: 32)
    let parts = ["foo", "bar", "a", "id", "x1", "JSON", "URL", "Bar", "Quux", "B", "9", "é"]
    for _ in 0..<2000 {
      var name =
        ["", "_", "__"].randomElement(using: &generator)! + ["foo", "x", "é"].randomElement(using: &generator)!
      for _ in 0..<Int.random(in: 0...4, using: &generator) { name += parts.randomElement(using: &generator)! }
      name += ["", "_"].randomElement(using: &generator)!
      let text = String(decoding: try encoder.encode(OneMember(name: name)), as: UTF8.self)
      let wire = String(text.dropFirst(2).dropLast(4))
      // In Foundation a digit between an uppercase and a lowercase letter is a word; here it belongs to the uppercase letter's word.
      if zip(name, name.dropFirst()).contains(where: { $0.isUppercase && $1.isNumber }) { continue }
      #expect(KeyMapping.snakeCase.encoded(name) == wire, "\(name)")
      // Foundation also capitalizes after a digit inside a word.
      if wire.contains(where: \.isNumber) { continue }
      let back = try decoder.decode(OneMember.self, from: Array(text.utf8).asData)
      #expect(KeyMapping.snakeCase.decoded(wire) == back.name, "\(wire)")
    }
  }
}

/// An object whose only member has any name.
private struct OneMember: Codable {
  struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  let name: String

  init(name: String) { self.name = name }

  init(from decoder: any Decoder) throws {
    name = try decoder.container(keyedBy: Key.self).allKeys.first?.stringValue ?? ""
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(1, forKey: Key(stringValue: name))
  }
}

extension [UInt8] {
  fileprivate var asData: Data { Data(self) }
}
