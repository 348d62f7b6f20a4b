import Testing

@testable import ContractHTTP1

@Suite("The digest in a trailer section")
struct TrailerDigestTests {
  static let sections: [(lines: String, digest: String?)] = [
    ("", nil),
    ("Content-Digest: a=:b=:\r\n", "a=:b=:"),
    ("CONTENT-DIGEST:a\r\nX: b\r\n", "a"),
    ("X: b\r\ncontent-digest: \t a \t\r\n", "a"),
    ("Content-Digest: a\r\nContent-Digest: b\r\n", "a, b"),
    ("Content-Digest:\r\n", nil),
    ("Content-Digest:\r\nContent-Digest: b\r\n", "b"),
    ("Content-Diges: a\r\nContent-Digestt: b\r\nXContent-Digest: c\r\nRepr-Digest: d\r\n", nil),
  ]

  @Test("Only Content-Digest is kept from a trailer section, wherever the section is split", arguments: sections)
  func kept(_ lines: String, _ digest: String?) throws {
    let bytes = Array("1\r\nx\r\n0\r\n\(lines)\r\n".utf8)
    for size in [1, 3, bytes.count] {
      var decoder = ChunkedDecoder(limits: HTTP1Limits(), maxContentBytes: 10)
      var content: [UInt8] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        #expect(decoder.contentDigest == nil)
        let part = Array(bytes[start..<min(start + size, bytes.count)])
        var position = 0
        _ = try decoder.decode(part.span, from: &position, into: &content)
      }
      #expect(decoder.isDone && content == Array("x".utf8))
      #expect(decoder.contentDigest == digest)
    }
  }

  @Test("The digest, if there is one, is written as a trailer field after the last chunk")
  func sent() {
    var output: [UInt8] = []
    ResponseSerializer.appendLastChunk(contentDigest: "a", to: &output)
    ResponseSerializer.appendLastChunk(contentDigest: nil, to: &output)
    #expect(String(decoding: output, as: UTF8.self) == "0\r\nContent-Digest: a\r\n\r\n0\r\n\r\n")
  }
}
