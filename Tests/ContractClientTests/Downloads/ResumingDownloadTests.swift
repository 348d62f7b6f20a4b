import Contract
import ContractHTTP
import ContractLoop
import Glibc
import Testing

@testable import ContractClient

@Suite("Resuming downloads", .timeLimit(.minutes(2)))
struct ResumingDownloadTests {
  private let folder = ScratchFolder()
  private var path: String { "\(folder.path)/f" }

  private func client(_ transport: AnsweringTransport) -> APIClient { APIClient(transport).clock(TestClock()) }

  @Test("A download interrupted after any number of bytes is resumed and completed", arguments: 0...10)
  func cuts(count: Int) async throws {
    folder.write("old", to: "f")
    let file = RangeFile("0123456789", cuts: [count])
    let transport = file.transport
    let client = client(transport)
    let code = await clientErrorCode { try await client.download(to: path, resuming: true) }
    #expect(code == .lostConnection)
    #expect(folder.names == (count == 0 ? ["f"] : ["f", "f.part", "f.part.note"]) && folder.text(of: "f") == "old")
    if count > 0 { #expect(folder.text(of: "f.part") == String("0123456789".prefix(count))) }
    let downloaded = try await client.download(to: path, resuming: true)
    #expect(downloaded.byteCount == 10 && downloaded.resumedByteCount == count)
    #expect(downloaded.status.code == (count == 0 ? 200 : count == 10 ? 416 : 206))
    #expect(folder.text(of: "f") == "0123456789" && folder.names == ["f"])
    let sent = transport.requests
    #expect(sent.map { $0.fields["Range"]?.rawValue } == [nil, count == 0 ? nil : "bytes=\(count)-"])
    #expect(sent.map { $0.fields["If-Range"]?.rawValue } == [nil, count == 0 ? nil : "\"v1\""])
    #expect(sent.allSatisfy { $0.fields[.acceptEncoding] == "identity" })
  }

  @Test("A download resumes after any number of interruptions")
  func often() async throws {
    let file = RangeFile("0123456789", cuts: [3, 0, 4, 1])
    for _ in 0..<4 {
      _ = await clientErrorCode { try await client(file.transport).download(to: path, resuming: true) }
    }
    #expect(folder.text(of: "f.part") == "01234567")
    #expect(try await client(file.transport).download(to: path, resuming: true).resumedByteCount == 8)
    #expect(folder.text(of: "f") == "0123456789")
  }

  @Test("A download resumes even if modifyRequest adds a different value to each URL")
  func changedTargets() async throws {
    let changes = EventCounter()
    let file = RangeFile("0123456789", cuts: [3])
    let client = client(file.transport).modifyRequest { request, _ in request.target += "?time=\(changes.add())" }
    _ = await clientErrorCode { try await client.download(to: path, resuming: true) }
    #expect(try await client.download(to: path, resuming: true).resumedByteCount == 3)
    // Each request was changed once.
    #expect(changes.count == 2)
  }

  @Test("Each range request has the attempt timeout, and a failed request is retried")
  func attempts() async throws {
    let file = RangeFile("0123456789", cuts: [3, 4])
    let transport = AnsweringTransport { request, number in
      if number == 2 { throw ClientError(.timeout, stage: .exchange, "no head") }
      return file.answer(request)
    }
    let client = client(transport).timeout(.seconds(30)).retry(limit: 5, backoff: .constant(.zero))
    let downloaded = try await client.attemptTimeout(.seconds(2)).download(to: path, resuming: true)
    #expect(downloaded.byteCount == 10 && folder.text(of: "f") == "0123456789")
    #expect(transport.sent.map(\.options.timeout) == Array(repeating: .seconds(2), count: 4))
    #expect(transport.requests.map { $0.fields["Range"]?.rawValue } == [nil, "bytes=3-", "bytes=3-", "bytes=7-"])
    // Without an attempt timeout, each request waits for its head as long as the call has time.
    _ = try await client.download(to: path, resuming: true)
    #expect(transport.sent.last?.options.timeout == .seconds(30))
  }

  /// A reason why a download cannot resume.
  static let changes: [(name: String, change: @Sendable (RangeFile, ScratchFolder) -> Void)] = [
    ("another version", { file, _ in file.change { ($0.text, $0.tag) = ("another", "\"v2\"") } }),
    (
      "another version, whose rest is sent all the same",
      { file, _ in
        file.change { state in
          (state.text, state.tag) = ("another", "\"v2\"")
          state.twist = { request, response in
            guard request.fields.contains("Range") else { return }
            response.status = 206
            response.fields["Content-Range"] = "bytes 4-6/7"
          }
        }
      }
    ),
    (
      "a shorter version, of which nothing is left",
      { file, _ in
        file.change { state in
          (state.text, state.tag) = ("another", "\"v2\"")
          state.twist = { request, response in
            guard request.fields.contains("Range") else { return }
            response = HTTPResponse(416, fields: ["Content-Range": "bytes */7"])
          }
        }
      }
    ), ("no note", { _, folder in unlink("\(folder.path)/f.part.note") }),
    ("half a note", { _, folder in truncate("\(folder.path)/f.part.note", 30) }),
    ("a note of another program", { _, folder in folder.write("v1", to: "f.part.note") }),
    ("more than there was", { _, folder in folder.write("01234567890", to: "f.part") }),
    ("nothing", { _, folder in truncate("\(folder.path)/f.part", 0) }),
  ]

  @Test("A download restarts when it cannot be resumed", arguments: changes.indices)
  func anew(index: Int) async throws {
    let file = RangeFile("0123456789", cuts: [4])
    _ = await clientErrorCode { try await client(file.transport).download(to: path, resuming: true) }
    Self.changes[index].change(file, folder)
    let downloaded = try await client(file.transport).download(to: path, resuming: true)
    #expect(downloaded.resumedByteCount == 0 && downloaded.status == .ok)
    #expect(folder.text(of: "f") == file.state.withLock { $0.text } && folder.names == ["f"])
  }

  @Test("A download restarts if its URL has changed, and resumes if only its token has changed")
  func sources() async throws {
    let file = RangeFile("0123456789", cuts: [4, 4, 4, 4, 4])
    let transport = file.transport
    let client = client(transport)
    for query in ["1", "2"] {
      let call = client("a").query("q", query)
      _ = await clientErrorCode { try await call.auth(.bearer("1")).download(to: path, resuming: true) }
    }
    #expect(folder.text(of: "f.part") == "0123")
    // A location that replaces the URL counts as another URL, too.
    for place in ["/b", "/c"] {
      _ = await clientErrorCode { try await client("a").at(place).download(to: path, resuming: true) }
      #expect(transport.requests.last?.target == place && transport.requests.last?.fields["Range"] == nil)
    }
    _ = await clientErrorCode { try await client("a").query("q", "2").download(to: path, resuming: true) }
    let last = client("a").query("q", "2").auth(.bearer("2"))
    #expect(try await last.download(to: path, resuming: true).resumedByteCount == 4)
  }

  @Test("A download without a strong validator leaves no partial file", arguments: ["W/\"v1\"", "v1", ""])
  func weak(tag: String) async throws {
    let file = RangeFile("0123456789", tag, cuts: [4])
    let client = client(file.transport).retry()
    #expect(await clientErrorCode { try await client.download(to: path, resuming: true) } == .lostConnection)
    #expect(folder.names == [])
    #expect(try await client.download(to: path, resuming: true).byteCount == 10)
  }

  @Test("A download into a missing folder sends no request", arguments: [false, true])
  func nowhere(isResuming: Bool) async throws {
    let transport = AnsweringTransport(HTTPResponse(.ok, body: .bytes([1])))
    let error = await #expect(throws: ClientError.self) {
      try await APIClient(transport)("a").download(to: "\(folder.path)/no/f", resuming: isResuming)
    }
    #expect(error?.code == .file && error?.operationID == "GET /a" && transport.requests.isEmpty)
    #expect(error?.message.contains("\(folder.path)/no/f") == true)
    #expect(error?.message.hasSuffix(".part: No such file or directory") == true)
  }

