internal import Contract

extension Fault {
  /// All named faults.
  public static let all: [Fault] = silence + breaks + lies + floods + codings + redirects

  /// Returns the fault with this name, or nil.
  public static func named(_ name: String) -> Fault? { all.first { $0.name == name } }

  private static func head(_ fields: String, status: String = "200 OK") -> String {
    "HTTP/1.1 \(status)\r\nContent-Type: text/plain\r\n\(fields)\r\n"
  }

  private static func head(length: Int, _ fields: String = "") -> String {
    head("\(fields)Content-Length: \(length)\r\n")
  }

  private static let chunkedHead = head("Transfer-Encoding: chunked\r\n")

  // MARK: Servers that respond too slowly or never

  private static let silence: [Fault] = [
    Fault("hang-before-head", [.hang], .error(.timeout)),
    Fault("hang-in-status-line", [.send("HTTP/1.1 20"), .hang], .error(.timeout)),
    Fault("hang-in-head", [.send("HTTP/1.1 200 OK\r\nContent-Le"), .hang], .error(.timeout)),
    Fault("hang-after-interim", [.send("HTTP/1.1 100 Continue\r\n\r\n"), .hang], .error(.timeout)),
    Fault("hang-before-content", [.send(head(length: 10)), .hang], .error(.timeout)),
    Fault("hang-in-content", [.send(head(length: 10) + "abc"), .hang], .error(.timeout)),
    Fault("hang-in-chunk", [.send(chunkedHead + "a\r\nabc"), .hang], .error(.timeout)),
    Fault("hang-before-last-chunk", [.send(chunkedHead + "3\r\nabc\r\n"), .hang], .error(.timeout)),
    Fault("hang-with-content-until-close", [.send(head("")), .send("abc"), .hang], .error(.timeout)),
    Fault(
      "drip-head", [.drip(Array(head(length: 2, "X-Pad: \(letters(600))\r\n").utf8), every: .milliseconds(100))],
      .error(.timeout)),
    Fault(
      "drip-content", [.send(head(length: 1000)), .drip(Array(letters(1000).utf8), every: .milliseconds(100))],
      .error(.timeout)),
    Fault(
      "drip-chunks",
      [.send(chunkedHead), .drip(Array(repeating: 0x30, count: 500), every: .milliseconds(100))], .error(.timeout)),
  ]

  // MARK: Connections that break

