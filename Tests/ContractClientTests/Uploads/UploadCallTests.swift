import Contract
import ContractClient
import ContractHTTP
import Testing

@Suite("The calls of an upload", .timeLimit(.minutes(2)))
struct UploadCallTests {
  private let folder = ScratchFolder()
  private let clock = TestClock()

  /// A server of uploads, which handles the first PATCH with a closure.
  private static func server(_ first: @escaping @Sendable () throws -> HTTPResponse) -> AnsweringTransport {
    let sendings = EventCounter()
    return AnsweringTransport { request, _ in
      switch request.method {
      case .post: return HTTPResponse(.created, fields: ["Location": "/uploads/1"])
      case .head: return HTTPResponse(.ok, fields: ["Upload-Offset": "0"])
      default:
        if sendings.add() == 1 { return try first() }
        #expect(try await request.body.collect(upTo: 100) == Array("content".utf8))
        return HTTPResponse(.noContent, fields: ["Upload-Offset": "7"])
      }
    }
  }

  private func upload(_ transport: AnsweringTransport) async throws -> UploadedFile {
    folder.write("content", to: "file")
    return try await APIClient(transport).clock(clock)("uploads").upload(file: "\(folder.path)/file")
  }

  @Test("An upload continues after a status that may be temporary", arguments: [408, 425, 429, 503])
  func statuses(code: Int) async throws {
    let status = try #require(HTTPStatus(code))
    let transport = Self.server { HTTPResponse(status) }
    #expect(try await upload(transport).byteCount == 7)
    #expect(transport.requests.map(\.method) == [.post, .patch, .head, .patch])
    #expect(clock.slept == [.milliseconds(200)])
  }

  @Test("A relative location is resolved at the URL to which the request was redirected")
  func redirected() async throws {
    let server = ScriptedServer { request in
      switch request.line {
      case "POST /uploads HTTP/1.1":
        "HTTP/1.1 307 Temporary Redirect\r\nLocation: /new/files\r\nContent-Length: 0\r\n\r\n"
      case "POST /new/files HTTP/1.1": "HTTP/1.1 201 Created\r\nLocation: files/7\r\nContent-Length: 0\r\n\r\n"
      case "PATCH /new/files/7 HTTP/1.1": "HTTP/1.1 204 No Content\r\nUpload-Offset: 7\r\n\r\n"
      default: "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
      }
    }
    defer { server.stop() }
    folder.write("content", to: "file")
    let client = APIClient(baseURL: server.baseURL, transport: CurlTransport())("uploads")
    let file = try await client.upload(file: "\(folder.path)/file")
    #expect(file.byteCount == 7 && file.location == "\(server.baseURL)/new/files/7")
  }

  private struct Fault: Error, Decodable, Equatable { var reason: String }

  @Test("An error decoder decides what an upload throws, but not whether the upload continues")
  func errorDecoder() async throws {
    folder.write("content", to: "file")
    func upload(_ status: HTTPStatus) async throws -> AnsweringTransport {
      let body = HTTPBody.bytes(Array(#"{"reason":"no"}"#.utf8))
      let transport = Self.server { HTTPResponse(status, fields: [.contentType: "application/json"], body: body) }
      let client = APIClient(transport).clock(clock).errorDecoder(.decodable(Fault.self))
      do {
        #expect(try await client("uploads").upload(file: "\(folder.path)/file").byteCount == 7)
      } catch let fault as Fault {
        #expect(fault == Fault(reason: "no") && status == .forbidden)
      }
      return transport
    }
    #expect(try await upload(.serviceUnavailable).requests.map(\.method) == [.post, .patch, .head, .patch])
    #expect(try await upload(.forbidden).requests.map(\.method) == [.post, .patch])
  }

  @Test("A later call continues an upload even if modifyRequest adds a different value to each URL")
  func changedTargets() async throws {
    let changes = EventCounter()
    let transport = Self.server { throw ClientError(.tls, stage: .connect, "no") }
    let client = APIClient(transport).clock(clock)("uploads")
      .modifyRequest { request, _ in request.target += "?time=\(changes.add())" }
    folder.write("content", to: "file")
    var options = UploadOptions()
    options.note = "\(folder.path)/note"
    let code = await clientErrorCode { try await client.upload(file: "\(folder.path)/file", options: options) }
    #expect(code == .tls && folder.names == ["file", "note"])
    _ = try await client.upload(file: "\(folder.path)/file", options: options)
    #expect(transport.requests.map(\.method) == [.post, .patch, .head, .patch])
    // Each request was changed once.
    #expect(changes.count == 4)
  }

  @Test("An upload continues after a network failure, but not after other errors")
  func errors() async throws {
    let rows: [(code: ClientError.Code, continues: Bool)] = [
      (.unresolvedHost, true), (.noConnection, true), (.lostConnection, true), (.timeout, true), (.tls, false),
    ]
    for (code, continues) in rows {
      let transport = Self.server { throw ClientError(code, stage: .exchange, "no") }
      let found = await clientErrorCode { try await upload(transport) }
      #expect(found == (continues ? nil : code))
      #expect(transport.requests.count == (continues ? 4 : 2), "\(code)")
    }
  }
}
