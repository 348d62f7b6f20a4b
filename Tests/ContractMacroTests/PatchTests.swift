import Contract
import ContractTesting
import FoundationEssentials
import Testing

struct PlainLabel: Codable, Equatable, Sendable { var name: String }

@Schema struct IssueChange: Equatable, Sendable {
  @Validate(.length(1...5)) var title: Patch<String>
  var assignee: Patch<String> = .leave
  var rank: Patch<Int> = .leave
  var labels: Patch<[PlainLabel]> = .leave
  var note: String?
}

struct PlainChange: Codable, Equatable, Sendable {
  var title: Patch<String> = .leave
  var change: Patch<IssueChange> = .leave
}

@Schema struct Slot<Value: Equatable & Sendable>: Equatable, Sendable {
  var value: Patch<Value> = .leave
}

@Request struct EditRequest: Equatable {
  @Path var id: Int
  @Validate(.length(1...5)) @Field var title: Patch<String>
  @Field var labels: Patch<[PlainLabel]> = .leave
}

@API @Mock protocol Changes: Sendable {
  @PATCH("/fields/:id") @Validate("title", .length(1...5))
  func edit(id: Int, title: Patch<String>, rank: Patch<Int>, labels: Patch<[PlainLabel]>) async throws -> String
  @PATCH("/body") func body(change: Body<IssueChange>) async throws -> IssueChange
  @PATCH("/plain") func plain(change: Body<PlainChange>) async throws -> PlainChange
  @PATCH("/merge") @MergePatch func merge(title: Patch<String>) async throws -> String
  @PATCH("/form") @URLForm func form(title: Patch<String>, rank: Patch<Int>) async throws -> String
  @PATCH("/bare") @URLForm @Wire(.papyrus)
  func bare(title: Patch<String>, rank: Patch<Int>) async throws -> String
  @PATCH("/empty") @URLForm @Wire(Wire { $0.form.nils = .empty })
  func empty(title: Patch<String>, rank: Patch<Int>) async throws -> String
  @PATCH("/parts") @Multipart @Wire(.papyrus) func parts(title: Patch<String>, rank: Patch<Int>) async throws -> String
  @PATCH("/part-body") @Multipart @Wire(.papyrus)
  func partBody(change: Body<IssueChange>) async throws -> IssueChange
  @PATCH("/form-lists") @URLForm
  func formLists(labels: Patch<[String]>, marks: Patch<Set<Int>>, counts: Patch<[String: Int]>) async throws -> String
  @PATCH("/part-lists") @Multipart
  func partLists(labels: Patch<[String]>, marks: Patch<Set<Int>>, counts: Patch<[String: Int]>) async throws -> String
  @PATCH("/form-body") @URLForm func formBody(change: Body<IssueChange>) async throws -> IssueChange
  @PATCH("/foundation") @JSON(encoder: JSONEncoder(), decoder: JSONDecoder())
  func foundation(title: Patch<String>, rank: Patch<Int>) async throws -> String
}

private struct ChangeService: Changes {
  func edit(id: Int, title: Patch<String>, rank: Patch<Int>, labels: Patch<[PlainLabel]>) async throws -> String {
    "\(title) \(rank) \(labels.map { $0.map(\.name) })"
  }
  func body(change: IssueChange) async throws -> IssueChange { change }
  func plain(change: PlainChange) async throws -> PlainChange { change }
  func merge(title: Patch<String>) async throws -> String { "\(title)" }
  func form(title: Patch<String>, rank: Patch<Int>) async throws -> String { "\(title) \(rank)" }
  func bare(title: Patch<String>, rank: Patch<Int>) async throws -> String { "\(title) \(rank)" }
  func empty(title: Patch<String>, rank: Patch<Int>) async throws -> String { "\(title) \(rank)" }
  func parts(title: Patch<String>, rank: Patch<Int>) async throws -> String { "\(title) \(rank)" }
  func partBody(change: IssueChange) async throws -> IssueChange { change }
  func formLists(
    labels: Patch<[String]>, marks: Patch<Set<Int>>, counts: Patch<[String: Int]>
  ) async throws -> String { "\(labels) \(marks.map { $0.sorted() }) \(counts)" }
  func partLists(
    labels: Patch<[String]>, marks: Patch<Set<Int>>, counts: Patch<[String: Int]>
  ) async throws -> String { "\(labels) \(marks.map { $0.sorted() }) \(counts)" }
  func formBody(change: IssueChange) async throws -> IssueChange { change }
  func foundation(title: Patch<String>, rank: Patch<Int>) async throws -> String { "\(title) \(rank)" }
}

@Suite("Patches")
struct PatchTests {
  private let client = ChangesRoutes(ChangeService()).inProcess
  private var api: ChangesAPI { ChangesAPI(client) }

