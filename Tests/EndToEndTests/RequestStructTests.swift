import ContractTesting
import FoundationEssentials
import Testing

enum Direction: String, Codable, Sendable { case newest, oldest }

@Request struct ListSchedules {
  @Query var page: Int
  @Query("limit") var schedulesPerPage: Int = 20
  @Query("sort_by") var order: Direction = .newest
  @Query var tags: [String]
  @Query var since: Date?
  @KeyQuery("with-drafts") var withDrafts = false
  @Header("X-Account-Id") var accountID = nil
  @Header var someHeader: String = "h"
  static let maximum = 50
  let version = 1
  var isFirst: Bool { page == 1 }
}

@Request struct ReplaceSchedule {
  @Path("schedule_id") var id: String = ""
  @Header("X-Account-Id") var accountID: String?
  @Body var schedule: Schedule

  struct Schedule: Codable, Equatable, Sendable {
    var title: String
    var hours: [Int]
  }
}

@Request struct SetFlags {
  @JSON("push_system_msg") var system: Bool? = nil
  @JSON("push_reply_me") var reply: Bool?
  @JSON var level = 1
  @JSON var names: [String] = ["a"]
}

@Request struct Anything {
  @Query var kind: String
  @QueryDict var more: [String: String] = ["first_key": "first_value"]
  @Header("X-Kind") var head: String?
  @HeaderDict var fields: [String: String]?
}

/// A value and the length of its string, which a server checks.
@propertyWrapper
struct Measured<Text: LosslessStringConvertible & ParameterValue & Sendable>: RequestLocation {
  var wrappedValue: Text

  static func inputs(_ name: String) -> [InputDescription] {
    [
      InputDescription(.header, name, type: "\(Text.self)", isRequired: true),
      InputDescription(.header, name + "-Length", type: "Int", isRequired: true),
    ]
  }
  static func encode(_ value: Text, _ name: String, into encoder: inout RequestEncoder) throws {
    try encoder.value(.header, name, value)
    try encoder.value(.header, name + "-Length", value.description.count)
  }
  static func decode(_ name: String, from decoder: inout RequestDecoder) -> Text? {
    let text = decoder.value(.header, name, as: Text.self)
    let length = decoder.value(.header, name + "-Length", as: Int.self)
    guard let text, let length else { return nil }
    if text.description.count != length { decoder.refuse(.header, name, expected: "\(length) characters long") }
    return text
  }
}

extension Measured {
  init(wrappedValue: Text, _ name: String) { self.init(wrappedValue: wrappedValue) }
}

@Request struct Sealed {
  @Measured("X-Seal") var seal: Int = 100
  @Measured var word: String
}

@Request struct NoInputs {}

/// Structs with `@Request` as the inputs of plain endpoints.
@Suite("Request structs")
struct RequestStructTests {
  static let list = Endpoint<ListSchedules, [String]>(.get, "/schedules")
  static let replace = Endpoint<ReplaceSchedule, ReplaceSchedule.Schedule>(.put, "/schedules/{schedule_id}")
  static let flags = Endpoint<SetFlags, String>(.post, "/flags")
  static let anything = Endpoint<Anything, [String]>(.get, "/any?fixed=1")
  static let sealed = Endpoint<Sealed, String>(.get, "/sealed")
  static let nothing = Endpoint<NoInputs, String>(.get, "/nothing")

  static func router() -> Router {
    var router = Router()
    router.on(list) { request, input in
      [
        request.head.query ?? "", "\(input.page) \(input.schedulesPerPage) \(input.order) \(input.tags)",
        "\(input.withDrafts) \(input.accountID ?? "nobody") \(input.someHeader) \(input.since?.description ?? "ever")",
        request.head.fieldNames("x-account-id", "someheader"),
      ]
    }
    router.on(replace) { request, input in
      #expect(request.head.path == "/schedules/" + (input.id == "a b" ? "a%20b" : input.id))
      return input.schedule
    }
    router.on(flags) { request, _ in String(decoding: request.body, as: UTF8.self) }
    router.on(anything) { request, input in
      let fields = input.fields?.filter { $0.key.hasPrefix("X-") }
      return [
        request.head.query ?? "", "\(input.more.sorted { $0.key < $1.key })",
        "\(fields?.sorted { $0.key < $1.key } ?? [])",
      ]
    }
    router.on(sealed) { _, input in "\(input.seal) \(input.word)" }
    router.on(nothing) { _, _ in "nothing" }
    return router
  }

  private func serve(_ body: (APIClient) async throws -> Void) async throws {
    try await withServer(Server(port: 0, threads: 1, router: Self.router()), body)
  }

