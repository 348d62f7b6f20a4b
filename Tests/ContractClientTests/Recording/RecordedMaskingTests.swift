import Contract
import ContractClient
import ContractHTTP
import ContractTesting
import Glibc
import Testing

@Suite("Maskings of recorded traffic", .timeLimit(.minutes(2)))
struct RecordedMaskingTests {
  private struct KeyValue: Codable, Equatable, Sendable {
    var key: Int
    var value: String
  }

  private let live = AnsweringTransport { _, number in .json(#"{"key":\#(number),"value":"v","token":"t"}"#) }
  private let replayed = APIClient(baseURL: "http://replayed.invalid")

  private func put(_ client: APIClient, key: Int, note: String) async throws -> KeyValue {
    try await client("kv").body(["key": "k\(key)", "note": note]).put()
  }

  @Test("A replay uses the masking of the recorder")
  func recorders() async throws {
    let maskings: [Masking] = [
      .standard.showing(names: ["key"]), .none,
      Masking(fields: ["X-Tenant"], names: ["note"], replacement: "<secret>").showing(names: ["key"], in: .responses),
    ]
    for masking in maskings {
      try await withFixtureFolder { folder in
        let recorder = try RecordingTransport(to: folder, over: live, masking: masking)
        let first = try await put(replayed.transport(recorder).header("X-Tenant", "t-1"), key: 1, note: "a")
        let text = try fixtureText("\(folder)/001-PUT-kv.json")
        #expect(text.contains(#""masking": "#), "\(text)")
        let replay = try ReplayingTransport(from: folder)
        #expect(try await put(replayed.transport(replay), key: 1, note: "a") == first)
        // A masked note matches any note; an unmasked one must be equal.
        let other = await clientErrorCode { try await put(replayed.transport(replay), key: 1, note: "b") }
        #expect((other == nil) == masking.names.contains("note"))
        let environment = replayed.environment(try .replaying(from: folder))
        #expect(try await put(environment, key: 1, note: "a") == first)
      }
    }
  }

  @Test("A fixture stores its masking, except the standard masking")
  func folders() async throws {
    try await withFixtureFolder { folder in
      for (masking, note) in [(Masking.standard, "a"), (Masking(names: ["note"], replacement: "-"), "b")] {
        let recorder = try RecordingTransport(to: folder, over: AnsweringTransport(.text(note)), masking: masking)
        _ = try await replayed.transport(recorder)("n").query("note", note).response()
      }
      #expect(try !fixtureText("\(folder)/001-GET-n.json").contains("masking"))
      let text = try fixtureText("\(folder)/002-GET-n.json")
      #expect(text.contains(#""replacement": "-""#) && text.contains("/n?note=-"), "\(text)")
      let replay = replayed.transport(try ReplayingTransport(from: folder))
      #expect(try await replay("n").query("note", "a").response().text == "a")
      #expect(try await replay("n").query("note", "any").response().text == "b")
      let told = replayed.transport(try ReplayingTransport(from: folder, masking: .standard))
      let error = await #expect(throws: ClientError.self) { try await told("n").query("note", "any").response() }
      #expect(error?.message.contains("`001-GET-n.json` differs in its query") == true)
      let changed = await #expect(throws: ClientError.self) { try await told("n").query("note", "-").put.response() }
      #expect(changed?.message.contains("it was recorded with a different masking: omit `masking:`") == true)
    }
  }

  @Test("The error of a replay that cannot decode a masked value names the masked members and the remedy")
  func failures() async throws {
    try await withFixtureFolder { folder in
      _ = try await put(replayed.transport(try RecordingTransport(to: folder, over: live)), key: 1, note: "a")
      let replay = replayed.transport(try ReplayingTransport(from: folder))
      let error = await #expect(throws: ClientError.self) { try await put(replay, key: 1, note: "a") }
      #expect(error?.code == .decoding)
      let hint =
        "`key`, `token` are masked in the fixture `001-PUT-kv.json`: record it with "
        + #"`masking: .standard.showing(names: ["key", "token"])`, or edit the fixture"#
      #expect(error?.message.hasSuffix("; \(hint)") == true, "\(error?.message ?? "")")
      let call = replay("kv").body(["key": "k1", "note": "a"]).put
      let line = await #expect(throws: ClientError.self) {
        for try await _ in try await call.call(.stream, as: .jsonLines(of: KeyValue.self)) {}
      }
      #expect(line?.message.hasSuffix("; \(hint)") == true, "\(line?.message ?? "")")
      let endpoint = Endpoint<Empty, KeyValue>(.get, "/kv", result: .json)
      _ = try await replayed.transport(try RecordingTransport(to: folder, over: live)).call(endpoint)
      let again = replayed.transport(try ReplayingTransport(from: folder))
      let contract = await #expect(throws: ClientError.self) { try await again.call(endpoint) }
      #expect(contract?.message.contains("masked in the fixture `002-GET-kv.json`") == true)
      // A body that decodes needs no hint.
      #expect(try await replay("kv").body(["key": "k1", "note": "a"]).put.response().text.contains("***"))
    }
  }

  @Test("A fixture with an invalid masking is refused")
  func broken() async throws {
    for (masking, reason) in [
      ("7", "neither"), (#"{"names":["a"]}"#, "neither"), (#""all""#, "neither"),
      (#"{"replacement":"-","requests":{"fields":["a b"]}}"#, "`a b` in `masking`"),
    ] {
      try await withFixtureFolder { folder in
        _ = try RecordingTransport(to: folder)
        let file = try #require(fopen("\(folder)/001-GET-x.json", "w"))
        let rest = #""request":{"method":"GET","url":"/"},"response":{"status":200}"#
        fputs(#"{"version":1,"masking":\#(masking),\#(rest)}"#, file)
        fclose(file)
        let error = #expect(throws: FixtureError.self) { try ReplayingTransport(from: folder) }
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
      }
    }
  }
}
