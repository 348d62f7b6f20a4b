import Contract
import ContractClient
import ContractHTTP
import ContractTesting
import Glibc
import Testing

@Suite("Handwritten fixtures", .timeLimit(.minutes(2)))
struct HandwrittenFixtureTests {
  private func write(_ text: String, to folder: String) throws {
    _ = try RecordingTransport(to: folder)
    let file = try #require(fopen("\(folder)/001-GET-a.json", "w"))
    fputs(text, file)
    fclose(file)
  }

  /// Members of a response in addition to its status, and a part of the error.
  static let responses: [(String, String)] = [
    (
      #""body":{"id":1}"#,
      "has an unknown member `body` in `response`; use `status`, `fields`, `json`, `text`, `base64`"
    ),
    (#""headers":{}"#, "has an unknown member `headers` in `response`"),
    (#""text":{"id":1}"#, "has a `text` in `response` that is not a string; write a JSON body as `json`"),
    (#""text":null"#, "has a `text` in `response` that is not a string"),
    (#""base64":7"#, "has a `base64` in `response` that is not a string"),
    (#""base64":"?""#, "has an invalid `base64` body in `response`"),
    (#""fields":[]"#, "has `fields` in `response` that are not an object of names and values"),
    (#""fields":{"A":7}"#, "has an invalid header `A` in `response`"),
    (#""fields":{"A":{"b":"c"}}"#, "has an invalid header `A` in `response`"),
    (#""json":1,"text":"1""#, "has several bodies in `response`: `json` and `text`; keep one"),
    (#""json":1,"json":2"#, "has several members `json` in `response`; keep one"),
  ]

  @Test("A faulty response of a fixture is refused with a reason", arguments: responses)
  func faultyResponse(members: String, reason: String) async throws {
    try await withFixtureFolder { folder in
      let request = #""request":{"method":"GET","url":"/a"}"#
      try write(#"{"version":1,\#(request),"response":{"status":200,\#(members)}}"#, to: folder)
      let error = #expect(throws: FixtureError.self) { try ReplayingTransport(from: folder) }
      #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    }
  }

  /// Fixtures without the version, and a part of the error.
  static let files: [(String, String)] = [
    (
      #""request":{"method":"GET","url":"/a","body":1},"response":{"status":200}"#,
      "has an unknown member `body` in `request`"
    ),
    (
      #""request":{"method":"GET","url":"/a","text":[]},"response":{"status":200}"#,
      "has a `text` in `request` that is not a string"
    ),
    (
      #""request":{"method":"GET","url":"/a"},"response":{"status":200},"note":1"#,
      "has an unknown member `note` in `fixture`"
    ),
    (
      #""masking":{"replacement":"-","names":["a"]},"request":{"method":"GET","url":"/a"},"response":{"status":200}"#,
      "has an unknown member `names` in `masking`"
    ),
    (
      #""masking":{"replacement":"-","requests":{"names":"a"}},"request":{"method":"GET","url":"/a"},"response":{"status":200}"#,
      "has a `names` in `masking.requests` that is not an array of strings"
    ),
    (
      #""masking":{"replacement":"-","responses":[]},"request":{"method":"GET","url":"/a"},"response":{"status":200}"#,
      "has a `masking.responses` that is not an object"
    ),
  ]

  @Test("A faulty fixture is refused with a reason", arguments: files)
  func faultyFile(members: String, reason: String) async throws {
    try await withFixtureFolder { folder in
      try write(#"{"version":1,\#(members)}"#, to: folder)
      let error = #expect(throws: FixtureError.self) { try ReplayingTransport(from: folder) }
      #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    }
  }

  @Test("A fixture may omit headers and body, and a body may be null or empty")
  func bodies() async throws {
    for (member, text) in [("", ""), (#","json":null"#, "null"), (#","text":"""#, ""), (#","base64":"QQ==""#, "A")] {
      try await withFixtureFolder { folder in
        let request = #""request":{"method":"GET","url":"/a"}"#
        try write(#"{"version":1,\#(request),"response":{"status":200\#(member)}}"#, to: folder)
        let client = APIClient(baseURL: "http://replayed.invalid").environment(try .replaying(from: folder))
        #expect(try await client("a").response().text == text)
      }
    }
  }

  @Test("A fixture that is not a regular file is refused without waiting for it")
  func otherKinds() async throws {
    let kinds: [@Sendable (String) -> Int32] = [
      { mkfifo($0, 0o600) }, { mkdir($0, 0o700) }, { symlink("/dev/zero", $0) },
    ]
    for create in kinds {
      try await withFixtureFolder { folder in
        _ = try RecordingTransport(to: folder)
        #expect(create("\(folder)/001-GET-a.json") == 0)
        let error = #expect(throws: FixtureError.self) { try ReplayingTransport(from: folder) }
        #expect(error?.description == "`\(folder)/001-GET-a.json` is not a regular file")
      }
    }
  }
}
