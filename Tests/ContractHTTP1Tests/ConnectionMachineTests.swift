import ContractHTTP
import ContractHTTP1
import Testing

@Suite("Connection machine")
struct ConnectionMachineTests {
  static let head = "POST / HTTP/1.1\r\nHost: a\r\n"

  /// Feeds all of `input` and returns the first step other than `needsInput`.
  func feed(_ input: String, to machine: inout ConnectionMachine) -> ConnectionMachine.Step {
    let input = bytes(input)
    var position = 0
    return machine.receive(input.span, from: &position)
  }

  /// The status of a refusal; nil for another step.
  private func refusal(_ step: borrowing ConnectionMachine.Step) -> HTTPStatus? {
    switch step {
    case .refuse(let error): error.status
    default: nil
    }
  }

  @Test("The head is returned first, and the body is read only after the request is accepted")
  func headFirst() {
    var machine = ConnectionMachine()
    let step = feed(Self.head + "Content-Length: 5\r\n\r\nhello", to: &machine)
    guard case .head(_, contentLength: 5) = step else {
      Issue.record("expected the head")
      return
    }
    guard case .needsInput = feed("hello", to: &machine) else {
      Issue.record("the body was read before the request was accepted")
      return
    }
    guard case .needsInput = machine.accept(maxBodyBytes: 5, hasMoreInput: true) else {
      Issue.record("unexpected step")
      return
    }
    guard case .request(let content) = feed("hello", to: &machine) else {
      Issue.record("unexpected step")
      return
    }
    #expect(content == bytes("hello"))
  }

  @Test("100 Continue is sent only to an HTTP/1.1 client that expects it and has not begun to send the body")
  func continues() {
    let expects = Self.head + "Expect: 100-continue\r\nContent-Length: 5\r\n\r\n"
    struct Row {
      let input: String
      var hasMoreInput = false
      var sendsContinue = false
    }
    let rows = [
      Row(input: expects, sendsContinue: true),
      Row(input: expects, hasMoreInput: true),
      Row(input: Self.head + "Content-Length: 5\r\n\r\n"),
      Row(input: Self.head + "Expect: 100-continue\r\nContent-Length: 0\r\n\r\n"),
      Row(input: "POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n"),
      Row(input: Self.head + "Expect: 100-Continue\r\nTransfer-Encoding: chunked\r\n\r\n", sendsContinue: true),
    ]
    for row in rows {
      var machine = ConnectionMachine()
      _ = feed(row.input, to: &machine)
      let step = machine.accept(maxBodyBytes: 100, hasMoreInput: row.hasMoreInput)
      if case .sendContinue = step {
        #expect(row.sendsContinue, "\(row.input)")
      } else {
        #expect(!row.sendsContinue, "\(row.input)")
      }
    }
  }

  /// A request whose response precedes its body.
  struct EarlyResponse: CustomTestStringConvertible {
    let fields: String
    /// The bytes that follow the response.
    var rest = ""
    var keepsConnection = false
    var testDescription: String { fields }
  }

  @Test(
    "An early response keeps the connection if the unread body is small and does not wait for 100 Continue",
    arguments: [
      // A small body is discarded.
      EarlyResponse(
        fields: "Content-Length: 5\r\n\r\n", rest: "helloGET / HTTP/1.1\r\nHost: a\r\n\r\n", keepsConnection: true),
      EarlyResponse(
        fields: "Transfer-Encoding: chunked\r\n\r\n",
        rest: "5\r\nhello\r\n0\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", keepsConnection: true),
      // A large body is not discarded.
      EarlyResponse(fields: "Content-Length: 65537\r\n\r\n"),
      // A client that waits for 100 may or may not send its body.
      EarlyResponse(fields: "Expect: 100-continue\r\nContent-Length: 5\r\n\r\n"),
    ])
  func earlyResponse(_ row: EarlyResponse) {
    var machine = ConnectionMachine()
    _ = feed(Self.head + row.fields, to: &machine)
    let plan = machine.beginResponse(HTTPResponse(404))
    #expect(plan.persistence == (row.keepsConnection ? .implied : .close))
    #expect(machine.endResponse() == (row.keepsConnection ? .receive : .close))
    guard row.keepsConnection else { return }
    guard case .head(let head, _) = feed(row.rest, to: &machine) else {
      Issue.record("unexpected step")
      return
    }
    #expect(head.method == .get)
  }

  @Test("The connection closes if a discarded body is too long or malformed")
  func discardsWithinLimits() {
    for rest in ["10001\r\n" + String(repeating: "x", count: 65_537), "x\r\n"] {
      var machine = ConnectionMachine()
      _ = feed(Self.head + "Transfer-Encoding: chunked\r\n\r\n", to: &machine)
      _ = machine.beginResponse(HTTPResponse(404))
      #expect(machine.endResponse() == .receive)
      guard case .close = feed(rest, to: &machine) else {
        Issue.record("\(rest.prefix(10))")
        return
      }
    }
  }

