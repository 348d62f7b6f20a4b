import ContractHTTP
import ContractHTTP1
import Testing

@Suite("Connection machine")
struct ConnectionMachineTests {
  private static let head = "POST / HTTP/1.1\r\nHost: a\r\n"

  /// Feeds all of `input` and returns the first step that is not a wish for more.
  private func feed(_ input: String, to machine: inout ConnectionMachine) -> ConnectionMachine.Step {
    let input = bytes(input)
    var position = 0
    return machine.receive(input.span, from: &position)
  }

  private func isRefusal(_ step: ConnectionMachine.Step, _ status: HTTPStatus) -> Bool {
    if case .refuse(let error) = step { error.status == status } else { false }
  }

  @Test("hands out the head before it wants content")
  func headFirst() {
    var machine = ConnectionMachine()
    let step = feed(Self.head + "Content-Length: 5\r\n\r\nhello", to: &machine)
    guard case .head(_, contentLength: 5) = step else { return #expect(Bool(false), "\(step)") }
    guard case .needsInput = feed("hello", to: &machine) else {
      return #expect(Bool(false), "content was taken before the request was accepted")
    }
    guard case .needsInput = machine.accept(maxBodyBytes: 5, hasMoreInput: true) else {
      return #expect(Bool(false))
    }
    guard case .request(let content) = feed("hello", to: &machine) else { return #expect(Bool(false)) }
    #expect(content == bytes("hello"))
  }

  @Test("asks for content with 100 only when the client waits for it")
  func continues() {
    let expects = Self.head + "Expect: 100-continue\r\nContent-Length: 5\r\n\r\n"
    let rows: [(String, Bool, Bool)] = [
      (expects, false, true),
      (expects, true, false),
      (Self.head + "Content-Length: 5\r\n\r\n", false, false),
      (Self.head + "Expect: 100-continue\r\nContent-Length: 0\r\n\r\n", false, false),
      ("POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n", false, false),
      (Self.head + "Expect: 100-Continue\r\nTransfer-Encoding: chunked\r\n\r\n", false, true),
    ]
    for (input, hasMore, isExpected) in rows {
      var machine = ConnectionMachine()
      _ = feed(input, to: &machine)
      let step = machine.accept(maxBodyBytes: 100, hasMoreInput: hasMore)
      if case .sendContinue = step { #expect(isExpected, "\(input)") } else { #expect(!isExpected, "\(input)") }
    }
  }

  @Test(
    "keeps or ends the connection after an answer that comes before the content",
    arguments: [
      // A little content is passed over.
      ("Content-Length: 5\r\n\r\n", "helloGET / HTTP/1.1\r\nHost: a\r\n\r\n", true),
      ("Transfer-Encoding: chunked\r\n\r\n", "5\r\nhello\r\n0\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", true),
      // More than that is not waited for.
      ("Content-Length: 65537\r\n\r\n", "", false),
      // Nobody can tell whether content follows.
      ("Expect: 100-continue\r\nContent-Length: 5\r\n\r\n", "", false),
    ])
  func earlyAnswer(_ fields: String, _ rest: String, _ isKept: Bool) {
    var machine = ConnectionMachine()
    _ = feed(Self.head + fields, to: &machine)
    let plan = machine.beginResponse(HTTPResponse(404))
    #expect(plan.persistence == (isKept ? .implied : .close))
    #expect(machine.endResponse() == (isKept ? .receive : .close))
    guard isKept else { return }
    guard case .head(let head, _) = feed(rest, to: &machine) else { return #expect(Bool(false)) }
    #expect(head.method == .get)
  }

  @Test("closes when passed-over content is too long or malformed")
  func discardsWithinLimits() {
    for rest in ["10001\r\n" + String(repeating: "x", count: 65_537), "x\r\n"] {
      var machine = ConnectionMachine()
      _ = feed(Self.head + "Transfer-Encoding: chunked\r\n\r\n", to: &machine)
      _ = machine.beginResponse(HTTPResponse(404))
      #expect(machine.endResponse() == .receive)
      guard case .close = feed(rest, to: &machine) else { return #expect(Bool(false), "\(rest.prefix(10))") }
    }
  }

  @Test("refuses a length over the limit before any content, and keeps the connection when little is left")
  func lengthOverLimit() {
    for (length, persistence) in [(11, ResponseSerializer.Persistence.implied), (100_000, .close)] {
      var machine = ConnectionMachine()
      _ = feed(Self.head + "Content-Length: \(length)\r\n\r\n", to: &machine)
      #expect(isRefusal(machine.accept(maxBodyBytes: 10, hasMoreInput: false), 413))
      #expect(machine.beginResponse(HTTPResponse(413)).persistence == persistence)
    }
  }

  @Test("refuses chunks over the limit while reading, and closes")
  func chunksOverLimit() {
    var machine = ConnectionMachine()
    _ = feed(Self.head + "Transfer-Encoding: chunked\r\n\r\n", to: &machine)
    _ = machine.accept(maxBodyBytes: 10, hasMoreInput: true)
    guard case .needsInput = feed("a\r\n0123456789\r\n", to: &machine) else { return #expect(Bool(false)) }
    #expect(isRefusal(feed("1\r\n", to: &machine), 413))
    #expect(machine.beginResponse(HTTPResponse(413)).persistence == .close)
    #expect(machine.endResponse() == .close)
  }

  @Test("holds no more memory for content than its limit, whatever is on its way", arguments: [true, false])
  func heldContent(isChunked: Bool) {
    let limit = 300_000
    let piece = String(repeating: "x", count: 10_000)
    var machine = ConnectionMachine()
    let framing = isChunked ? "Transfer-Encoding: chunked" : "Content-Length: \(limit)"
    _ = feed(Self.head + framing + "\r\n\r\n", to: &machine)
    _ = machine.accept(maxBodyBytes: limit, hasMoreInput: true)
    var held = 0
    for count in 1..<30 {
      guard case .needsInput = feed(isChunked ? "2710\r\n\(piece)\r\n" : piece, to: &machine) else {
        return #expect(Bool(false))
      }
      let now = machine.heldContentBytes
      // While content moves into larger memory, both are there: the old one in full, and what was copied from it.
      if now > held { #expect(held + (count - 1) * piece.utf8.count <= limit + 4096) }
      // An allocator rounds up.
      #expect(now <= limit + 4096 && now >= count * piece.utf8.count)
      held = now
    }
    guard isChunked else { return }
    #expect(isRefusal(feed("2711\r\n", to: &machine), 413))
    #expect(machine.heldContentBytes == 0)
  }

  @Test("takes little memory for little content, whatever the limit")
  func smallContent() {
    for limit in [64, 5000, 1 << 20, Int.max] {
      var machine = ConnectionMachine()
      _ = feed(Self.head + "Transfer-Encoding: chunked\r\n\r\n", to: &machine)
      _ = machine.accept(maxBodyBytes: limit, hasMoreInput: true)
      _ = feed("5\r\nhello\r\n", to: &machine)
      #expect(machine.heldContentBytes <= 16 << 10)
    }
  }

  @Test("knows what the end of the input means where it comes")
  func endOfInput() {
    for row in RequestRow.connections.prefix(1) { #expect(Transcript(bytes(row.input), ends: true).isClosed) }
    let rows: [(String, [String])] = [
      ("", ["close"]),
      ("\r\n", ["close"]),
      ("GET / HT", ["400", "close"]),
      (Self.head, ["400", "close"]),
      (Self.head + "Content-Length: 5\r\n\r\nhell", ["400", "close"]),
      (Self.head + "Transfer-Encoding: chunked\r\n\r\n0\r\n", ["400", "close"]),
      (Self.head + "Content-Length: 5\r\n\r\nhello", ["POST", "close"]),
    ]
    for (input, expected) in rows {
      #expect(Transcript(bytes(input), ends: true).summary == expected, "\(input)")
    }
  }

  @Test("knows what slowness means where it comes")
  func timeOut() {
    let rows: [(String, HTTPStatus?)] = [
      ("", nil), ("\r\n", nil), ("GET", 408), (Self.head, 408), (Self.head + "Content-Length: 5\r\n\r\nhell", 408),
    ]
    for (input, status) in rows {
      var machine = ConnectionMachine()
      var step = feed(input, to: &machine)
      if case .head = step {
        _ = machine.accept(maxBodyBytes: 10, hasMoreInput: true)
        step = feed("hell", to: &machine)
      }
      step = machine.timeOut()
      if let status {
        #expect(isRefusal(step, status), "\(input)")
        #expect(machine.beginResponse(HTTPResponse(status)).persistence == .close)
      } else {
        guard case .close = step else { return #expect(Bool(false), "\(input)") }
      }
    }
  }

  @Test("ends the connection after the last allowed request, or when told to")
  func lastRequest() {
    var limits = HTTP1Limits()
    limits.maxRequests = 2
    let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
    #expect(Transcript(bytes(get + get + get), limits: limits).summary == ["GET", "GET", "close"])

    var machine = ConnectionMachine()
    machine.closeAfterResponse()
    _ = feed(get, to: &machine)
    _ = machine.accept(maxBodyBytes: 0, hasMoreInput: false)
    #expect(machine.beginResponse(HTTPResponse(200)).persistence == .close)
    #expect(machine.endResponse() == .close)
  }

  @Test("ends the connection after an answer that was cut off")
  func cutOff() {
    var machine = ConnectionMachine()
    _ = feed("GET / HTTP/1.1\r\nHost: a\r\n\r\n", to: &machine)
    _ = machine.accept(maxBodyBytes: 0, hasMoreInput: false)
    _ = machine.beginResponse(HTTPResponse(200))
    #expect(machine.endResponse(isComplete: false) == .close)
    #expect(machine.wait == .other)
  }

  @Test("says what the client's version can read")
  func framing() {
    let stream = HTTPBody.stream(HTTPBodyStream { nil })
    let sized = HTTPBody.stream(HTTPBodyStream(length: 3) { nil })
    let rows: [(String, HTTPStatus, HTTPBody, ResponseFraming)] = [
      ("GET / HTTP/1.1", 200, .bytes([1, 2]), .length(2)),
      ("GET / HTTP/1.1", 200, .empty, .length(0)),
      ("GET / HTTP/1.1", 200, stream, .chunked),
      ("GET / HTTP/1.1", 200, sized, .length(3)),
      ("GET / HTTP/1.0", 200, stream, .untilClose),
      ("GET / HTTP/1.0", 200, sized, .length(3)),
      ("GET / HTTP/1.1", 204, .bytes([1]), .none),
      ("GET / HTTP/1.1", 304, .bytes([1]), .none),
      ("GET / HTTP/1.1", 205, .bytes([1]), .length(0)),
      ("HEAD / HTTP/1.1", 200, .bytes([1, 2]), .lengthOnly(2)),
      ("HEAD / HTTP/1.1", 200, .empty, .none),
      ("HEAD / HTTP/1.1", 200, stream, .none),
      ("HEAD / HTTP/1.1", 200, sized, .lengthOnly(3)),
    ]
    for (line, status, body, framing) in rows {
      var machine = ConnectionMachine()
      _ = feed("\(line)\r\nHost: a\r\nConnection: keep-alive\r\n\r\n", to: &machine)
      let plan = machine.beginResponse(HTTPResponse(status, body: body))
      #expect(plan.framing == framing, "\(line) \(status)")
      let persistence: ResponseSerializer.Persistence =
        framing == .untilClose ? .close : line.hasSuffix("0") ? .keepAlive : .implied
      #expect(plan.persistence == persistence, "\(line) \(status)")
    }
  }

  @Test("refuses HEAD without content, as soon as it is known to be one")
  func refusedHead() {
    let rows: [(String, ResponseFraming)] = [
      ("HEAD / HTTP/1.1\r\n\r\n", .lengthOnly(2)), ("HEAD / HTTP/1.1\r\nHost: a\r\nX : b\r\n", .lengthOnly(2)),
      ("HEAD / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n", .lengthOnly(2)),
      ("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n*\r\n", .lengthOnly(2)), ("*\r\n", .length(2)),
      ("HEADS / HTTP/1.1\r\n\r\n", .length(2)), ("GET / HTTP/1.1\r\n\r\n", .length(2)),
    ]
    for (text, framing) in rows {
      var machine = ConnectionMachine()
      _ = feed(text, to: &machine)
      #expect(machine.beginResponse(HTTPResponse(400, body: .bytes([1, 2]))).framing == framing, "\(text)")
    }
    let early: [(String, ResponseFraming)] = [("HEAD / HTTP/1.1\r\nHo", .lengthOnly(2)), ("HEAD / HTT", .length(2))]
    for (text, framing) in early {
      for isLate in [true, false] {
        var machine = ConnectionMachine()
        _ = feed(text, to: &machine)
        _ = isLate ? machine.timeOut() : machine.endOfInput()
        #expect(machine.beginResponse(HTTPResponse(408, body: .bytes([1, 2]))).framing == framing, "\(text)")
      }
    }
    var machine = ConnectionMachine()
    _ = feed("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n", to: &machine)
    _ = machine.accept(maxBodyBytes: 0, hasMoreInput: false)
    _ = machine.beginResponse(HTTPResponse(200))
    _ = machine.endResponse()
    _ = feed("*\r\n", to: &machine)
    #expect(machine.beginResponse(HTTPResponse(400, body: .bytes([1, 2]))).framing == .length(2))
  }

  @Test("reads large content in many pieces without copying it over and over")
  func largeContent() {
    var machine = ConnectionMachine()
    let size = 8 << 20
    _ = feed(Self.head + "Content-Length: \(size)\r\n\r\n", to: &machine)
    _ = machine.accept(maxBodyBytes: size, hasMoreInput: true)
    let piece = [UInt8](repeating: 120, count: 64)
    let duration = ContinuousClock().measure {
      for _ in 0..<(size / 64) {
        var position = 0
        if case .request(let content) = machine.receive(piece.span, from: &position) { #expect(content.count == size) }
      }
    }
    // 131,072 copies of 4 MB on average would take minutes.
    #expect(duration < .seconds(20))
  }
}
