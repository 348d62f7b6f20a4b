import Contract
import ContractTesting
import FoundationEssentials
import Testing

@Schema struct Rename: Equatable, Sendable {
  @Validate(.length(1...5)) var from: String
  var to: String?
}

struct PlainPoint: Codable, Equatable, Sendable { var x: Int }

@Schema @Tagged("type") enum Event: Equatable, Sendable {
  case labeled(label: String, by: Rename?, at: PlainPoint?)
  /// A new title.
  case renamed(Rename)
  case moved(PlainPoint)
  case closed
  case unknown(JSONValue)

  enum CodingKeys: String, CodingKey { case labeled, renamed = "issue.renamed", moved, closed }
}

@Schema @Tagged("kind", content: "value") enum Form: Equatable, Sendable {
  case circle(Double)
  case line(from: Int, to: Int?)
  case name(String?)
  case group([Form])
  case on(Date)
  case none
}

@Schema @Tagged("eventKind", content: "eventData") enum MappedEvent: Equatable, Sendable {
  case line(fromX: Int)
  case size(Double)
}

@Schema struct Journal: Equatable, Sendable {
  var events: [Event]
  var form: Form?
}

struct PlainJournal: Codable, Equatable, Sendable { var event: Event, forms: [String: Form] }

@Schema @Tagged("t") enum Boxed<Value: Contract::Schema & Equatable & Sendable>: Equatable, Sendable {
  case one(value: Value)
  case two(Slot<Value>)
}

@API protocol Events: Sendable {
  @POST("/events") func add(event: Body<Event>) async throws -> [Event]
  @POST("/forms") func draw(form: Form, event: Event?) async throws -> Form
  @POST("/journals") @KeyMapping(.snakeCase) func keep(journal: Body<Journal>) async throws -> Journal
}

private struct EventService: Events {
  func add(event: Event) async throws -> [Event] { [event] }
  func draw(form: Form, event: Event?) async throws -> Form { form }
  func keep(journal: Journal) async throws -> Journal { journal }
}

@Suite("Tagged enumerations")
struct TaggedTests {
  private let api = EventsAPI(EventsRoutes(EventService()).inProcess)
  private static let other: JSONValue = ["n": 1.5, "type": "deleted", "by": ["id": 7]]