  /// Useless responses to a request for the bytes from offset 4: the `Content-Range`, and the error.
  static let wrong: [(HTTPFieldValue?, String)] = [
    ("bytes 3-9/10", "the server sent bytes 3 to 9 of the file; the request asked for bytes from offset 4"),
    ("bytes 0-9/10", "the server sent bytes 0 to 9 of the file; the request asked for bytes from offset 4"),
    (nil, "the server did not state the range that it sent; the request was for the bytes from offset 4"),
    ("bytes 4-9/*", "the server did not state the range that it sent; the request was for the bytes from offset 4"),
    ("bytes 4-8/10", "the size of the received part differs from its Content-Range"),
  ]

  @Test("An invalid Content-Range is an error, and the next download restarts", arguments: wrong.indices)
  func refusals(index: Int) async throws {
    let file = RangeFile("0123456789", cuts: [4])
    let client = client(file.transport).retry()
    _ = await clientErrorCode { try await client.noRetry().download(to: path, resuming: true) }
    file.change { $0.twist = { $1.fields["Content-Range"] = Self.wrong[index].0 } }
    let error = await #expect(throws: ClientError.self) { try await client.download(to: path, resuming: true) }
    #expect(error?.code == .malformedResponse && error?.message == Self.wrong[index].1)
    #expect(folder.names == [])
    #expect(try await client.download(to: path, resuming: true).resumedByteCount == 0)
    #expect(folder.text(of: "f") == "0123456789")
  }

