import ContractHTTP
import ContractTestSupport
import Testing

@testable import ContractCoding

@Suite("Multipart decoder", .ownThreads)
struct MultipartDecoderTests {
  private func decode(_ body: String, _ boundary: String = "b", _ limits: MultipartLimits = .init()) throws -> [Part] {
    try MultipartDecoder(limits: limits).decode(Array(body.utf8), boundary: boundary).parts
  }

  private func error(_ body: String, _ limits: MultipartLimits = .init()) -> MultipartError? {
    #expect(throws: MultipartError.self) { try decode(body, "b", limits) }
  }

  /// A body of one part with a disposition.
  private func body(_ disposition: String, _ content: String = "x") -> String {
    "--b\r\nContent-Disposition: \(disposition)\r\n\r\n\(content)\r\n--b--\r\n"
  }

  // MARK: - Bodies of clients

  @Test("Bodies from curl 7.88 are read")
  func curl() throws {
    let mark = "--------------------------85531dce81e85841"
    let body = """
      \(mark)\r
      Content-Disposition: form-data; name="field"\r
      \r
      va"lue\r
      \(mark)\r
      Content-Disposition: form-data; name="na%22me"\r
      \r
      1\r
      \(mark)\r
      Content-Disposition: form-data; name="f"; filename="naïve.txt"\r
      Content-Type: text/plain\r
      \r
      y\r
      \(mark)\r
      Content-Disposition: form-data; name="g"; filename="a%22b\\c.txt"\r
      Content-Type: text/x\r
      \r
      x\r
      \(mark)\r
      Content-Disposition: form-data; name="e"\r
      \r
      \r
      \(mark)--\r\n
      """
    #expect(
      try decode(body, String(mark.dropFirst(2))) == [
        Part(text: "va\"lue", name: "field"), Part(text: "1", name: "na\"me"),
        Part(data: Array("y".utf8), name: "f", fileName: "naïve.txt", mimeType: "text/plain"),
        Part(data: Array("x".utf8), name: "g", fileName: "a\"b\\c.txt", mimeType: "text/x"), Part(text: "", name: "e"),
      ])
  }

  @Test("Bodies from older curl versions and from curl --form-escape are read")
  func curlEscaping() throws {
    let body = """
      --b\r
      Content-Disposition: form-data; name="na\\"me"\r
      \r
      1\r
      --b\r
      Content-Disposition: form-data; name="g"; filename="a\\"b\\\\c.txt"\r
      Content-Type: text/plain\r
      \r
      x\r
      --b--\r\n
      """
    let parts = try decode(body)
    #expect(parts.map(\.name) == ["na\"me", "g"])
    #expect(parts.last?.fileName == "a\"b\\c.txt")
  }

  @Test("Bodies from FormData in browsers and Node are read")
  func browsers() throws {
    let mark = "------WebKitFormBoundary7MA4YWxkTrZu0gW"
    let body = """
      \(mark)\r
      Content-Disposition: form-data; name="a%22b"\r
      \r
      x\r
      y\r
      \(mark)\r
      Content-Disposition: form-data; name="c:\\d\\"; filename="q%22ü\\.txt"\r
      Content-Type: text/plain\r
      \r
      z\r
      \(mark)\r
      Content-Disposition: form-data; name="cr%0D%0Alf"\r
      \r
      1\r
      \(mark)\r
      Content-Disposition: form-data; name="nothing"; filename=""\r
      Content-Type: application/octet-stream\r
      \r
      \r
      \(mark)--\r\n
      """
    let form = try MultipartDecoder().decode(
      Array(body.utf8), mediaType: try #require(MediaType("multipart/form-data; boundary=\(mark.dropFirst(2))")))
    #expect(
      form.parts == [
        Part(text: "x\r\ny", name: "a\"b"),
        Part(data: Array("z".utf8), name: "c:\\d\\", fileName: "q\"ü\\.txt", mimeType: "text/plain"),
        Part(text: "1", name: "cr\r\nlf"),
        Part(data: [], name: "nothing", fileName: "", mimeType: "application/octet-stream"),
      ])
    #expect(form["a\"b"]?.text == "x\r\ny")
    #expect(form.parts(named: "nothing").count == 1)
  }

  @Test("Bodies from Python's requests library are read, with current and older urllib3")
  func requests() throws {
    let body = """
      --b\r
      Content-Disposition: form-data; name="n%22a"; filename="ü%22\\.txt"\r
      Content-Type: text/plain\r
      \r
      x\r
      --b\r
      Content-Disposition: form-data; name*=utf-8''f%C3%BC; filename*=utf-8''n%C3%A4%22%27.txt\r
      \r
      y\r
      --b--\r\n
      """
    let parts = try decode(body)
    #expect(parts.map(\.name) == ["n\"a", "fü"])
    #expect(parts.map(\.fileName) == ["ü\"\\.txt", "nä\"'.txt"])
  }

  // MARK: - Layout

  @Test("The preamble, the epilogue and padding after boundaries are skipped")
  func around() throws {
    let part = "Content-Disposition: form-data; name=a\r\n\r\nx\r\n"
    for body in [
      "--b\r\n\(part)--b--", "preamble\r\n--b\r\n\(part)--b--\r\nepilogue\r\n--b\r\n", "\r\n--b\t \r\n\(part)--b-- \t",
    ] {
      #expect(try decode(body) == [Part(text: "x", name: "a")])
    }
    #expect(try decode("--b--\r\n") == [])
  }

  @Test("The data of a part is unchanged, even if it resembles a boundary")
  func content() throws {
    for content in ["", "\r\n", "--", "\r\n--", "\r\n-\r\n--a", "\r\r\n\n", "x--b", "\n--b", "\r--b", "\0\u{1}ü"] {
      #expect(try decode(body("form-data; name=a", content)) == [Part(text: content, name: "a")])
    }
    let headerOnly = "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n--b--\r\n"
    #expect(try decode(headerOnly) == [Part(text: "", name: "a")])
  }

  @Test("Additional headers are kept, and header names are case-insensitive")
  func fields() throws {
    let parts = try decode(
      "--b\r\ncONTENT-type:text/x \r\nX-A:  1\r\ncontent-DISPOSITION: FORM-data;NAME=a\r\nX-A:\r\nContent-Transfer-Encoding: 8Bit\r\n\r\nx\r\n--b--"
    )
    #expect(parts.map(\.name) == ["a"])
    #expect(parts.map(\.mimeType) == ["text/x"])
    #expect(parts.first?.fields == ["X-A": "1", "X-A": "", "Content-Transfer-Encoding": "8Bit"])
  }

  @Test(
    "Names and file names of parts are read in every notation that clients use",
    arguments: [
      (#"form-data; name=a"#, "a", nil), (#"form-data;name="a";filename="b""#, "a", "b"),
      (#"form-data; filename="b" ; name = "a" ;"#, "a", "b"), (#"form-data; name=a b; filename=c.d"#, "a b", "c.d"),
      (#"form-data; name="a\"b\\"; filename="c""#, #"a"b\"#, "c"), (#"form-data; name="a\\b""#, #"a\\b"#, nil),
      (#"form-data; name="\"; filename="x\""#, #"\"#, #"x\"#), (#"form-data; name="a\";b""#, #"a";b"#, nil),
      (#"form-data; name="a;b=c"; filename="=;""#, "a;b=c", "=;"),
      (#"form-data; name="%0d%0A%22%2F""#, "\r\n\"%2F", nil),
      (#"form-data; name="%2522%25""#, "%22%25", nil), (#"form-data; name=%22"#, "%22", nil),
      (#"form-data; name="""#, "", nil),
      (#"form-data; name=; filename="#, "", ""),
      (#"form-data; name=a; x=y; filename*=UTF-8'en'%e2%82%ac; filename=e"#, "a", "€"),
      (#"form-data; name="a"; filename="C:\dir\f.txt""#, "a", #"C:\dir\f.txt"#),
      (#"form-data; name="a"; filename="../../etc/passwd""#, "a", "../../etc/passwd"),
    ])
  func names(_ disposition: String, _ name: String, _ fileName: String?) throws {
    let part = try #require(try decode(body(disposition)).first)
    #expect(part.name == name)
    #expect(part.fileName == fileName)
  }

  // MARK: - Refusals

  @Test("Malformed bodies are refused with the reason and the part")
  func refusals() {
    let fine = "--b\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n"
    let table: [(String, MultipartError.Reason, Int?)] = [
      ("", .missingFirstBoundary, nil), ("x", .missingFirstBoundary, nil), ("x--b\r\n", .missingFirstBoundary, nil),
      ("--b", .missingFinalBoundary, nil), (fine, .missingFinalBoundary, 1), ("\(fine)--b", .missingFinalBoundary, 1),
      ("\(fine)--b\r\n", .missingFinalBoundary, 2), ("\(fine)--b\r\nX: y\r\n", .missingFinalBoundary, 2),
      ("--bc\r\n", .malformedBoundary, nil), ("\(fine)--b-x", .malformedBoundary, 1),
      ("\(fine)--b--x", .malformedBoundary, 1), ("\(fine)--b\r", .malformedBoundary, 1),
      ("--b\nContent-Disposition: form-data; name=a\n\nx\n--b--\n", .lineEnding, nil), ("x\n--b\r\n", .lineEnding, nil),
      ("--b\r\nContent-Disposition: form-data; name=a\n\r\nx\r\n--b--", .lineEnding, 1),
      ("--b\r\n\r\nx\r\n--b--", .disposition, 1), ("--b\r\nX: y\r\n\r\nx\r\n--b--", .disposition, 1),
      ("--b\r\nContent-Disposition: form-data; name=a\r\n--b--", .missingFinalBoundary, 1),
      ("--b\r\nContent-Disposition: form-data; name=a\r\n--b--\r\n", .malformedHeader, 1),
    ]
    for (body, reason, part) in table {
      #expect(error(body) == error(reason, part), "\(body.debugDescription)")
    }
  }

  @Test("Malformed, ambiguous and unsupported part headers are refused with the reason")
  func headers() {
    let table: [(String, MultipartError.Reason)] = [
      ("Content-Disposition: attachment; name=a", .disposition), ("Content-Disposition:", .disposition),
      ("Content-Disposition: form-data", .missingName), ("Content-Disposition: form-data; filename=x", .missingName),
      ("Content-Disposition: form-data; name=a; name=b", .disposition),
      ("Content-Disposition: form-data; name=a; NAME=b", .disposition),
      ("Content-Disposition: form-data; name=\"a", .disposition),
      ("Content-Disposition: form-data; name=\"a\"b", .disposition),
      ("Content-Disposition: form-data; name", .disposition),
      ("Content-Disposition: form-data; =a", .disposition), ("Content-Disposition: form-data; ; name=a", .disposition),
      ("Content-Disposition: form-data; name=a; filename*=x", .disposition),
      ("Content-Disposition: form-data; name=a; filename*=latin-1''x", .disposition),
      ("Content-Disposition: form-data; name=a; filename*=UTF-8''%zz", .disposition),
      ("Content-Disposition: form-data; name=a\r\nContent-Disposition: form-data; name=a", .malformedHeader),
      ("Content-Disposition: form-data; name=a\r\nContent-Type: a/b\r\nContent-Type: a/b", .malformedHeader),
      ("Content-Disposition: form-data;\r\n name=a", .malformedHeader),
      ("Content-Disposition: form-data; name=a\r\n folded", .malformedHeader),
      ("Content-Disposition : form-data; name=a", .malformedHeader), ("no field", .malformedHeader),
      (": x", .malformedHeader),
      ("Content-Disposition: form-data; name=a\0", .malformedHeader), ("X: a\rb", .malformedHeader),
      ("Content-Disposition: form-data; name=a\r\nContent-Type: multipart/mixed; boundary=c", .nested),
      ("Content-Type: MULTIPART/form-data\r\nContent-Disposition: form-data; name=a", .nested),
      ("Content-Disposition: form-data; name=a\r\nContent-Transfer-Encoding: base64", .transferEncoding),
    ]
    for (header, reason) in table {
      #expect(error("--b\r\n\(header)\r\n\r\nx\r\n--b--\r\n") == error(reason, 1), "\(header.debugDescription)")
    }
    for bytes: [UInt8] in [[0xFF], [0xC3]] {
      let body =
        Array("--b\r\nContent-Disposition: form-data; name=\"".utf8) + bytes + Array("\"\r\n\r\n\r\n--b--".utf8)
      let failure = #expect(throws: MultipartError.self) { try MultipartDecoder().decode(body, boundary: "b") }
      #expect(failure?.reason == .disposition)
    }
  }

  @Test("Only a multipart/form-data media type with one valid boundary is accepted")
  func mediaTypes() throws {
    let body = Array("--b--".utf8)
    let table: [(String, MultipartError.Reason)] = [
      ("multipart/form-data", .mediaType), ("multipart/mixed; boundary=b", .mediaType),
      ("text/plain; boundary=b", .mediaType),
      ("multipart/form-data; boundary=b; boundary=b", .mediaType), ("multipart/form-data; boundary=\"\"", .boundary),
      ("multipart/form-data; boundary=\"b \"", .boundary), ("multipart/form-data; boundary=b*", .boundary),
      ("multipart/form-data; boundary=\(String(repeating: "b", count: 71))", .boundary),
    ]
    for (text, reason) in table {
      let mediaType = try #require(MediaType(text))
      let failure = #expect(throws: MultipartError.self) { try MultipartDecoder().decode(body, mediaType: mediaType) }
      #expect(failure?.reason == reason, "\(text)")
      #expect(failure?.part == nil)
    }
    let quoted = try #require(MediaType("Multipart/Form-Data; charset=utf-8; Boundary=\"b\""))
    #expect(try MultipartDecoder().decode(body, mediaType: quoted).boundary == "b")
  }

  // MARK: - Limits

  @Test("Bodies up to the limits are read, and larger ones are refused")
  func limits() throws {
    let header = "Content-Disposition: form-data; name=a; filename=defg\r\n\r\n"
    let longest = header.utf8.count
    let field = "--b\r\nContent-Disposition: form-data; name=abc\r\n\r\nx\r\n"
    let file = "--b\r\n\(header)x\r\n"
    let body = field + file + field + file + "--b--\r\n"
    let exact = MultipartLimits(
      maxParts: 4, maxFiles: 2, maxHeaderBytes: longest, maxNameBytes: 4, maxBytes: body.utf8.count)
    #expect(try decode(body, "b", exact).count == 4)
    var limits = exact
    limits.maxParts = 3
    #expect(error(body, limits) == error(.tooManyParts(limit: 3), 4))
    limits = exact
    limits.maxFiles = 1
    #expect(error(body, limits) == error(.tooManyFiles(limit: 1), 4))
    limits = exact
    limits.maxHeaderBytes = longest - 1
    #expect(error(body, limits) == error(.headerTooLong(limit: longest - 1), 2))
    limits = exact
    limits.maxNameBytes = 3
    #expect(error(body, limits) == error(.nameTooLong(limit: 3), 2))
    limits = exact
    limits.maxBytes = body.utf8.count - 1
    #expect(error(body, limits) == error(.tooLong(limit: body.utf8.count - 1), nil))
    let none = MultipartLimits(maxParts: -1, maxFiles: -1, maxHeaderBytes: -1, maxNameBytes: -1)
    #expect(error(body, none) == error(.tooManyParts(limit: -1), 1))
    #expect(error(.tooLong(limit: 1), nil)?.isLimit == true)
    #expect(error(.nested, 1)?.isLimit == false)
    #expect(error(.tooManyFiles(limit: 1), 4)?.description == "Part 4: There are more than 1 files.")
  }

  @Test("Hostile bodies of 100 KB are coded within 60 s, without quadratic work")
  func hostile() {
    let mark = "\r\n--" + String(repeating: "b", count: 69)
    let boundary = String(repeating: "b", count: 70)
    let start = "--\(boundary)\r\nContent-Disposition: form-data; name=a\r\n\r\n"
    let header = "--\(boundary)\r\nContent-Disposition: form-data; name=\""
    let contents = ["\r", "\r\n", "\n--", mark + "x", "--", "\\\"", "\\\"; ", "%25", "%", ";", " "].map { piece in
      String(repeating: piece, count: 100_000 / piece.utf8.count)
    }
    let limits = MultipartLimits(maxHeaderBytes: .max, maxNameBytes: .max)
    let clock = ContinuousClock()
    let time = clock.measure {
      for content in contents {
        _ = try? decode(start + content, boundary, limits)
        _ = try? decode(content, boundary, limits)
        _ = try? decode(header + content + "\"\r\n\r\n", boundary, limits)
        _ = try? MultipartEncoder(boundary: boundary).encode(MultipartFormData(parts: [Part(text: content, name: "a")]))
        _ = try? MultipartEncoder().encode(MultipartFormData(parts: [Part(text: "", name: content)]))
      }
    }
    // Quadratic work would take an hour.
    #expect(time < .seconds(60))
  }

  private func error(_ reason: MultipartError.Reason, _ part: Int?) -> MultipartError? {
    MultipartError(reason, part: part)
  }
}
