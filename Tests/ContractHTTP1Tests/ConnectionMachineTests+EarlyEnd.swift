import ContractHTTP
import ContractHTTP1
import Testing

/// Responses that end before the handler has read its streamed body.
extension ConnectionMachineTests {
  /// A request whose response ends before its handler has read the body.
  struct EarlyEnd: CustomTestStringConvertible {
    let fields: String
    /// The bytes that the handler reads.
    var read = ""
    /// The bytes that follow the response.
    var rest = ""
    var streams = false
    /// Whether the response announces that the connection closes.
    var announcesClose = false
    /// Whether the connection continues after the response.
    var keepsConnection = true
    /// Whether the request in `rest` is read.
    var continues = true
    var testDescription: String { "\(fields.prefix(60)) \(read.prefix(20)) \(streams)" }
  }

  private static let next = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
  private static let chunked = "Transfer-Encoding: chunked\r\n\r\n"
  private static let long = String(repeating: "x", count: 65_537)

  @Test(
    "After an early response, up to 64 KiB of a streamed body are discarded, or the connection closes",
    arguments: [
      EarlyEnd(fields: "Content-Length: 5\r\n\r\n", rest: "hello" + next),
      EarlyEnd(fields: "Content-Length: 5\r\n\r\n", read: "he", rest: "llo" + next),
      EarlyEnd(fields: "Content-Length: 5\r\n\r\n", read: "he", rest: "llo" + next, streams: true),
      EarlyEnd(fields: "Content-Length: 65538\r\n\r\n", read: "he", rest: long.dropLast() + next),
      EarlyEnd(fields: chunked, read: "5\r\nhel", rest: "lo\r\n0\r\n\r\n" + next),
      EarlyEnd(fields: chunked, read: "5\r\nhello\r\n0\r", rest: "\n\r\n" + next),
      EarlyEnd(fields: chunked, read: "10001\r\n" + long.dropLast(), rest: "x\r\n0\r\n\r\n" + next),
      EarlyEnd(fields: "Content-Length: 65538\r\n\r\n", read: "h", announcesClose: true, keepsConnection: false),
      EarlyEnd(fields: chunked, read: "186A0\r\nx", announcesClose: true, keepsConnection: false),
      // A streamed response does not announce the close, because its handler may still read the rest of the body.
      EarlyEnd(fields: "Content-Length: 65538\r\n\r\n", read: "h", streams: true, keepsConnection: false),
      EarlyEnd(fields: chunked, read: "1\r\nx\r\n", rest: "10001\r\n" + long, continues: false),
      EarlyEnd(
        fields: "Expect: 100-continue\r\nContent-Length: 5\r\n\r\n", announcesClose: true, keepsConnection: false),
    ])
  func earlyEnd(_ row: EarlyEnd) {
    var machine = ConnectionMachine()
    _ = feed(Self.head + row.fields, to: &machine)
    _ = machine.acceptStream(maxBodyBytes: nil)
    let read = bytes(row.read)
    var consumed = 0
    if !read.isEmpty { _ = machine.receiveContent(read.span, from: &consumed) }
    #expect(consumed == read.count)
    let body = row.streams ? HTTPBody.stream(ByteStream(bytes("x"))) : .bytes([])
    let plan = machine.beginResponse(HTTPResponse(.ok, body: body))
    #expect(plan.persistence == (row.announcesClose ? .close : .implied))
    #expect(machine.endResponse() == (row.keepsConnection ? .receive : .close))
    guard row.keepsConnection else { return }
    switch feed(row.rest, to: &machine) {
    case .head(let head, _): #expect(row.continues && head.method == .get)
    case .close: #expect(!row.continues)
    default: Issue.record("unexpected step")
    }
  }

  @Test("If a handler stops reading within a chunked body, the rest is discarded and the next request is read")
  func earlyEndAnywhere() {
    let body = bytes("3;a=b\r\nabc\r\n2\r\nde\r\n0\r\nX-Trailer: x\r\n\r\n")
    for count in body.indices {
      var machine = ConnectionMachine()
      _ = feed(Self.head + Self.chunked, to: &machine)
      _ = machine.acceptStream(maxBodyBytes: nil)
      var consumed = 0
      if count > 0 { _ = machine.receiveContent(Array(body[..<count]).span, from: &consumed) }
      #expect(machine.beginResponse(HTTPResponse(.ok)).persistence == .implied)
      #expect(machine.endResponse() == .receive && machine.isDiscarding)
      guard case .head(let head, _) = feed(String(decoding: body[count...], as: UTF8.self) + Self.next, to: &machine)
      else {
        Issue.record("no request after \(count) bytes")
        continue
      }
      #expect(head.method == .get)
    }
  }
}