  private static let breaks: [Fault] =
    [("close", Step.close), ("reset", .reset)].flatMap { (name, end) in
      [
        ("before-head", ""), ("in-status-line", "HTTP/1.1 2"), ("in-head", "HTTP/1.1 200 OK\r\nContent-Le"),
        ("after-interim", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"), ("before-content", head(length: 10)),
        ("in-content", head(length: 100) + "abc"), ("in-chunk", chunkedHead + "a\r\nabc"),
        ("before-last-chunk", chunkedHead + "3\r\nabc\r\n"),
      ].map { (position, text) in
        Fault("\(name)-\(position)", text.isEmpty ? [end] : [.send(text), end], .error(.lostConnection))
      }
    }

  // MARK: Malformed or contradictory responses

  private static let lies: [Fault] =
    [
      ("garbage", String(repeating: "\u{1}\u{7F}\u{0}zz", count: 200) + "\r\n\r\n"), ("http-0.9", "<html>hello</html>"),
      ("other-protocol", "SSH-2.0-OpenSSH_9.2p1\r\n\r\n"),
      ("bad-status", "HTTP/1.1 abc OK\r\nContent-Length: 0\r\n\r\n"),
      ("short-status", "HTTP/1.1 20 OK\r\nContent-Length: 0\r\n\r\n"),
      ("bad-version", "HTTP/9.9 200 OK\r\nContent-Length: 2\r\n\r\nok"),
      ("switching-protocols", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n"),
      ("two-lengths", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 5\r\n\r\nokxyz"),
      ("negative-length", "HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\nok"),
      ("overflowing-length", "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999\r\n\r\nok"),
      ("nul-in-field", "HTTP/1.1 200 OK\r\nX-N: a\u{0}b\r\nContent-Length: 2\r\n\r\nok"),
      ("field-without-colon", "HTTP/1.1 200 OK\r\nX-N\r\nContent-Length: 2\r\n\r\nok"),
      ("bad-chunk-size", chunkedHead + "xyz\r\nhello\r\n0\r\n\r\n"),
      ("chunk-overrun", chunkedHead + "2\r\nhello\r\n0\r\n\r\n"),
      ("unknown-transfer-coding", head("Transfer-Encoding: gzip, chunked\r\n") + "0\r\n\r\n"),
    ].map { (name, text) in Fault(name, [.send(text), .close], .error(.malformedResponse)) }
    + [
      Fault(
        "overflowing-chunk", [.send(chunkedHead + "1ffffffffffffffff\r\nhello\r\n0\r\n\r\n"), .close],
        .error(.responseTooLarge)),
      Fault("excess-content", [.send(head(length: 2) + "okEXTRA"), .pause(.milliseconds(100))], .response(.ok)),
      Fault(
        "second-response", [.send(head(length: 2) + "ok" + head(length: 6) + "POISON"), .pause(.milliseconds(100))],
        .response(.ok)),
      Fault(
        "early-answer",
        [.send(head("Connection: close\r\nContent-Length: 0\r\n", status: "413 Content Too Large")), .closeWriting],
        .response(.contentTooLarge), readsContent: false),
      Fault("silent-close", [.send(head(length: 2) + "ok"), .close], .response(.ok)),
    ]

  // MARK: Excessive sizes

  private static let floods: [Fault] = [
    Fault("huge-field", [.send("HTTP/1.1 200 OK\r\nX-Big: \(letters(8 << 20))\r\n\r\n")], .error(.responseTooLarge)),
    Fault("endless-field", [.send("HTTP/1.1 200 OK\r\nX-Big: "), many("hhhhhhhh")], .error(.responseTooLarge)),
    Fault("endless-head", [.send("HTTP/1.1 200 OK\r\n"), many("X-Field: value\r\n")], .error(.responseTooLarge)),
    Fault("endless-interim", [many("HTTP/1.1 100 Continue\r\n\r\n")], .error(.responseTooLarge)),
    Fault("endless-content", [.send(head("")), many("eeeeeeee")], .error(.responseTooLarge)),
    Fault("endless-chunks", [.send(chunkedHead), many("8\r\neeeeeeee\r\n")], .error(.responseTooLarge)),
    Fault("endless-trailers", [.send(chunkedHead + "0\r\n"), many("X-Field: value\r\n")], .error(.responseTooLarge)),
    Fault("endless-chunk-extension", [.send(chunkedHead + "1;x="), many("xxxxxxxx")], .error(.malformedResponse)),
    Fault("huge-length", [.send(head(length: 1 << 40)), many("eeeeeeee")], .error(.responseTooLarge)),
  ]

  /// Repeats the text endlessly, in blocks of 64 KiB to reduce system calls.
  private static func many(_ text: String) -> Step {
    .repeating(Array(String(repeating: text, count: 65_536 / text.utf8.count).utf8))
  }

  private static func letters(_ count: Int) -> String { String(repeating: "p", count: count) }

  // MARK: Content codings

  /// One MiB of zeros as a gzip member; a gzip body may consist of many members.
  private static let mebibyteOfZeroes = Deflater.deflate([UInt8](repeating: 0, count: 1 << 20), .gzip)

  private static let codings: [Fault] = [
    Fault(
      "gzip-bomb",
      [.send(head("Content-Encoding: gzip\r\nConnection: close\r\n"))]
        + Array(repeating: .send(mebibyteOfZeroes), count: 1024), .error(.responseTooLarge)),
    Fault(
      "endless-gzip-bomb", [.send(head("Content-Encoding: gzip\r\n")), .repeating(mebibyteOfZeroes)],
      .error(.responseTooLarge)),
    Fault("bad-gzip", [.send(head(length: 9, "Content-Encoding: gzip\r\n") + "not gzip!")], .error(.malformedResponse)),
    Fault(
      "cut-gzip",
      [
        .send(head(length: mebibyteOfZeroes.count / 2, "Content-Encoding: gzip\r\n")),
        .send(Array(mebibyteOfZeroes[..<(mebibyteOfZeroes.count / 2)])),
      ], .error(.malformedResponse)),
    Fault(
      "many-codings",
      [
        .send(
          head(length: 3, "Content-Encoding: \(Array(repeating: "gzip", count: 30).joined(separator: ", "))\r\n")
            + "abc")
      ],
      .error(.malformedResponse)),
    Fault(
      "unknown-coding", [.send(head(length: 3, "Content-Encoding: zoo\r\n") + "abc")], .error(.malformedResponse)),
  ]

  // MARK: Redirects

  private static func redirect(_ name: String, _ location: String, _ code: ClientError.Code) -> Fault {
    Fault(
      name,
      [
        // Without `Connection: close`, the next request might use a connection that is about to close.
        .send(head("Location: \(location)\r\nContent-Length: 0\r\nConnection: close\r\n", status: "302 Found"))
      ], .error(code))
  }

  private static let redirects: [Fault] = [
    // The first redirects to itself, the second to a new location each time.
    redirect("redirect-loop", "?again", .tooManyRedirects),
    redirect("redirect-endless", "redirect-endless/further", .tooManyRedirects),
    redirect("redirect-to-file", "file:///etc/passwd", .redirectRefused),
    redirect("redirect-to-gopher", "gopher://127.0.0.1:1/_x", .redirectRefused),
    redirect("redirect-with-credentials", "http://user:secret@127.0.0.1/", .redirectRefused),
    redirect("redirect-to-nonsense", "http://[::1", .redirectRefused),
  ]
}
