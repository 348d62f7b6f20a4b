import Contract
import ContractClient
import ContractCoding
import ContractTesting
import Testing

@Suite("Content coding", .timeLimit(.minutes(5)))
struct ContentCodingTests {
  static let text = String(repeating: "all work and no play ", count: 500)

  private func call(
    _ content: [UInt8], _ coding: String, fields: HTTPFields = [:], maxResponseBytes: Int = 16 << 20,
    maxExpansion: Int = 250, method: HTTPMethod = .get, status: String = "200 OK"
  ) async throws -> HTTPResponse {
    let head = "HTTP/1.1 \(status)\r\nContent-Encoding: \(coding)\r\nContent-Length: \(content.count)\r\n\r\n"
    let server = ScriptedServer { connection in
      guard let request = connection.readRequest() else { return }
      connection.send(Array(head.utf8) + (request.line.hasPrefix("HEAD") ? [] : content))
    }
    defer { server.stop() }
    var options = TransportOptions(maxResponseBytes: maxResponseBytes)
    options.maxExpansion = maxExpansion
    return try await CurlTransport().send(server.request(method, "/", fields: fields), options: options)
  }

  private func compressed(_ format: CompressionFormat, _ bytes: [UInt8] = Array(text.utf8)) -> [UInt8] {
    Deflater.deflate(bytes, format)
  }

  @Test(
    "A body with a supported content coding is decoded",
    arguments: ["gzip", "x-gzip", "GZIP", "identity, gzip", "deflate"])
  func undone(coding: String) async throws {
    let content = compressed(coding == "deflate" ? .deflate : .gzip)
    let response = try await call(content, coding)
    #expect(response.text == Self.text)
    #expect(!response.fields.contains(.contentEncoding))
    #expect(!response.fields.contains(.contentLength))
  }

  @Test("A response stays encoded when the request sets Accept-Encoding itself")
  func leftAlone() async throws {
    let content = compressed(.gzip)
    let response = try await call(content, "gzip", fields: ["Accept-Encoding": "gzip"])
    #expect(response.bytes == content)
    #expect(response.fields[.contentEncoding] == "gzip")
  }

  @Test("A range of an encoded body stays encoded, and a whole body that is sent instead is decoded")
  func ranges() async throws {
    let whole = compressed(.gzip)
    let part = Array(whole[5..<50])
    let partial = try await call(part, "gzip", fields: ["Range": "bytes=5-49"], status: "206 Partial Content")
    #expect(partial.bytes == part)
    #expect(partial.fields[.contentEncoding] == "gzip")
    let complete = try await call(whole, "gzip", fields: ["Range": "bytes=5-49"])
    #expect(complete.text == Self.text)
  }

  @Test("An empty body with a content coding is accepted")
  func empty() async throws {
    #expect(try await call([], "gzip").bytes == [])
    #expect(try await call([1, 2, 3], "gzip", method: .head).bytes == [])
  }

  @Test("A body with a truncated, corrupt, unknown or repeated content coding is refused as malformed")
  func malformed() async throws {
    let whole = compressed(.gzip)
    let rows: [([UInt8], String)] = [
      (Array(whole.prefix(whole.count / 2)), "gzip"),
      (Array(whole.dropLast()), "gzip"),
      (Array("not gzip!".utf8), "gzip"),
      (whole + [1, 2, 3], "gzip"),
      (whole, "br"),
      (whole, "gzip, gzip"),
      (whole, Array(repeating: "gzip", count: 30).joined(separator: ", ")),
    ]
    for (content, coding) in rows {
      #expect(await clientErrorCode { try await call(content, coding) } == .malformedResponse, "\(coding)")
    }
  }

  @Test("A body that inflates past the limit is refused, whatever its encoded length")
  func bomb() async throws {
    let bomb = compressed(.gzip, [UInt8](repeating: 0, count: 8 << 20))
    #expect(bomb.count < 16_384)
    #expect(await clientErrorCode { try await call(bomb, "gzip", maxResponseBytes: 1 << 20) } == .responseTooLarge)
    #expect(try await call(bomb, "gzip", maxExpansion: 2_000).bytes.count == 8 << 20)
  }

  @Test("A body that exceeds the expansion ratio is refused once it is over 1 MiB")
  func expansion() async throws {
    let bomb = compressed(.gzip, [UInt8](repeating: 0, count: 8 << 20))
    #expect(await clientErrorCode { try await call(bomb, "gzip") } == .responseTooLarge)
    let small = compressed(.gzip, [UInt8](repeating: 0, count: 1 << 20))
    #expect(try await call(small, "gzip").bytes.count == 1 << 20)
    #expect(await clientErrorCode { try await call(bomb, "gzip", maxExpansion: 0) } == .responseTooLarge)
  }

  @Test("A streamed body that exceeds the expansion ratio is refused")
  func streamedExpansion() async throws {
    let server = try MisbehavingServer()
    defer { server.stop() }
    let request = HTTPRequest(.get, "/endless-gzip-bomb", scheme: "http", authority: "127.0.0.1:\(server.port)")
    var count = 0
    let code = await clientErrorCode {
      let response = try await CurlTransport().stream(request, options: TransportOptions())
      guard case .stream(let stream) = response.body else { return }
      while let piece = try await stream.next() { count += piece.count }
    }
    #expect(code == .responseTooLarge)
    #expect(count < 64 << 20)
  }
}
