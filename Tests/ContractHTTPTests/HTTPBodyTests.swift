import ContractHTTP
import Testing

@Suite("Bodies")
struct HTTPBodyTests {
  /// A body, and its description.
  private static let rows: [(body: HTTPBody, text: String)] = [
    (.empty, "empty"), (.bytes([]), "0 bytes"), (.bytes([1]), "1 byte"),
    (.bytes([UInt8](repeating: 65, count: 200)), "200 bytes"),
    (.stream(ByteStream([1, 2])), "stream of 2 bytes"), (.stream(ByteStream { nil }), "stream"),
  ]

  @Test("A printed body shows its size, if known, and not its bytes", arguments: rows)
  func descriptions(body: HTTPBody, text: String) {
    #expect("\(body)" == text)
    var dumped = ""
    dump(body, to: &dumped)
    #expect(dumped == "- \(text)\n")
    let request = HTTPRequest(.post, "/", body: body)
    #expect("\(request)".contains("body: \(text)"))
  }

  @Test("A stream that can be read again is opened once for each read, when the first chunk is requested")
  func opening() async throws {
    let opened = Lock(0)
    let stream = ByteStream(replaying: {
      opened.withLock { $0 += 1 }
      let left = Lock<[[UInt8]]>([[2], [1]])
      return { left.withLock { $0.popLast() } }
    })
    let isReplayable = stream.replayed != nil
    #expect(isReplayable && opened.withLock { $0 } == 0)
    #expect(try await stream.collect(upTo: 10) == [1, 2])
    #expect(opened.withLock { $0 } == 1)
    let again = try #require(stream.replayed)
    #expect(try await again.collect(upTo: 10) == [1, 2])
    #expect(opened.withLock { $0 } == 2)
  }
}
