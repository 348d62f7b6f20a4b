import Contract
import ContractHTTP
import Testing

@testable import ContractClient

@Suite("Masking of streams")
struct MaskedStreamTests {
  /// A media type, a body, and the body to show.
  static let bodies: [(HTTPFieldValue, String, String)] = [
    ("text/event-stream", "data: {\"token\":\"S\",\"a\":1}\n\n", "data: {\"token\":\"***\",\"a\":1}\n\n"),
    (
      "text/event-stream; charset=utf-8", "\u{FEFF}data:{\"pin\":\"S\"}\r\n\r\ndata:{\"a\":1}\r\n\r\n",
      "\u{FEFF}data: {\"pin\":\"***\"}\r\n\r\ndata:{\"a\":1}\r\n\r\n"
    ),
    // An event with data in several lines, between other lines.
    (
      "text/event-stream", "id: 7\rdata: {\"token\":\revent: x\rdata:   \"S\",\r: note\rdata: \"a\":1}\r\rdata: b\r\r",
      "id: 7\rdata: {\"token\":\rdata:   \"***\",\rdata: \"a\":1}\revent: x\r: note\r\rdata: b\r\r"
    ),
    // A pair of tokens in one event, and members of these names in different events.
    (
      "text/event-stream", "data: {\"access\":\"S\",\"refresh\":\"S\"}\n\ndata: {\"access\":\"a\"}\n\n",
      "data: {\"access\":\"***\",\"refresh\":\"***\"}\n\ndata: {\"access\":\"a\"}\n\n"
    ),
    ("text/event-stream", "data\ndata: {\"token\":\"S\"}\n\n", "data: \ndata: {\"token\":\"***\"}\n\n"),
    ("text/event-stream", "data: {\"token\":\"S\ndata: S\"}", "data: {\"token\":\"***\"}\n"),
    ("text/event-stream", "event: ping\n\n: token\n\ndata\n\n", "event: ping\n\n: token\n\ndata\n\n"),
    (
      "application/json-seq", "\u{1E}{\"token\":\"S\"}\n\u{1E}{\"a\":1}\n",
      "\u{1E}{\"token\":\"***\"}\n\u{1E}{\"a\":1}\n"
    ),
    // The first record is truncated.
    ("application/geo+json-seq", "\u{1E}{\"a\":\"b\u{1E}{\"token\":1}", "\u{1E}{\"a\":\"b\u{1E}{\"token\":\"***\"}"),
    ("application/jsonl", "{\"token\":1}\n{\"a\":2}\n", "{\"token\":\"***\"}\n{\"a\":2}\n"),
    ("application/ndjson", "{\"token\":\"S\"}\n", "{\"token\":\"***\"}\n"),
    ("application/x-ndjson", "{\"token\":\"S\"}\n", "{\"token\":\"***\"}\n"),
    ("text/json", "{\"token\":\"S\"}", "{\"token\":\"***\"}"),
  ]

  @Test("Masking replaces values of secret JSON members in streams", arguments: bodies)
  func masking(type: HTTPFieldValue, text: String, masked: String) {
    let bytes = Masking.standard.masked(Array(text.utf8), [.contentType: type])
    #expect(String(decoding: bytes, as: UTF8.self) == masked)
    #expect(Masking.none.masked(Array(text.utf8), [.contentType: type]) == Array(text.utf8))
  }

  @Test("Masking any prefix of an event stream removes every part of a secret and changes no other data")
  func prefixes() {
    let text = Array(
      "id: 1\r\ndata: {\"a\":1,\r\ndata: \"password\":\"s3cr3t\"}\r\n\r\ndata: {\"token\":\"s3\"}\n\n".utf8)
    for count in 0...text.count {
      let masked = Masking.standard.masked(Array(text.prefix(count)), [.contentType: "text/event-stream"])
      #expect(!String(decoding: masked, as: UTF8.self).contains("s3"))
      #expect(EventData.changed(in: Array(text.prefix(count))) { $0 } == Array(text.prefix(count)))
    }
  }

  @Test("A log shows masked events")
  func log() {
    let content = Array("data: {\"token\":\"S\"}\n\n".utf8)
    let text = Masking.standard.text(of: content, [.contentType: "text/event-stream"], upTo: 100)
    #expect(text == "data: {\"token\":\"***\"}\n\n")
  }
}