  @Test("A partial response with a wrong size is an error", arguments: ["4", "4567890"])
  func partSize(text: String) async throws {
    let file = RangeFile("0123456789", cuts: [4])
    _ = await clientErrorCode { try await client(file.transport).download(to: path, resuming: true) }
    file.change { $0.twist = { $1.body = .bytes(Array(text.utf8)) } }
    let error = await #expect(throws: ClientError.self) {
      try await client(file.transport).download(to: path, resuming: true)
    }
    #expect(error?.message == DownloadResponse.sizeMessage && folder.names == [])
  }

  @Test("An unrequested partial response is an error")
  func unaskedPart() async {
    let part = AnsweringTransport(HTTPResponse(206, fields: ["Content-Range": "bytes 0-9/10"]))
    #expect(await clientErrorCode { try await client(part).download(to: path, resuming: true) } == .malformedResponse)
    #expect(folder.names == [])
  }

  @Test("A file sent in several parts is downloaded completely")
  func parts() async throws {
    let file = RangeFile("0123456789", cuts: [4])
    _ = await clientErrorCode { try await client(file.transport).download(to: path, resuming: true) }
    file.change { state in
      state.twist = { request, response in
        let start = Int(request.fields["Range"]!.rawValue.dropFirst("bytes=".count).dropLast())!
        let end = min(9, start + 3)
        response.fields["Content-Range"] = HTTPFieldValue("bytes \(start)-\(end)/10")!
        response.fields[.contentLength] = HTTPFieldValue("\(end - start + 1)")!
        response.body = .bytes(Array(Array("0123456789".utf8)[start...end]))
      }
    }
    let transport = file.transport
    #expect(try await client(transport).download(to: path, resuming: true).byteCount == 10)
    #expect(folder.text(of: "f") == "0123456789")
    #expect(transport.requests.map { $0.fields["Range"] } == ["bytes=4-", "bytes=8-"])
  }

  /// Returns a server that sends the rest of a file in parts of `size` bytes, after a download of its first byte.
  private func parts(of size: Int, in text: String) async -> AnsweringTransport {
    let file = RangeFile(text, cuts: [1])
    _ = await clientErrorCode { try await client(file.transport).download(to: path, resuming: true) }
    file.change { state in
      state.twist = { request, response in
        guard let range = request.fields["Range"]?.rawValue,
          let start = Int(range.dropFirst("bytes=".count).dropLast())
        else { return }
        let end = min(text.utf8.count, start + size)
        response.fields["Content-Range"] = HTTPFieldValue("bytes \(start)-\(end - 1)/\(text.utf8.count)")!
        response.fields[.contentLength] = HTTPFieldValue("\(end - start)")!
        response.body = .bytes(Array(Array(text.utf8)[start..<end]))
      }
    }
    return file.transport
  }

  @Test("Too many small parts end the download and keep the bytes received", arguments: [1, 100])
  func smallParts(size: Int) async throws {
    let text = String(repeating: "0123456789", count: 10_000)
    let transport = await parts(of: size, in: text)
    let client = client(transport).retry()
    let error = await #expect(throws: ClientError.self) { try await client.download(to: path, resuming: true) }
    #expect(error?.code == .malformedResponse && error?.message == DownloadParts.message)
    let count = DownloadParts.maxSmallParts + 1
    #expect(transport.requests.count == count)
    #expect(folder.text(of: "f.part") == String(text.prefix(1 + count * size)))
    // The partial file is valid, so the next call continues with it.
    _ = await clientErrorCode { try await client.download(to: path, resuming: true) }
    #expect(folder.text(of: "f.part") == String(text.prefix(1 + 2 * count * size)))
  }

  @Test("A download accepts any number of large parts")
  func largeParts() async throws {
    let text = String(repeating: "0123456789abcdef", count: DownloadParts.smallBytes / 16 * 80)
    let transport = await parts(of: DownloadParts.smallBytes, in: text)
    #expect(try await client(transport).download(to: path, resuming: true).byteCount == text.utf8.count)
    #expect(transport.requests.count == 80 && folder.text(of: "f") == text)
  }

  @Test("Small parts count towards their limit only if they are consecutive")
  func countedParts() {
    var parts = DownloadParts()
    let small = DownloadParts.smallBytes - 1
    for _ in 0..<3 {
      #expect((0..<DownloadParts.maxSmallParts).allSatisfy { _ in parts.mayContinue(after: small) })
      let isFine = parts.mayContinue(after: DownloadParts.smallBytes)
      #expect(isFine)
    }
    #expect((0..<DownloadParts.maxSmallParts).allSatisfy { _ in parts.mayContinue(after: 1) })
    let isFine = parts.mayContinue(after: small)
    #expect(!isFine)
  }

  @Test("A failed response or connection keeps the partial file")
  func failures() async throws {
    let file = RangeFile("0123456789", cuts: [4])
    _ = await clientErrorCode { try await client(file.transport).download(to: path, resuming: true) }
    let failing = AnsweringTransport { _, number in
      if number == 1 { return HTTPResponse(.serviceUnavailable) }
      throw ClientError(.noConnection, stage: .connect, "down")
    }
    for code in [ClientError.Code.unexpected, .noConnection] {
      #expect(await clientErrorCode { try await client(failing).download(to: path, resuming: true) } == code)
    }
    #expect(try await client(file.transport).download(to: path, resuming: true).resumedByteCount == 4)
  }

  @Test("A success other than 200 or 206 keeps the partial file", arguments: [201, 202, 203, 204, 299])
  func otherSuccesses(code: Int) async throws {
    let file = RangeFile("0123456789", cuts: [4])
    _ = await clientErrorCode { try await client(file.transport).download(to: path, resuming: true) }
    let other = AnsweringTransport(HTTPResponse(HTTPStatus(code)!, body: .bytes([0x78])))
    #expect(await clientErrorCode { try await client(other).download(to: path, resuming: true) } == .unexpected)
    #expect(folder.text(of: "f.part") == "0123")
    #expect(try await client(file.transport).download(to: path, resuming: true).resumedByteCount == 4)
  }

  @Test("Each retry within a call resumes the download")
  func retries() async throws {
    let file = RangeFile("0123456789", cuts: [3, 2, 1])
    let (clock, transport) = (TestClock(), file.transport)
    let client = APIClient(transport).clock(clock)
      .retry(.transportFailure, limit: 2, backoff: .constant(.seconds(1), jitter: .none))
    #expect(await clientErrorCode { try await client.download(to: path, resuming: true) } == .lostConnection)
    #expect(folder.text(of: "f.part") == "012345")
    let downloaded = try await client.download(to: path, resuming: true)
    #expect(downloaded.resumedByteCount == 6 && folder.text(of: "f") == "0123456789")
    #expect(transport.requests.map { $0.fields["Range"] } == [nil, "bytes=3-", "bytes=5-", "bytes=6-"])
    #expect(clock.slept == [.seconds(1), .seconds(1)])
  }

  @Test("A retry does not wait past the deadline of the current server request")
  func inheritedDeadline() async throws {
    let file = RangeFile("0123456789", cuts: [4])
    let clock = TestClock()
    let client = APIClient(file.transport).clock(clock).timeout(.seconds(100_000))
      .retry(.transportFailure, limit: 1, backoff: .constant(.seconds(50_000), jitter: .none))
    let request = ServerRequest(
      head: RequestHead(HTTPRequest(.get, "/")), body: [], operation: APIOperation(id: "a", method: .get, path: "/"),
      remoteAddress: nil, deadlineNanoseconds: LoopInstant.read().nanoseconds + 10_000 * 1_000_000_000)
    let code = await request.asCurrent {
      await clientErrorCode { try await client.download(to: path, resuming: true) }
    }
    #expect(code == .lostConnection && clock.slept == [] && folder.text(of: "f.part") == "0123")
  }

  @Test("An encoded response is refused for a download", arguments: [nil, 4])
  func encoded(start: Int?) async throws {
    let file = RangeFile("0123456789", cuts: start.map { [$0] } ?? [])
    if start != nil {
      _ = await clientErrorCode { try await client(file.transport).download(to: path, resuming: true) }
    }
    file.change { $0.twist = { $1.fields[.contentEncoding] = "gzip" } }
    let code = await clientErrorCode { try await client(file.transport).download(to: path, resuming: true) }
    #expect(code == .malformedResponse && folder.names == [])
  }

  @Test("A request with its own range or an unsafe method is not resumed")
  func others() async throws {
    let rows: [@Sendable (APIClient) -> APIClient] = [
      { $0.header("Range", "bytes=2-3") }, { $0.post.body(text: "x") }, { $0.put },
    ]
    for change in rows {
      let transport = RangeFile("0123456789", cuts: [4]).transport
      let client = change(client(transport))
      #expect(await clientErrorCode { try await client.download(to: path, resuming: true) } == .lostConnection)
      #expect(folder.names == [])
      #expect(transport.requests.allSatisfy { !$0.fields.contains(.acceptEncoding) })
    }
  }
}