  @Test("A Content-Length over the limit is refused with 413, and only a large one closes the connection")
  func lengthOverLimit() {
    for (length, persistence) in [(11, ResponseSerializer.Persistence.implied), (100_000, .close)] {
      var machine = ConnectionMachine()
      _ = feed(Self.head + "Content-Length: \(length)\r\n\r\n", to: &machine)
      let status = refusal(machine.accept(maxBodyBytes: 10, hasMoreInput: false))
      #expect(status == 413)
      #expect(machine.beginResponse(HTTPResponse(413)).persistence == persistence)
    }
  }

  @Test("A chunked body over the limit is refused with 413 while it is read, and the connection closes")
  func chunksOverLimit() {
    var machine = ConnectionMachine()
    _ = feed(Self.head + "Transfer-Encoding: chunked\r\n\r\n", to: &machine)
    _ = machine.accept(maxBodyBytes: 10, hasMoreInput: true)
    guard case .needsInput = feed("a\r\n0123456789\r\n", to: &machine) else {
      Issue.record("unexpected step")
      return
    }
    let status = refusal(feed("1\r\n", to: &machine))
    #expect(status == 413)
    #expect(machine.beginResponse(HTTPResponse(413)).persistence == .close)
    #expect(machine.endResponse() == .close)
  }

  @Test(
    "The buffer of a body never exceeds the body limit by more than 4 KiB, and is freed on refusal",
    arguments: [true, false])
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
        Issue.record("unexpected step")
        return
      }
      let now = machine.heldContentBytes
      // While the body moves into a larger buffer, the old buffer and the copied part exist together.
      if now > held { #expect(held + (count - 1) * piece.utf8.count <= limit + 4096) }
      // The allowance is for the allocator, which rounds sizes up.
      #expect(now <= limit + 4096 && now >= count * piece.utf8.count)
      held = now
    }
    guard isChunked else { return }
    let status = refusal(feed("2711\r\n", to: &machine))
    #expect(status == 413)
    #expect(machine.heldContentBytes == 0)
  }

  @Test("A body of 5 bytes uses at most 16 KiB of memory, even if the limit is large")
  func smallContent() {
    for limit in [64, 5000, 1 << 20, Int.max] {
      var machine = ConnectionMachine()
      _ = feed(Self.head + "Transfer-Encoding: chunked\r\n\r\n", to: &machine)
      _ = machine.accept(maxBodyBytes: limit, hasMoreInput: true)
      _ = feed("5\r\nhello\r\n", to: &machine)
      #expect(machine.heldContentBytes <= 16 << 10)
    }
  }

  @Test(
    "At the end of the input, a complete request is served, an incomplete request gets 400, and the connection closes")
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

  @Test("A timeout within a request results in 408, and one before a request only closes the connection")
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
        let refused = refusal(step)
        #expect(refused == status, "\(input)")
        #expect(machine.beginResponse(HTTPResponse(status)).persistence == .close)
      } else {
        guard case .close = step else {
          Issue.record("\(input)")
          return
        }
      }
    }
  }

  @Test("The connection closes after its last allowed request, and after a response if closing is requested")
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

  @Test("The connection closes after a truncated response")
  func cutOff() {
    var machine = ConnectionMachine()
    _ = feed("GET / HTTP/1.1\r\nHost: a\r\n\r\n", to: &machine)
    _ = machine.accept(maxBodyBytes: 0, hasMoreInput: false)
    _ = machine.beginResponse(HTTPResponse(200))
    #expect(machine.endResponse(isComplete: false) == .close)
    #expect(machine.wait == .other)
  }

  @Test("The framing of a response follows from the HTTP version, the method, the status and the body")
  func framing() {
    let stream = HTTPBody.stream(ByteStream { nil })
    let sized = HTTPBody.stream(ByteStream(length: 3) { nil })
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

  @Test("A 426 response offers an upgrade, whether the connection stays open or closes")
  func upgradeRequired() {
    let rows: [(String, ResponseSerializer.Persistence)] = [
      ("HTTP/1.1\r\nHost: a", .offersUpgrade), ("HTTP/1.1\r\nHost: a\r\nConnection: close", .closeOffersUpgrade),
      ("HTTP/1.0", .closeOffersUpgrade), ("HTTP/1.0\r\nConnection: keep-alive", .keepAliveOffersUpgrade),
    ]
    for (text, persistence) in rows {
      var machine = ConnectionMachine()
      _ = feed("GET / \(text)\r\n\r\n", to: &machine)
      #expect(machine.beginResponse(HTTPResponse(426)).persistence == persistence, "\(text)")
    }
  }

  @Test("An error response has no body if the method was already parsed as HEAD")
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

  @Test("A body of 8 MiB is assembled from 64-byte parts within 20 s, without repeated copies")
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