  @Test("Each member is sent in its declared location and decoded from there")
  func places() async throws {
    try await serve { (client) async throws in
      let since = Date(timeIntervalSince1970: 0.5)
      let full = ListSchedules(
        page: 1, schedulesPerPage: 30, order: .oldest, tags: ["a b", "c"], since: since, withDrafts: true,
        accountID: "acc", someHeader: "x")
      #expect(
        try await client.call(Self.list, full) == [
          "page=1&limit=30&sort_by=oldest&tags=a%20b&tags=c&since=1970-01-01T00%3A00%3A00.5Z&with-drafts",
          "1 30 oldest [\"a b\", \"c\"]", "true acc x \(since.description)", "X-Account-Id someHeader",
        ])
      #expect(
        try await client.call(Self.list, ListSchedules(page: 2, tags: [])) == [
          "page=2&limit=20&sort_by=newest", "2 20 newest []", "false nobody h ever", "someHeader",
        ])
      let schedule = ReplaceSchedule.Schedule(title: "t", hours: [1, 2])
      #expect(try await client.call(Self.replace, .init(id: "a b", schedule: schedule)) == schedule)
      #expect(try await client.call(Self.nothing, NoInputs()) == "nothing")
    }
  }

  @Test("A member absent from the request takes its initial value")
  func defaults() async throws {
    try await serve { (client) async throws in
      let raw = Endpoint<Empty, [String]>(.get, "/schedules?page=7")
      #expect(
        try await client.call(raw)
          == ["page=7", "7 20 newest []", "false nobody h ever", ""])
    }
  }

  @Test("All JSON members form one JSON object")
  func members() async throws {
    try await serve { (client) async throws in
      #expect(
        try await client.call(Self.flags, .init(reply: false))
          == #"{"push_reply_me":false,"level":1,"names":["a"]}"#)
      #expect(
        try await client.call(Self.flags, .init(system: true, level: 2, names: []))
          == #"{"push_system_msg":true,"level":2,"names":[]}"#)
    }
  }

  @Test("A dictionary member carries the names that no other member claims")
  func dictionaries() async throws {
    try await serve { (client) async throws in
      let input = Anything(
        kind: "k", more: ["z": "1&2", "a ä": ""], head: "h", fields: ["X-One": "%C3%BC, \"a\"", "X-Two": "2"])
      #expect(
        try await client.call(Self.anything, input) == [
          "fixed=1&kind=k&a%20%C3%A4=&z=1%262", #"[(key: "a ä", value: ""), (key: "z", value: "1&2")]"#,
          #"[(key: "X-One", value: "%C3%BC, \"a\""), (key: "X-Two", value: "2")]"#,
        ])
      let defaults = try await client.call(Self.anything, .init(kind: "k"))
      #expect(defaults[1] == #"[(key: "first_key", value: "first_value")]"#)
      #expect(defaults[2] == "[]")
    }
  }

  @Test(
    "A dictionary entry claimed by another member is refused",
    arguments: [
      (["kind": "x"], nil, "the query value `more` has the entry `kind`, which is another input"),
      (["kind[]": "x"], nil, "the query value `more` has the entry `kind[]`, which is another input"),
      (["fixed": "x"], nil, "the query value `more` has the entry `fixed`, which is another input"),
      ([:], ["x-kind": "x"], "the header value `fields` has the entry `x-kind`, which is another input"),
      (
        [:], ["Host": "x"],
        "the header value `fields` has the entry `Host`, which is set by the connection or derived from the body"
      ),
      ([:], ["X-A": "1", "x-a": "2"], "the header value `fields` has the entry `x-a`, which occurs twice"),
      ([:], ["no name": "1"], "the header value `no name` has a name that is not a valid header name"),
      (
        [:], [:],
        "the header value `fields` is an empty dictionary, which would be read as nil; pass nil, or make it non-optional"
      ),
    ] as [([String: String], [String: String]?, String)])
  func foreignEntries(more: [String: String], fields: [String: String]?, message: String) async throws {
    let client = APIClient(baseURL: "http://localhost:1", transport: ScriptedTransport([]))
    let error = await #expect(throws: ClientError.self) {
      try await client.call(Self.anything, .init(kind: "k", more: more, fields: fields))
    }
    #expect(error?.message == message)
  }

  @Test("A member with a user-defined wrapper is sent and decoded")
  func locations() async throws {
    try await serve { (client) async throws in
      #expect(try await client.call(Self.sealed, .init(word: "ab")) == "100 ab")
      #expect(
        Sealed.inputs.map(\.name) == ["X-Seal", "X-Seal-Length", "word", "word-Length"])
      let broken = Endpoint<Empty, String>(.get, "/sealed")
      let tampered = client.header("X-Seal", "1").header("X-Seal-Length", "2")
      let error = await #expect(throws: ClientError.self) { try await tampered.call(broken) }
      #expect(error?.response?.status == .badRequest)
      #expect(error?.message.contains("header value `X-Seal` must be 2 characters long") == true)
    }
  }

  @Test("All input errors of a request struct are reported")
  func failures() async throws {
    try await serve { (client) async throws in
      let raw = Endpoint<Empty, HTTPResponse>(.get, "/schedules?limit=x&with-drafts=perhaps")
      let response = try await client.call(raw)
      #expect(response.status == .badRequest)
      let text = String(decoding: try await response.body.collect(upTo: 10_000), as: UTF8.self)
      #expect(text.contains("expected query value `page`"))
      #expect(text.contains("`limit` was `x`. It must be an `Int`."))
      #expect(text.contains("`with-drafts` was `perhaps`. It must be a `Bool`."))
    }
  }

  @Test("A request struct lists its inputs with locations and types")
  func descriptions() {
    #expect(
      Self.list.operation.inputs.map { "\($0.location) \($0.name) \($0.type) \($0.isRequired)" } == [
        "query page Int true", "query limit Int false", "query sort_by Direction false", "query tags [String] false",
        "query since Date? false", "query with-drafts Bool false", "header X-Account-Id String? false",
        "header someHeader String false",
      ])
    #expect(Self.replace.operation.requestContent.mediaType == .json)
    #expect(Self.list.operation.requestContent.mediaType == nil)
  }
}

extension RequestHead {
  /// The names of those fields, as they arrived.
  fileprivate func fieldNames(_ names: String...) -> String {
    fields.map(\.name.rawName).filter { names.contains($0.lowercased()) }.joined(separator: " ")
  }
}
