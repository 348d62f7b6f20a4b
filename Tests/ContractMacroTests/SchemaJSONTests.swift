import Contract
import ContractMacroFixtures
import FoundationEssentials
import Testing

/// A value of a type with `@Schema`, and its JSON.
struct SchemaSample: Sendable, CustomTestStringConvertible {
  let text: String
  /// The faults of reading and writing the value with every coder.
  let mistakes: @Sendable () throws -> [String]

  var testDescription: String { text }

  /// - Parameter options: the formats of dates and keys on both ends.
  init<T: Contract::Schema & Equatable & Sendable>(
    _ value: T, _ text: String, options: JSONOptions = JSONOptions(dates: .deferredToDate)
  ) {
    self.text = text
    self.mistakes = {
      var mistakes: [String] = []
      func expect(_ what: String, _ other: T) { if other != value { mistakes.append("\(what) is \(other)") } }
      let bytes = try JSONWriter.bytes(of: value, options: options)
      let compiled = String(decoding: bytes, as: UTF8.self)
      if compiled != text { mistakes.append("compiled: \(compiled)") }
      let plain = try plainText(value, options)
      if plain != text { mistakes.append("plain: \(plain)") }
      let reader = JSONReader(options: options)
      expect("compiled", try reader.decode(T.self, from: Array(text.utf8)))
      expect("plain", try plainValue(T.self, Array(text.utf8), reader))
      guard options.keys.isIdentity else { return mistakes }
      expect("Foundation's", try JSONDecoder().decode(T.self, from: Data(text.utf8)))
      expect("compiled from Foundation's", try reader.decode(T.self, from: Array(JSONEncoder().encode(value))))
      return mistakes
    }
  }
}

/// The text that the Codable coder writes.
private func plainText<T: Encodable>(_ value: T, _ options: JSONOptions) throws -> String {
  String(decoding: try JSONWriter.bytes(of: value, options: options), as: UTF8.self)
}

/// The value that the Codable coder reads.
private func plainValue<T: Decodable>(_ type: T.Type, _ bytes: [UInt8], _ reader: JSONReader) throws -> T {
  try reader.decode(T.self, from: bytes)
}

@Suite("@Schema types in JSON")
struct SchemaJSONTests {
  private static let id = UUID(uuidString: "3F2504E0-4F89-41D3-9A0C-0305E82C3301")!
  private static let date = Date(timeIntervalSinceReferenceDate: 796_728_600.25)

  private static let everything = """
    {"version":2,"flag":true,"small":200,"wide":-5,"ratio":0.5,"single":1.25,"price":9.95,\
    "id":"3F2504E0-4F89-41D3-9A0C-0305E82C3301","link":"https://api.example/a?b=c","bytes":"AAH+/w==",\
    "on":796728600.25,"names":["only"],"counts":{"a":1},"byNumber":{"7":"open"},"gaps":[1,null,3],\
    "plain":{"x":1,"y":"é"},"optional":4,"progress":"finished","shape":{"line":{"from":1}},"level":2,"marks":3,\
    "in":"in","self":3,"limit":5,"size":2,"label":"x","later":"open","observed":true}
    """

