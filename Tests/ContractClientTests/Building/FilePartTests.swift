import Contract
import ContractClient
import ContractCoding
import ContractHTTP
import Glibc
import Testing

@Suite("File parts", .timeLimit(.minutes(2)))
struct FilePartTests {
  /// A temporary file, removed when it is released.
  final class TemporaryFile: Sendable {
    let path = "/tmp/contract-part-\(UInt64.random(in: .min ... .max)).bin"

    init(_ content: [UInt8]) { write(content) }

    /// Creates a file of `count` zeros that takes no space on the disk.
    init(zeroes count: Int) {
      write([])
      precondition(truncate(path, count) == 0)
    }

    deinit { unlink(path) }

    func write(_ content: [UInt8]) {
      guard let file = fopen(path, "w") else { preconditionFailure("no file") }
      fwrite(content, 1, content.count, file)
      fclose(file)
    }
  }

  private static func content(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) } }

  private static func form(_ parts: Part...) -> MultipartFormData { MultipartFormData(parts: parts, boundary: "line") }

  @Test("A file part is sent like a part in memory, with a length", arguments: [0, 1, 65_536, 65_537, 1 << 20])
  func wire(count: Int) async throws {
    let content = Self.content(count)
    let file = TemporaryFile(content)
    let server = ScriptedServer(answering: { request in
      let length = request.field("content-length") ?? "none"
      return ok("\(length) \(request.field("content-type") ?? "")|" + String(request.content.hashValue))
    })
    defer { server.stop() }
    let client = APIClient(baseURL: server.baseURL, transport: CurlTransport())
    let streamed = Self.form(
      Part(text: "a", name: "title"),
      Part(file: file.path, name: "f", fileName: "x.txt", mimeType: "text/plain", fields: ["X-A": "1"]),
      Part(text: "b", name: "end"), Part(file: file.path, name: "f", fileName: "y", mimeType: nil))
    let held = Self.form(
      Part(text: "a", name: "title"),
      Part(data: content, name: "f", fileName: "x.txt", mimeType: "text/plain", fields: ["X-A": "1"]),
      Part(text: "b", name: "end"), Part(data: content, name: "f", fileName: "y"))
    let response = try await client.multipart(streamed).response()
    #expect(response.status == .ok && !response.text.hasPrefix("none"))
    #expect(try await client.multipart(held).response().text == response.text)
  }

  @Test("A file part defaults to the name of its file and application/octet-stream")
  func names() async throws {
    let file = TemporaryFile([0x61])
    let transport = AnsweringTransport(.json("{}"))
    try await APIClient(transport).multipart(Part(file: file.path, name: "f")).post()
    let body = try #require(transport.requests.first?.body)
    let text = String(decoding: try await body.collect(upTo: 1000), as: UTF8.self)
    let name = file.path.dropFirst("/tmp/".count)
    #expect(text.contains("name=\"f\"; filename=\"\(name)\"\r\nContent-Type: application/octet-stream\r\n\r\na\r\n"))
    #expect(body.length == text.utf8.count)
    let part = Part(file: file.path)
    #expect(part.file == file.path && part.bytes.isEmpty && part.isFile && part != Part(file: "/tmp"))
  }

  @Test("A file part is read no faster than it is sent")
  func backPressure() async throws {
    let total = 64 << 20
    let file = TemporaryFile(zeroes: total)
    let (requested, mayRead) = (Signal(), Gate())
    let server = ScriptedServer { connection in
      guard let head = connection.readHead() else { return }
      requested.raise()
      mayRead.wait()
      var left = Int(head.field("content-length") ?? "") ?? -1
      while left > 0, connection.read(min(left, 1 << 16)) != nil { left -= min(left, 1 << 16) }
      connection.send(ok("\(left)"))
    }
    defer { server.stop() }
    let sent = Lock(0)
    let client = APIClient(baseURL: server.baseURL, transport: CurlTransport())
      .transport { $0.progress.append(ProgressHandler { state in sent.withLock { $0 = state.sentBytes } }) }
    let call = Task { try await client.multipart(Part(file: file.path, name: "f")).response() }
    await requested.wait()
    // This waits until the sockets accept no more bytes, because the server reads nothing yet.
    var last = -1
    while last != sent.withLock({ $0 }) {
      last = sent.withLock { $0 }
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(last < total / 2)
    mayRead.open()
    #expect(try await call.value.text == "0")
  }

  @Test("A file part is reopened for each retry, token renewal and redirect")
  func again() async throws {
    let content = Self.content(100_000)
    let file = TemporaryFile(content)
    let whole = Lock<[[UInt8]]>([])
    let flaky = AnsweringTransport { request, number in
      let bytes = try await request.body.collect(upTo: 1 << 20)
      whole.withLock { $0.append(bytes) }
      return [HTTPResponse(.serviceUnavailable), HTTPResponse(.unauthorized), HTTPResponse(.ok)][number - 1]
    }
    let form = Self.form(Part(file: file.path, name: "f"))
    try await APIClient(flaky).clock(TestClock()).retry().tokenRefresher { tokens, _ in
      AuthTokens(accessToken: tokens == nil ? "old" : "new")
    }.multipart(form).put()
    let bodies = whole.withLock { $0 }
    #expect(bodies.count == 3 && Set(bodies).count == 1 && bodies[0].count > content.count)
    let server = ScriptedServer(answering: { request in
      request.target == "/to"
        ? ok(request.line + " " + String(request.content == bodies[0]))
        : "HTTP/1.1 307 Temporary Redirect\r\nLocation: /to\r\nContent-Length: 0\r\n\r\n"
    })
    defer { server.stop() }
    let client = APIClient(baseURL: server.baseURL, transport: CurlTransport())
    #expect(try await client("from").multipart(form).post.response().text == "POST /to HTTP/1.1 true")
  }

  @Test("A file part that is missing or not a regular file is refused before anything is sent")
  func missing() async throws {
    let transport = AnsweringTransport(HTTPResponse(.ok))
    let client = APIClient(transport)
    let pipe = TemporaryFile([]).path + ".pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    defer { unlink(pipe) }
    let huge = "/dev/shm/contract-\(UInt64.random(in: .min ... .max))"
    defer { unlink(huge) }
    let opened = open(huge, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    let isHuge = ftruncate(opened, Int.max) == 0
    close(opened)
    var rows = [
      ("/tmp/contract-none", "No such file"), ("/tmp", "not a regular file"), (pipe, "not a regular file"),
      ("/etc/hostname\0/a.png", "NUL"),
    ]
    if isHuge { rows.append((huge, "exceeds the limit of")) }
    for (path, reason) in rows {
      let form = Self.form(Part(text: "a", name: "a"), Part(file: path, name: "f"))
      let error = await #expect(throws: ClientError.self) { try await client.multipart(form).post() }
      #expect(error?.code == .invalidInput && error?.operationID == "POST /")
      #expect(error?.message.contains("Part 2: ") == true && error?.message.contains(reason) == true, "\(path)")
    }
    #expect(transport.requests.isEmpty)
    #expect(throws: MultipartError.self) { try MultipartEncoder().encode(Self.form(Part(file: "/tmp", name: "f"))) }
  }

  @Test("A file part whose size changes while it is read fails the call", arguments: [0, 99_999, 100_001, 300_000])
  func changed(count: Int) async throws {
    let file = TemporaryFile(Self.content(100_000))
    let server = ScriptedServer(answering: { request in ok("\(request.content.count)") })
    defer { server.stop() }
    // For a `count` of up to 200,000, the other file keeps the total length right, so only a check of each part can fail.
    let other = TemporaryFile(Self.content(100_000))
    let client = APIClient(baseURL: server.baseURL, transport: CurlTransport())
      .multipart(Part(file: file.path, name: "f"), Part(file: other.path, name: "g"))
      .modifyRequest { _, _ in
        file.write(Self.content(count))
        other.write(Self.content(max(0, 200_000 - count)))
      }
    let error = await #expect(throws: ClientError.self) { try await client.post.response() }
    #expect(error?.code == .transport)
    #expect(error?.cause.map { "\($0)" }?.hasPrefix("Part 1: the size of the content has changed") == true)
  }

  @Test("A file part that contains a chosen boundary fails the call")
  func boundary() async throws {
    let piece = 64 * 1024
    let mark = Array("\r\n--line".utf8)
    let collect: @Sendable ([UInt8]) async throws -> Int = { content in
      let file = TemporaryFile(content)
      let transport = AnsweringTransport { request, _ in
        .text("\(try await request.body.collect(upTo: 1 << 20).count)")
      }
      let client = APIClient(transport).multipart(Self.form(Part(file: file.path, name: "f")))
      return Int(try await client.post.response().text) ?? 0
    }
    for offset in [
      0, 10, piece - 9, piece - 8, piece - 7, piece - 6, piece - 4, piece - 2, piece - 1, piece, 2 * piece,
    ] {
      let content = [UInt8](repeating: 0x2D, count: offset) + mark + Array("x".utf8)
      await #expect(throws: (any Error).self, "\(offset)") { try await collect(content) }
      // A boundary that does not follow CR LF is ordinary content.
      let harmless = [UInt8](repeating: 0x61, count: offset + 2) + mark.dropFirst(2) + Array("x".utf8)
      #expect(try await collect(harmless) > offset, "\(offset)")
    }
    await #expect(throws: (any Error).self) { try await collect(Array("--line".utf8)) }
    let file = TemporaryFile(mark)
    let transport = AnsweringTransport(HTTPResponse(.ok))
    try await APIClient(transport).multipart(Part(file: file.path, name: "f")).post()
    #expect(try await transport.requests.first?.body.collect(upTo: 1000).isEmpty == false)
  }
}
