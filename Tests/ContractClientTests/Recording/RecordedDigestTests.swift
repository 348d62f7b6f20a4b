import Contract
import ContractClient
import ContractHTTP
import ContractTesting
import Testing

@Suite("Digests of recorded traffic", .timeLimit(.minutes(2)))
struct RecordedDigestTests {
  private static let backup = Endpoint<Empty, ByteStream>(.get, "/backup", .checksum(), result: .stream)
  private let replayed = APIClient(baseURL: "http://replayed.invalid")

  /// Records a JSON stream with this body and checksum, replays it, and returns the replayed text.
  ///
  /// - Parameter digest: The `Content-Digest`; nil for the right one, after the stream.
  private func replay(_ text: String, digest: HTTPFieldValue? = nil) async throws -> String {
    let content = Array(text.utf8)
    let live = AnsweringTransport { _, _ in
      var fields: HTTPFields = [.contentType: "application/json", "Repr-Digest": "sha-512=:AA==:"]
      guard let digest else {
        return HTTPResponse(.ok, fields: fields, body: .stream(ByteStream(content).checksummed()))
      }
      fields["Content-Digest"] = digest
      return HTTPResponse(.ok, fields: fields, body: .stream(ByteStream(content)))
    }
    var result = ""
    try await withFixtureFolder { folder in
      let recorder = try RecordingTransport(to: folder, over: live)
      // The recorded call may fail because of its checksum.
      _ = try? await replayed.transport(recorder).call(Self.backup).collect(upTo: 1000)
      let stored = try fixtureText("\(folder)/001-GET-backup.json")
      #expect(stored.contains(#""text": "#) && !stored.contains("s3cr3t"), "\(stored)")
      let client = replayed.environment(try .replaying(from: folder))
      result = String(decoding: try await client.call(Self.backup).collect(upTo: 1000), as: UTF8.self)
    }
    return result
  }

  @Test("A JSON stream with a checksum is replayed byte for byte")
  func unchanged() async throws {
    for text in ["{\n  \"a\": 1\n}\n", "{\"a\":1}", "[ ]"] { #expect(try await replay(text) == text) }
  }

  @Test("The checksum of a masked stream matches the masked bytes")
  func masked() async throws {
    #expect(try await replay("{ \"token\": \"s3cr3t\" }\n") == "{ \"token\": \"***\" }\n")
  }

  @Test(
    "A wrong checksum is recorded and fails the replayed call",
    arguments: ["{ \"a\": 1 }", "{ \"token\": \"s3cr3t\" }"])
  func wrong(text: String) async throws {
    let digest: HTTPFieldValue = "sha-256=:81z1s2Gw6vewwC51gI4mDj83nEdFq+RVUrp2joVod0k=:"
    #expect(await clientErrorCode { try await replay(text, digest: digest) } == .checksum)
  }

  @Test("Digests other than SHA-256 are removed when masking changes the body")
  func otherDigests() async throws {
    let sent: HTTPFields = [
      "Content-Digest": "sha-512=:AA==:", "Digest": "md5=AA==", "Content-MD5": "AA==", .contentType: "application/json",
    ]
    for (text, isKept) in [(#"{"a": 1}"#, true), (#"{"token": "s3cr3t"}"#, false)] {
      let live = AnsweringTransport { _, _ in HTTPResponse(.ok, fields: sent, body: .bytes(Array(text.utf8))) }
      try await withFixtureFolder { folder in
        let client = replayed.transport(try RecordingTransport(to: folder, over: live))
        _ = try await client("a").body(bytes: Array(text.utf8), type: .json).header("Digest", "md5=AA==").post
          .response()
        let fixture = try fixtureText("\(folder)/001-POST-a.json")
        #expect(fixture.contains("sha-512") == isKept && fixture.contains("AA==") == isKept, "\(fixture)")
        let replay = replayed.environment(try .replaying(from: folder))("a").body(bytes: Array(text.utf8), type: .json)
        #expect(try await replay.post.response().text == (isKept ? text : #"{"token":"***"}"#))
      }
    }
  }

  @Test("A recorded part of a file keeps its length")
  func ranges() async throws {
    let fields: HTTPFields = [.contentType: "application/json", "Content-Range": "bytes 0-7/8"]
    let live = AnsweringTransport { _, _ in HTTPResponse(206, fields: fields, body: .bytes(Array("{\"a\": 1}".utf8))) }
    try await withFixtureFolder { folder in
      _ = try await replayed.transport(try RecordingTransport(to: folder, over: live))("a").response()
      #expect(try await replayed.environment(try .replaying(from: folder))("a").response().bytes.count == 8)
    }
  }
}