  private static let samples: [SchemaSample] = [
    SchemaSample(IssueChange(title: .leave), "{}"),
    SchemaSample(IssueChange(title: .clear), #"{"title":null}"#),
    SchemaSample(
      IssueChange(title: .set("a"), assignee: .clear, note: "n"), #"{"title":"a","assignee":null,"note":"n"}"#),
    SchemaSample(IssueChange(title: .leave, rank: .set(0)), #"{"rank":0}"#),
    SchemaSample(
      IssueChange(title: .leave, labels: .set([PlainLabel(name: "x")])), #"{"labels":[{"name":"x"}]}"#),
    SchemaSample(IssueChange(title: .leave, labels: .clear), #"{"labels":null}"#),
    SchemaSample(Slot(value: .set([1: "a"])), #"{"value":{"1":"a"}}"#),
    SchemaSample(Slot<[Int: String]>(value: .clear), #"{"value":null}"#),
    SchemaSample(Slot<IssueChange>(value: .set(IssueChange(title: .clear))), #"{"value":{"title":null}}"#),
    SchemaSample(Slot<Int>(), "{}"),
  ]

  @Test("Every coder writes and reads absent, null and set members", arguments: samples)
  func members(sample: SchemaSample) throws {
    #expect(try sample.mistakes() == [])
  }

  @Test(
    "A plain type omits, nulls and writes a member with this package's and Foundation's coders",
    arguments: [
      (PlainChange(), "{}"), (PlainChange(title: .clear), #"{"title":null}"#),
      (PlainChange(title: .set("a")), #"{"title":"a"}"#),
      (PlainChange(change: .set(IssueChange(title: .clear))), #"{"change":{"title":null}}"#),
      (PlainChange(change: .clear), #"{"change":null}"#),
    ])
  func plain(value: PlainChange, text: String) throws {
    #expect(try JSONWriter.bytes(of: value) == Array(text.utf8))
    #expect(try JSONReader().decode(PlainChange.self, from: Array(text.utf8)) == value)
    #expect(try Array(JSONEncoder().encode(value)) == Array(text.utf8))
    #expect(try JSONDecoder().decode(PlainChange.self, from: Data(text.utf8)) == value)
  }

  @Test("A patch that leaves a value can be encoded only as a member")
  func alone() {
    #expect(throws: EncodingError.self) { try JSONWriter.bytes(of: Patch<Int>.leave) }
    #expect(throws: EncodingError.self) { try JSONWriter.bytes(of: [Patch<PlainLabel>.leave]) }
    #expect(throws: EncodingError.self) { try JSONEncoder().encode([Patch<Int>.leave]) }
  }

  @Test("The failures of a patch name the value's type and location")
  func failures() throws {
    let reader = JSONReader()
    let text = #"{"title":1,"labels":[{"name":2},{}]}"#
    let expected = ["/title", "/labels/0/name", "/labels/1/name"]
    let document = try JSONDocument(Array(text.utf8))
    #expect(reader.failures(decoding: IssueChange.self, from: document).map(\.pointer) == expected)
    let nested = try JSONDocument(Array(#"{"change":\#(text)}"#.utf8))
    #expect(
      reader.failures(decoding: PlainChange.self, from: nested).map(\.pointer) == expected.map { "/change" + $0 })
  }

  @Test("The schema of a patch allows null and does not require the member")
  func schema() {
    #expect(
      JSONSchema.text(of: IssueChange.self).contains(
        #""properties":{"title":{"type":["string","null"],"minLength":1,"maxLength":5},"assignee":{"type":["#
          + #""string","null"]},"rank":{"type":["integer","null"],"format":"int64"}"#))
    #expect(IssueChange.schema.properties.allSatisfy { !$0.isRequired })
  }

  @Test("A call omits the fields that it leaves unchanged")
  func fields() async throws {
    #expect(try await api.edit(id: 1) == "leave leave leave")
    #expect(try await api.edit(id: 1, rank: .clear) == "leave clear leave")
    #expect(
      try await api.edit(id: 1, title: .set("a"), labels: .set([PlainLabel(name: "x")]))
        == #"set("a") leave set(["x"])"#)
    #expect(try await api.edit(id: 1, title: .clear, rank: .set(2), labels: .clear) == "clear set(2) clear")
    #expect(try await api.merge(title: .clear) == "clear")
    #expect(try await api.foundation(title: .clear) == "clear leave")
    #expect(try await api.foundation(title: .set("a"), rank: .set(1)) == #"set("a") set(1)"#)
  }

  @Test("A body and a result carry patches")
  func bodies() async throws {
    let change = IssueChange(title: .set("a"), assignee: .clear, labels: .set([PlainLabel(name: "x")]))
    #expect(try await api.body(change: change) == change)
    let plain = PlainChange(title: .clear, change: .set(change))
    #expect(try await api.plain(change: plain) == plain)
  }

  @Test("A form can leave and set values, but refuses to clear them")
  func forms() async throws {
    #expect(try await api.form(rank: .set(3)) == "leave set(3)")
    let error = await #expect(throws: ClientError.self) { try await api.form(title: .clear) }
    #expect(error?.code == .invalidInput)
    #expect(error?.message.contains("A form has no null") == true)
  }

  @Test("A form that represents nil clears values")
  func clearingForms() async throws {
    #expect(try await api.bare(title: .clear, rank: .clear) == "clear clear")
    #expect(try await api.bare(title: .set(""), rank: .set(3)) == #"set("") set(3)"#)
    #expect(try await api.bare(rank: .clear) == "leave clear")
    #expect(try await api.empty(title: .clear, rank: .clear) == "clear clear")
    #expect(try await api.empty(rank: .set(3)) == "leave set(3)")
  }

  @Test("Parts have no bare key, so clearing a value throws")
  func clearingParts() async throws {
    #expect(try await api.parts(rank: .set(3)) == "leave set(3)")
    let field = await #expect(throws: ClientError.self) { try await api.parts(title: .clear) }
    #expect(field?.message.contains("A form has no null") == true)
    let change = IssueChange(title: .set("a"), note: nil)
    #expect(try await api.partBody(change: change) == change)
    let member = await #expect(throws: ClientError.self) {
      try await api.partBody(change: IssueChange(title: .set("a"), assignee: .clear))
    }
    #expect(member?.message.contains("A form has no null") == true)
  }

  @Test("Forms and parts refuse to set an empty array or dictionary, which would be read as `.leave`")
  func emptyLists() async throws {
    let api = self.api
    let expected = #"set(["a"]) set([1]) set(["k": 2])"#
    #expect(try await api.formLists(labels: .set(["a"]), marks: .set([1]), counts: .set(["k": 2])) == expected)
    #expect(try await api.partLists(labels: .set(["a"]), marks: .set([1]), counts: .set(["k": 2])) == expected)
    let calls: [@Sendable () async throws -> String] = [
      { try await api.formLists(labels: .set([])) }, { try await api.partLists(labels: .set([])) },
      { try await api.formLists(marks: .set([])) }, { try await api.partLists(marks: .set([])) },
      { try await api.formLists(counts: .set([:])) }, { try await api.partLists(counts: .set([:])) },
    ]
    for call in calls {
      let error = await #expect(throws: ClientError.self) { try await call() }
      #expect(error?.code == .invalidInput)
      #expect(error?.message.contains("which would be read as `.leave`") == true)
    }
    // An object without members writes nothing either, and a single nil is read as cleared.
    let wire = Wire { $0.form = URLFormOptions(nils: .bareKey) }
    let operation = APIOperation(
      id: "a", method: .post, path: "/", requestContent: .urlForm, traits: [.wire(wire)])
    var encoder = RequestEncoder(for: operation)
    #expect(throws: InvalidInput.self) { try encoder.field("filter", Patch.set(IssueChange(title: .leave))) }
    #expect(throws: EncodingError.self) { try encoder.field("labels", Patch<[String?]>.set([nil])) }
    let change = IssueChange(title: .leave, labels: .set([]))
    let member = await #expect(throws: ClientError.self) { try await api.formBody(change: change) }
    #expect(member?.code == .invalidInput)
    #expect(throws: EncodingError.self) { try URLFormEncoder().encode(change) }
    #expect(throws: EncodingError.self) { try URLFormEncoder().encode(Slot<[String: Int]>(value: .set([:]))) }
    // JSON can represent it.
    #expect(try await api.body(change: change) == change)
    #expect(try JSONWriter.bytes(of: change) == Array(#"{"labels":[]}"#.utf8))
  }

  @Test("Rules check the value that is set")
  func rules() async throws {
    let local = await #expect(throws: ClientError.self) { try await api.edit(id: 1, title: .set("too long")) }
    #expect(local?.code == .invalidInput)
    let remote = await #expect(throws: ClientError.self) {
      try await api.body(change: IssueChange(title: .set("too long")))
    }
    #expect(remote?.message.contains("title` must be 1 to 5 characters long") == true)
    let nested = await #expect(throws: ClientError.self) {
      try await api.plain(change: PlainChange(change: .set(IssueChange(title: .set("")))))
    }
    #expect(nested?.message.contains("change.title") == true)
  }

  @Test("A mock receives patches")
  func mock() async throws {
    let mock = ChangesMock()
    mock.mockMerge { title in "\(title)" }
    #expect(try await mock.merge(title: .clear) == "clear")
  }

  @Test("Patches apply to values")
  func application() {
    var name: String? = "a"
    Patch<String>.leave.apply(to: &name)
    #expect(name == "a")
    Patch.set("b").apply(to: &name)
    #expect(name == "b")
    Patch<String>.clear.apply(to: &name)
    #expect(name == nil)
    var count = 1
    Patch<Int>.clear.apply(to: &count, clearedTo: 0)
    #expect(count == 0)
    #expect(Patch<Int>(nil) == .clear && Patch(1) == .set(1) && Patch.set(2).map { $0 + 1 } == .set(3))
  }
}
