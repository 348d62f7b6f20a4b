import Contract
import ContractHTTP
import ContractTestSupport
import Testing

/// Fields are read in sequence from the text if they are in the order of the contract, and otherwise from a list of
/// them. An operation that accepts other formats too always uses the list.
@Suite("Members of JSON bodies")
struct FieldOrderTests {
  static let texts = [
    #"{"title":"Milk","count":3,"note":"soon","tags":["a","b"],"owner":{"id":1,"name":"Ada"}}"#,
    #" { "title" : "Milk" , "count" : 3 , "note" : null , "tags" : [ ] , "owner" : { "name" : "Ada" , "id" : 1 } } "#,
    #"{"count":3,"title":"Milk","owner":{"id":1,"name":"Ada"},"tags":["a"]}"#,
    #"{"title":"Milk","more":{"deep":[1,2,{"x":null}]},"count":3,"note":"n","tags":[],"owner":{"id":1,"name":"A"}}"#,
    #"{"title":"first","title":"second","count":1,"count":2,"tags":[],"owner":{"id":1,"id":2,"name":"A"},"tags":1}"#,
    #"{"\u0074itle":"Milk","count":3,"tags":[],"owner":{"id":1,"name":"A"}}"#,
    #"{"title":"Milk","count":"three","tags":{},"owner":{"id":"x"}}"#,
    #"{"title":"","count":300,"note":"n","tags":["a"],"owner":{"id":1,"name":"Ada"}}"#,
    #"{"title":null,"count":null,"note":null,"tags":null,"owner":null}"#,
    #"{"title":"Milk","count":3,"tags":["a"],"owner":{"id":1,"name":"Ada"},"rest":[01]}"#,
    #"{"title":"Milk","count":3,"tags":["a"],"owner":{"id":1,"name":"Ada"}}x"#,
    #"{"title":"\ud800","count":3,"tags":["a"],"owner":{"id":1,"name":"Ada"}}"#,
    "\u{feff}{\"title\":\"Milk\",\"count\":3,\"tags\":[],\"owner\":{\"id\":1,\"name\":\"A\"}}",
    "{}", "[]", "null", "3", "", " ", "{", "}", #"{"title"}"#, #"{"title":}"#, #"{,}"#, #"{"title":"a",}"#,
  ]

  @Test("A JSON member is decoded to the same value in any order, even if the body is cut off", arguments: texts)
  func agreement(text: String) async throws {
    for end in 0...text.utf8.count {
      let body = Array(text.utf8.prefix(end))
      let ordered = try await reading(body, .json)
      let listed = try await reading(body, .structured(.json, .urlForm))
      #expect(ordered == listed, "\(String(decoding: body, as: UTF8.self))")
    }
  }

  @Test("Both readers decode a JSON member alike after any byte changes")
  func changes() async throws {
    var dice = Randomness()
    for text in Self.texts where !text.isEmpty {
      for _ in 0..<200 {
        var body = Array(text.utf8)
        let place = Int.random(in: 0..<body.count, using: &dice.generator)
        body[place] = Array("{}[]\",:\\01antu \u{00}é".utf8).randomElement(using: &dice.generator) ?? 0
        let ordered = try await reading(body, .json)
        let listed = try await reading(body, .structured(.json, .urlForm))
        #expect(ordered == listed, "\(String(decoding: body, as: UTF8.self)), seed \(dice.seed)")
      }
    }
  }