  private static let samples: [SchemaSample] = [
    SchemaSample(Event.closed, #"{"type":"closed"}"#),
    SchemaSample(Event.labeled(label: "x", by: nil, at: nil), #"{"type":"labeled","label":"x"}"#),
    SchemaSample(
      Event.labeled(label: "x", by: Rename(from: "a"), at: PlainPoint(x: 1)),
      #"{"type":"labeled","label":"x","by":{"from":"a"},"at":{"x":1}}"#),
    SchemaSample(Event.renamed(Rename(from: "a", to: "b")), #"{"type":"issue.renamed","from":"a","to":"b"}"#),
    SchemaSample(Event.moved(PlainPoint(x: -1)), #"{"type":"moved","x":-1}"#),
    SchemaSample(Form.circle(0.5), #"{"kind":"circle","value":0.5}"#),
    SchemaSample(Form.line(from: 1, to: nil), #"{"kind":"line","value":{"from":1}}"#),
    SchemaSample(Form.line(from: 1, to: 2), #"{"kind":"line","value":{"from":1,"to":2}}"#),
    SchemaSample(Form.none, #"{"kind":"none"}"#),
    SchemaSample(Form.name("n"), #"{"kind":"name","value":"n"}"#),
    SchemaSample(Form.on(Date(timeIntervalSinceReferenceDate: 7)), #"{"kind":"on","value":7}"#),
    SchemaSample(
      Form.group([.none, .group([])]), #"{"kind":"group","value":[{"kind":"none"},{"kind":"group","value":[]}]}"#),
    SchemaSample(
      Journal(events: [.closed, .renamed(Rename(from: ""))], form: Form.none),
      #"{"events":[{"type":"closed"},{"type":"issue.renamed","from":""}],"form":{"kind":"none"}}"#),
    SchemaSample(Boxed.one(value: 1), #"{"t":"one","value":1}"#),
    SchemaSample(Boxed<Int>.two(Slot()), #"{"t":"two"}"#),
    SchemaSample(
      Form.line(from: 1, to: 2), #"{"kind":"line","value":{"From":1,"To":2}}"#,
      options: JSONOptions(dates: .deferredToDate, keys: .trainCase)),
    SchemaSample(
      MappedEvent.line(fromX: 1), #"{"eventKind":"line","eventData":{"from_x":1}}"#,
      options: JSONOptions(dates: .deferredToDate, keys: .snakeCase)),
  ]

  @Test("Every coder writes and reads the tag", arguments: samples)
  func values(sample: SchemaSample) throws {
    #expect(try sample.mistakes() == [])
  }

  @Test("A value with an unknown tag is kept whole and written unchanged")
  func unknown() throws {
    let text = Self.other.description
    let event = try JSONReader().decode(Event.self, from: Array(text.utf8))
    #expect(event == .unknown(Self.other))
    #expect(try JSONWriter.bytes(of: event) == Array(text.utf8))
    #expect(try JSONDecoder().decode(Event.self, from: JSONEncoder().encode(event)) == event)
    let journal = #"{"event":\#(text),"forms":{"a":{"value":1,"kind":"circle"}}}"#
    let plain = try JSONReader().decode(PlainJournal.self, from: Array(journal.utf8))
    #expect(plain == PlainJournal(event: event, forms: ["a": .circle(1)]))
  }

  @Test(
    "The tag may be anywhere among the members",
    arguments: [
      (#"{"label":"x","other":{"type":"closed"},"type":"labeled"}"#, Event.labeled(label: "x", by: nil, at: nil)),
      (#" { "from" : "a" , "type" : "issue\u002erenamed" } "#, .renamed(Rename(from: "a"))),
      (#"{"more":[],"type":"closed","type":"moved"}"#, .closed),
      (#"{"type":"closed","more":[1,{"a":2}]}"#, .closed),
      (#"{"ty\u0070e":"moved","x":2}"#, .moved(PlainPoint(x: 2))),
    ])
  func order(text: String, event: Event) throws {
    let bytes = Array(text.utf8)
    #expect(try JSONReader().decode(Event.self, from: bytes) == event)
    #expect(try JSONDecoder().decode(Event.self, from: Data(bytes)) == event)
  }

  /// A text, and its failures as pointers with the expected values.
  private static let refusals: [(text: String, failures: [String])] = [
    ("1", [": \(Event.self)"]),
    ("{}", [#"/type: one of "labeled", "issue.renamed", "moved", "closed""#]),
    (#"{"type":1,"label":2}"#, ["/type: String"]),
    (#"{"type":"labeled","label":2,"by":{}}"#, ["/label: String", "/by/from: String"]),
    (#"{"x":"","type":"moved"}"#, ["/x: Int"]),
  ]

  @Test("Failures have the location of the value", arguments: refusals)
  func failures(text: String, failures: [String]) throws {
    let document = try JSONDocument(Array(text.utf8))
    let found = JSONReader().failures(decoding: Event.self, from: document).map { "\($0.pointer): \($0.expected)" }
    #expect(found == failures)
  }

  @Test("A closed enumeration refuses an unknown tag and lists the known tags")
  func closed() throws {
    for text in [#"{"kind":"square"}"#, #"{"value":1,"kind":"square"}"#] {
      let document = try JSONDocument(Array(text.utf8))
      let failures = JSONReader().failures(decoding: Form.self, from: document)
      #expect(failures.map(\.pointer) == ["/kind"])
      #expect(failures.first?.expected == #"one of "circle", "line", "name", "group", "on", "none""#)
      #expect(failures.first?.found == #""square""#)
      let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode(Form.self, from: Data(text.utf8)) }
      #expect("\(error as Any)".contains("circle"))
    }
  }

  private struct PlainForm: Codable, Equatable { var form: Form }

  @Test("The content of an optional value may be absent, in every coder")
  func absentContent() throws {
    for text in [#"{"kind":"name"}"#, #"{"kind":"name","value":null}"#] {
      #expect(try JSONReader().decode(Form.self, from: Array(text.utf8)) == .name(nil))
      #expect(try JSONDecoder().decode(Form.self, from: Data(text.utf8)) == .name(nil))
      let plain = try JSONReader().decode(PlainForm.self, from: Array(#"{"form":\#(text)}"#.utf8))
      #expect(plain == PlainForm(form: .name(nil)))
    }
    #expect(try URLFormDecoder().decode(Form.self, from: "kind=name") == .name(nil))
    #expect(try URLFormDecoder().decode(Form.self, from: "kind=name&value=x") == .name("x"))
  }

  @Test("A case with labels whose content is absent is reported as missing, in every coder")
  func missingContent() throws {
    let text = Array(#"{"kind":"line"}"#.utf8)
    var compiled: [CodingFailure] = []
    #expect(try JSONReader().decode(Form.self, from: text, failures: &compiled) == nil)
    let plain = JSONReader().failures(decoding: Form.self, from: try JSONDocument(text))
    #expect(compiled == plain)
    #expect(compiled.map { "\($0.pointer) \($0.code.rawValue): \($0.expected)" } == ["/value missing: object"])
    let errors = [
      #expect(throws: DecodingError.self) { try JSONReader().decode(Form.self, from: text) },
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(Form.self, from: Data(text)) },
    ]
    for error in errors {
      guard case .keyNotFound(let key, _)? = error else {
        Issue.record("\(error as Any)")
        continue
      }
      #expect(key.stringValue == "value")
    }
  }

  @Test(
    "No key mapping changes the names of the tag and the content",
    arguments: [
      (#"{"eventKind":"line"}"#, "/eventData missing"),
      (#"{"eventKind":"size"}"#, "/eventData missing"),
      (#"{"eventKind":"line","event_data":{"from_x":1}}"#, "/eventData missing"),
      (#"{"eventKind":"size","event_data":1}"#, "/eventData missing"),
      (#"{"eventKind":"line","eventData":{}}"#, "/eventData/from_x missing"),
      (#"{"event_kind":"size","eventData":1}"#, "/eventKind missing"),
    ])
  func exactNames(text: String, failure: String) throws {
    let reader = JSONReader(options: JSONOptions(keys: .snakeCase))
    let bytes = Array(text.utf8)
    var compiled: [CodingFailure] = []
    #expect(try reader.decode(MappedEvent.self, from: bytes, failures: &compiled) == nil)
    #expect(compiled.map { "\($0.pointer) \($0.code.rawValue)" } == [failure])
    #expect(reader.failures(decoding: MappedEvent.self, from: try JSONDocument(bytes)) == compiled)
  }

  @Test("The schema has an alternative for each tag")
  func schema() {
    #expect(
      JSONSchema.text(of: Form.self).contains(
        #""oneOf":[{"type":"object","properties":{"kind":{"const":"circle"},"value":{"type":"number","format":"double"}},"#
          + #""required":["kind","value"]},{"type":"object","properties":{"kind":{"const":"line"},"value":{"type":"object","#
          + #""properties":{"from":{"type":"integer","format":"int64"},"to":{"type":["integer","null"],"format":"int64"}},"#
          + #""required":["from"]}},"required":["kind","value"]},"#))
    #expect(
      JSONSchema.text(of: Event.self).contains(
        #"{"type":"object","properties":{"type":{"const":"issue.renamed"},"from":{"type":"string","minLength":1,"#
          + #""maxLength":5},"to":{"type":["string","null"]}},"required":["type","from"],"#
          + #""description":"A new title."}"#))
    #expect(JSONSchema.text(of: Event.self).contains(#""anyOf":["#))
    #expect(Form.schema.discriminator?.name == "kind" && Form.schema.discriminator?.isOpen == false)
    #expect(Event.schema.discriminator?.values == ["labeled", "issue.renamed", "moved", "closed", nil])
  }

  @Test("Bodies, results, fields and members carry tagged values")
  func calls() async throws {
    #expect(try await api.add(event: .unknown(Self.other)) == [.unknown(Self.other)])
    #expect(try await api.draw(form: .line(from: 1, to: 2), event: .closed) == .line(from: 1, to: 2))
    let journal = Journal(events: [.labeled(label: "x", by: nil, at: nil)], form: .circle(1))
    #expect(try await api.keep(journal: journal) == journal)
    let error = await #expect(throws: ClientError.self) { try await api.add(event: .renamed(Rename(from: ""))) }
    #expect(error?.message.contains("`from` must be 1 to 5 characters long") == true)
  }
}
