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
}
