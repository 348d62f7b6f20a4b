import Contract
import ContractTesting
import FoundationEssentials
import Testing

@Schema struct PutStep: Equatable, Sendable {
  @Validate(.length(1...5)) var key: String
  var value: String?
}

@Schema @Tagged(.key) enum Step: Equatable, Sendable {
  /// Stores a value.
  case put(PutStep)
  case ok(Int)
  case move(fromKey: String, to: Int?)
  case at(PlainPoint)
  case names([String])
  case note(String?)
  case stop

  enum CodingKeys: String, CodingKey { case put, ok, move, at = "isAt", names, note, stop }
}

@Schema @Tagged(.key) enum Reply: Equatable, Sendable {
  case unknown(JSONValue)
  case done(Date)
  case steps([Step])
}

@Schema @Tagged(.key) enum Carried<Value: Contract::Schema & Equatable & Sendable>: Equatable, Sendable {
  case one(Value)
  case two(first: Value, second: Value?)
}

struct PlainSteps: Codable, Equatable, Sendable { var step: Step, replies: [String: Reply] }

@API protocol Steps: Sendable {
  @POST("/steps") func add(step: Body<Step>) async throws -> [Step]
  @POST("/replies") @KeyMapping(.snakeCase) func reply(reply: Reply, step: Step?) async throws -> Reply
}

private struct StepService: Steps {
  func add(step: Step) async throws -> [Step] { [step] }
  func reply(reply: Reply, step: Step?) async throws -> Reply { step.map { .steps([$0]) } ?? reply }
}

@Suite("Enumerations whose case is the key")
struct KeyedTests {
  private let api = StepsAPI(StepsRoutes(StepService()).inProcess)
  private static let other: JSONValue = ["purge": ["n": 1.5], "more": .null]