  private static let samples: [SchemaSample] = [
    SchemaSample(Everything.sample(id, at: date), everything),
    SchemaSample(
      TodoItem(id: 1, title: "milk", tags: ["a"], owner: Person(name: "Ann", reports: [Person(name: "Bob")])),
      #"{"id":1,"title":"milk","tags":["a"],"owner":{"name":"Ann","reports":[{"name":"Bob","reports":[]}]}}"#),
    SchemaSample(
      [TodoItem(id: 1, title: "", due: date), TodoItem(id: -2, title: "\"\n")],
      #"[{"id":1,"title":"","due":796728600.25,"tags":[]},{"id":-2,"title":"\"\n","tags":[]}]"#),
    SchemaSample(Figure.none, #"{"nothing":{}}"#),
    SchemaSample(Figure.circle(radius: 1.5), #"{"circle":{"radius":1.5}}"#),
    SchemaSample(Figure.circle(radius: 2, Plain(x: 1, y: "")), #"{"circle":{"radius":2,"_1":{"x":1,"y":""}}}"#),
    SchemaSample(Figure.line(1, 2), #"{"line":{"from":1,"to":2}}"#),
    SchemaSample(Figure.line(1, nil), #"{"line":{"from":1}}"#),
    SchemaSample(
      Figure.group(name: "g", of: [.none, .group(name: "", of: [])]),
      #"{"group":{"name":"g","of":[{"nothing":{}},{"group":{"name":"","of":[]}}]}}"#),
    SchemaSample(Figure.`self`(in: Progress.`default`), #"{"self":{"in":"default"}}"#),
    SchemaSample(Only.one(1), #"{"one":{"_0":1}}"#),
    SchemaSample(Empties.one, #"{"one":{}}"#),
    SchemaSample([Progress.open: 1].map { $0.key }, #"["open"]"#),
    SchemaSample([Level.low, .high], "[1,2]"),
    SchemaSample([Marks.a, [.a, .b]], "[1,3]"),
    SchemaSample(
      Listing(items: [Only.one(1)], next: Only.one(2), total: 3),
      #"{"items":[{"one":{"_0":1}}],"next":{"one":{"_0":2}},"total":3}"#),
    SchemaSample(Listing(items: ["a"]), #"{"items":["a"],"total":0}"#),
    SchemaSample(Listing<Int>.Edge(at: 4), #"{"at":4}"#),
    SchemaSample(Words2(5), #"{"read":5,"write":5,"schema":"","keys":[],"default":5,"init":5}"#),
    SchemaSample(Renamed(itemCount: 1, homeURL: "h"), #"{"itemCount":1,"home_page":"h"}"#),
    SchemaSample(
      Renamed(itemCount: 1, homeURL: "h"), #"{"item-count":1,"home_page":"h"}"#,
      options: JSONOptions(keys: .kebabCase)),
    SchemaSample(
      Everything.sample(id, at: date), everything.replacing("\"byNumber\"", with: "\"by_number\""),
      options: JSONOptions(dates: .deferredToDate, keys: .snakeCase)),
    SchemaSample(Figure.circle(radius: 1), #"{"Circle":{"Radius":1}}"#, options: JSONOptions(keys: .trainCase)),
    SchemaSample(Nothing(), "{}"),
    SchemaSample(
      Leave(label: "x", urgency: .high, value: .number(1), note: "n", days: 3),
      #"{"label":"x","urgency":"high","value":1,"note":"n","days":3,"version":2}"#),
    SchemaSample(
      Leave(label: nil, urgency: nil, value: nil, note: nil, days: nil),
      #"{"label":null,"urgency":null,"value":null,"days":null,"version":2}"#),
    SchemaSample(
      Leave(label: nil, urgency: nil, value: nil, note: nil, days: nil),
      #"{"Label":null,"Urgency":null,"Value":null,"Days":null,"Version":2}"#, options: JSONOptions(keys: .trainCase)),
    SchemaSample(Retitled(label: nil), #"{"text":null}"#),
    SchemaSample(
      Seat(user: UserID(rawValue: id), side: .left),
      #"{"user":"3F2504E0-4F89-41D3-9A0C-0305E82C3301","side":[0,1]}"#),
    SchemaSample(Folder.Item(id: 1), #"{"id":1}"#),
  ]

  @Test("A schema type is encoded and decoded as with Foundation", arguments: samples)
  func roundTrip(_ sample: SchemaSample) throws {
    #expect(try sample.mistakes() == [])
  }

  @Test("An absent member takes its initial value in every decoder")
  func initialValues() throws {
    let text = Array(#"{"name":"a"}"#.utf8)
    #expect(try JSONReader().decode(Person.self, from: text) == Person(name: "a"))
    #expect(try plainValue(Person.self, text, JSONReader()) == Person(name: "a"))
    #expect(try JSONDecoder().decode(Person.self, from: Data(text)) == Person(name: "a"))
    #expect(try URLFormDecoder().decode(Person.self, from: "name=a") == Person(name: "a"))

    let bare = everythingWithout(["limit", "size", "label", "later", "observed", "version"])
    let options = JSONOptions(dates: .deferredToDate)
    for value in [
      try JSONReader(options: options).decode(Everything.self, from: bare),
      try plainValue(Everything.self, bare, JSONReader(options: options)),
      try JSONDecoder().decode(Everything.self, from: Data(bare)),
    ] {
      #expect(value.limit == 20 && value.size == 1.5 && value.label == "none")
      #expect(value.later == .done && value.observed == false && value.version == 2)
    }
  }

  @Test("An optional member accepts null, with or without an initial value")
  func nulls() throws {
    let options = JSONOptions(dates: .deferredToDate)
    let text = Self.everything.replacing("\"label\":\"x\"", with: "\"label\":null")
      .replacing("\"optional\":4", with: "\"optional\":null")
    for value in [
      try JSONReader(options: options).decode(Everything.self, from: Array(text.utf8)),
      try plainValue(Everything.self, Array(text.utf8), JSONReader(options: options)),
    ] {
      #expect(value.label == nil && value.optional == nil)
    }
  }

  @Test("A type without members decodes from any value, as with Codable")
  func nothing() throws {
    for text in ["1", "[{}]", "{\"a\":null}"] {
      #expect(try JSONReader().decode(Nothing.self, from: Array(text.utf8)) == Nothing())
      #expect(try plainValue(Nothing.self, Array(text.utf8), JSONReader()) == Nothing())
    }
    #expect(throws: JSONSyntaxError.self) { try JSONReader().decode(Nothing.self, from: Array("{".utf8)) }
  }

  @Test("A constant is encoded but not decoded")
  func constants() throws {
    let options = JSONOptions(dates: .deferredToDate)
    let text = Self.everything.replacing("\"version\":2", with: "\"version\":{\"a\":[null]}")
    #expect(try JSONReader(options: options).decode(Everything.self, from: Array(text.utf8)).version == 2)
    #expect(try plainValue(Everything.self, Array(text.utf8), JSONReader(options: options)).version == 2)
  }

  private func everythingWithout(_ names: [String]) -> [UInt8] {
    var text = Self.everything
    for name in names {
      let pattern = try? Regex(",?\"\(name)\":[^,}]*")
      if let pattern { text.replace(pattern, with: "") }
    }
    return Array(text.replacing("{,", with: "{").utf8)
  }
}