  @Test("A syntax error after the decoded members is reported once")
  func brokenBehind() async throws {
    let reading = try await reading(
      Array(#"{"title":"","count":300,"tags":[],"owner":{"id":1,"name":"A"},"rest":tru}"#.utf8), .json)
    #expect(reading.failures.count == 1)
    #expect(reading.failures.first?.hasPrefix("body  syntax: the request body is not JSON") == true)
    #expect(reading.values == nil)
  }

  @Test("A member name that needs escapes is compared after unescaping")
  func escapedNames() async throws {
    for (name, body, isThere) in [
      (name: #"a"b"#, body: #"{"a"b":1}"#, isThere: false), (name: #"a"b"#, body: #"{"a\"b":1}"#, isThere: true),
      (name: #"a\n"#, body: #"{"a\n":1}"#, isThere: false), (name: #"a\n"#, body: #"{"a\\n":1}"#, isThere: true),
      (name: "a\n", body: "{\"a\n\":1}", isThere: false), (name: "ü", body: #"{"ü":1}"#, isThere: true),
      (name: "", body: #"{"":1}"#, isThere: true),
    ] {
      // Names are compared as words only if enough bytes follow them, so both comparisons are tested.
      for body in [body, body + String(repeating: " ", count: 32)] {
        var decoder = RequestDecoder(try await request(Array(body.utf8), .json))
        #expect((decoder.field(name, as: Int.self) == 1) == isThere, "\(name) in \(body)")
        #expect(decoder.failures.isEmpty == isThere)
      }
    }
  }

  @Test("A member is found only by its exact name, whatever its length", arguments: 0...20)
  func lengths(count: Int) async throws {
    let name = String((0..<count).map { Character(Unicode.Scalar(UInt8(ascii: "a") + UInt8($0))) })
    var others = [name + "z", "z" + name]
    for place in 0..<count {
      var bytes = Array(name.utf8)
      bytes[place] ^= 0x20
      others.append(String(decoding: bytes, as: UTF8.self))
      bytes.remove(at: place)
      others.append(String(decoding: bytes, as: UTF8.self))
    }
    for rest in ["", #","rest":"0123456789012345678901234567890""#] {
      let body = #"{"\#(name)":1\#(rest)}"#
      for asked in [name] + others {
        var decoder = RequestDecoder(try await request(Array(body.utf8), .json))
        #expect(decoder.field(asked, as: Int?.self) == .some(asked == name ? 1 : nil), "\(asked) in \(body)")
        try decoder.finish()
      }
    }
  }

  @Test("An absent member takes its initial value in any order")
  func defaults() async throws {
    for (text, expected) in [
      (#"{"a":1,"b":2}"#, [1, 2]), (#"{"b":2,"a":1}"#, [1, 2]), (#"{"a":1}"#, [1, 9]), (#"{"b":2}"#, [9, 2]),
      ("{}", [9, 9]), ("", [9, 9]), (#"{"a":null,"b":2}"#, [nil, 2]), (#"{"a":1,"b":"x"}"#, [1, nil]),
      ("[]", [nil, nil]),
    ] {
      for content in [RequestContent.json, .structured(.json, .urlForm)] {
        var decoder = RequestDecoder(try await request(Array(text.utf8), content))
        let values = [decoder.field("a", as: Int.self, default: 9), decoder.field("b", as: Int.self, default: 9)]
        #expect(values == expected, "\(text)")
        #expect(decoder.failures.isEmpty == !expected.contains(nil), "\(text)")
      }
    }
  }

  @Test("A member may be read more than once")
  func again() async throws {
    var decoder = RequestDecoder(try await request(Array(#"{"a":1,"b":2}"#.utf8), .json))
    for _ in 0..<2 {
      #expect(decoder.field("a", as: Int.self) == 1)
      #expect(decoder.field("b", as: Int?.self) == 2)
      #expect(decoder.field("c", as: Int?.self) == .some(nil))
    }
    try decoder.finish()
  }

  // MARK: Reading

  @Schema
  struct Owner: Equatable {
    var id: Int
    var name: String
  }

  struct Values: Equatable {
    let title: String
    let count: UInt8
    let note: String?
    let tags: [String]
    let owner: Owner
  }

  struct Reading: Equatable {
    let values: Values?
    let failures: [String]
  }

  private func request(_ body: [UInt8], _ content: RequestContent) async throws -> ServerRequest {
    let operation = APIOperation(id: "probe", method: .post, path: "/", requestContent: content)
    let message = HTTPRequest(.post, "/", fields: [.contentType: "application/json"], body: .bytes(body))
    return try await RoundTrip.request(message, operation)
  }

  private func reading(_ body: [UInt8], _ content: RequestContent) async throws -> Reading {
    var decoder = RequestDecoder(try await request(body, content))
    let title = decoder.field("title", as: String.self)
    let count = decoder.field("count", as: UInt8.self)
    let note = decoder.field("note", as: String?.self)
    let tags = decoder.field("tags", as: [String].self)
    let owner = decoder.field("owner", as: Owner.self)
    let isSound = (try? decoder.finish()) != nil
    let failures = decoder.failures.map { "\($0.location) \($0.name) \($0.code): \($0.message)" }
    #expect(isSound == failures.isEmpty)
    guard isSound, let title, let count, let note, let tags, let owner else {
      return Reading(values: nil, failures: failures)
    }
    return Reading(
      values: Values(title: title, count: count, note: note, tags: tags, owner: owner), failures: failures)
  }
}