  private static let samples: [SchemaSample] = [
    SchemaSample(Step.put(PutStep(key: "a")), #"{"put":{"key":"a"}}"#),
    SchemaSample(Step.ok(5), #"{"ok":5}"#),
    SchemaSample(Step.move(fromKey: "a", to: 2), #"{"move":{"fromKey":"a","to":2}}"#),
    SchemaSample(Step.move(fromKey: "a", to: nil), #"{"move":{"fromKey":"a"}}"#),
    SchemaSample(Step.at(PlainPoint(x: -1)), #"{"isAt":{"x":-1}}"#),
    SchemaSample(Step.names([]), #"{"names":[]}"#),
    SchemaSample(Step.note("n"), #"{"note":"n"}"#),
    SchemaSample(Step.note(nil), #"{"note":null}"#),
    SchemaSample(Step.stop, #"{"stop":{}}"#),
    SchemaSample([Step.stop, .ok(-1)], #"[{"stop":{}},{"ok":-1}]"#),
    SchemaSample(Reply.done(Date(timeIntervalSinceReferenceDate: 7)), #"{"done":7}"#),
    SchemaSample(Reply.steps([.stop, .put(PutStep(key: ""))]), #"{"steps":[{"stop":{}},{"put":{"key":""}}]}"#),
    SchemaSample(Reply.unknown(["purge": ["n": 1.5]]), #"{"purge":{"n":1.5}}"#),
    SchemaSample(Reply.unknown([:]), "{}"),
    SchemaSample(Carried.one(1), #"{"one":1}"#),
    SchemaSample(Carried.two(first: "a", second: nil), #"{"two":{"first":"a"}}"#),
    SchemaSample(
      [Step.at(PlainPoint(x: 1)), .move(fromKey: "", to: 1)], #"[{"is_at":{"x":1}},{"move":{"from_key":"","to":1}}]"#,
      options: JSONOptions(keys: .snakeCase)),
  ]

  @Test("Every coder writes and reads the case as the key", arguments: samples)
  func values(sample: SchemaSample) throws {
    #expect(try sample.mistakes() == [])
  }

  @Test("An object without a known key is kept whole and written unchanged")
  func unknown() throws {
    let text = Self.other.description
    let reply = try JSONReader().decode(Reply.self, from: Array(text.utf8))
    #expect(reply == .unknown(Self.other))
    #expect(try JSONWriter.bytes(of: reply) == Array(text.utf8))
    let steps = #"{"step":{"ok":1},"replies":{"a":\#(text)}}"#
    let plain = try JSONReader().decode(PlainSteps.self, from: Array(steps.utf8))
    #expect(plain == PlainSteps(step: .ok(1), replies: ["a": reply]))
    #expect(throws: (any Error).self) { try JSONReader().decode(Reply.self, from: Array("5".utf8)) }
  }

  @Test(
    "Members other than the known member are ignored, and the first of equal keys is used",
    arguments: [
      (#"{"x":{"ok":2},"ok":1,"y":[]}"#, Step.ok(1)),
      (#"{"ok":1,"ok":2}"#, .ok(1)),
      (#" { "o\u006b" : 3 } "#, .ok(3)),
      (#"{"stop":{"now":true}}"#, .stop),
    ])
  func others(text: String, step: Step) throws {
    let bytes = Array(text.utf8)
    #expect(try JSONReader().decode(Step.self, from: bytes) == step)
    #expect(try JSONReader().decode([String: Step].self, from: Array(#"{"a":\#(text)}"#.utf8)) == ["a": step])
  }

  private static let names = #"named "put", "ok", "move", "isAt", "names", "note" or "stop""#

  /// A text, and its failures as pointers with the expected values.
  private static let refusals: [(text: String, failures: [String])] = [
    ("1", [#": an object with one of "put", "ok", "move", "isAt", "names", "note", "stop""#]),
    ("{}", [": an object with a member \(names)"]),
    (#"{"purge":{"key":"a"},"x":1}"#, ["/purge: a member \(names)"]),
    (#"{"ok":1,"stop":{}}"#, [": an object with only one member \(names)"]),
    (#"{"ok":"x","stop":1}"#, [": an object with only one member \(names)"]),
    (#"{"ok":"x"}"#, ["/ok: Int"]),
    (#"{"put":{"key":1}}"#, ["/put/key: String"]),
    (#"{"isAt":{"x":""}}"#, ["/isAt/x: Int"]),
    (#"{"move":{"to":""}}"#, ["/move/fromKey: String", "/move/to: Int"]),
    (#"{"stop":1}"#, ["/stop: object"]),
  ]

  @Test("Failures name the key and list the known keys, in every coder", arguments: refusals)
  func failures(text: String, failures: [String]) throws {
    let bytes = Array(text.utf8)
    let found = JSONReader().failures(decoding: Step.self, from: try JSONDocument(bytes))
    #expect(found.map { "\($0.pointer): \($0.expected)" } == failures)
    var compiled: [CodingFailure] = []
    _ = try JSONReader().decode(Step.self, from: bytes, failures: &compiled)
    #expect(compiled == found)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Step.self, from: Data(bytes)) }
  }

  @Test("Failures list mapped names, and an enum that keeps unknown keys refuses two known keys")
  func mappedFailures() throws {
    let reader = JSONReader(options: JSONOptions(keys: .snakeCase))
    let found = reader.failures(decoding: Step.self, from: try JSONDocument(Array(#"{"someKey":1}"#.utf8)))
    #expect(found.map(\.pointer) == ["/someKey"])
    #expect(found.first?.expected.contains(#""is_at""#) == true)
    let both = try JSONDocument(Array(#"{"done":1,"steps":[]}"#.utf8))
    #expect(
      JSONReader().failures(decoding: Reply.self, from: both).map(\.expected) == [
        #"an object with only one member named "done" or "steps""#
      ])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Reply.self, from: Data(#"{"done":1,"steps":[]}"#.utf8))
    }
  }

  @Test("The schema has an alternative for each key")
  func schema() {
    let step = JSONSchema.text(of: Step.self)
    #expect(
      step.contains(
        ##""oneOf":[{"type":"object","properties":{"put":{"$ref":"#/$defs/PutStep"}},"required":["put"],"##
          + #""description":"Stores a value."},{"type":"object","properties":{"ok":{"type":"integer","format":"int64"}},"#
          + #""required":["ok"]},{"type":"object","properties":{"move":{"type":"object","properties":{"fromKey":"#))
    #expect(step.contains(#"{"type":"object","properties":{"note":{"type":["string","null"]}},"required":["note"]}"#))
    #expect(step.contains(#"{"type":"object","properties":{"stop":{"type":"object"}},"required":["stop"]}"#))
    #expect(
      JSONSchema.text(of: Reply.self).contains(
        ##""items":{"$ref":"#/$defs/Step"}}},"required":["steps"]},{"type":"object"}]"##))
    #expect(JSONSchema.text(of: Reply.self).contains(#""anyOf":[{"type":"object","properties":{"done""#))
  }

  @Test("Bodies, results and fields carry keyed values")
  func calls() async throws {
    #expect(try await api.add(step: .put(PutStep(key: "a"))) == [.put(PutStep(key: "a"))])
    #expect(try await api.reply(reply: .unknown(Self.other), step: nil) == .unknown(Self.other))
    let step = Step.move(fromKey: "a", to: 1)
    #expect(try await api.reply(reply: .steps([]), step: step) == .steps([step]))
    let error = await #expect(throws: ClientError.self) { try await api.add(step: .put(PutStep(key: ""))) }
    #expect(error?.message.contains("`put.key` must be 1 to 5 characters long") == true)
  }
}
