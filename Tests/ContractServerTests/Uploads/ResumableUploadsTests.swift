import Contract
import ContractHTTP
import ContractLoop
import Glibc
import Testing

@testable import ContractServer

/// The errors of the service.
private enum Refused: String, APIFailure {
  case forbidden, full

  static var declaredCases: [FailureCase] {
    [FailureCase(code: "forbidden", status: .forbidden), FailureCase(code: "full", status: .conflict)]
  }

  var declaredCase: FailureCase { Self.declaredCases[self == .forbidden ? 0 : 1] }

  func encodeMembers(into encoder: inout FailureEncoder) throws {}

  static func decode(_ code: FailureCode, from decoder: FailureDecoder) throws -> Refused? { nil }
}

@Suite("Resumable uploads")
struct ResumableUploadsTests {
  /// A server of uploads in a temporary folder.
  final class Fixture: Sendable {
    let folder: String
    let clock = TestClock()
    let completed = Lock<[CompletedUpload]>([])
    let refusals = Lock(0)

    init() {
      var name = Array("/tmp/contract-uploads-XXXXXX".utf8CString)
      folder = mkdtemp(&name).map { String(cString: $0) } ?? "/nonexistent"
    }

    deinit {
      for name in FileNames.inFolder(folder) { unlink("\(folder)/\(name)") }
      rmdir(folder)
    }

    var names: [String] { FileNames.inFolder(folder).sorted() }

    /// A server, as if the process had started again.
    func server(maxUploads: Int = 10) throws -> MiddlewareFixture {
      try MiddlewareFixture(
        [],
        ResumableUploads(
          in: folder, at: "/files", maxBytes: 1000, maxUploads: maxUploads, lifetime: .seconds(100),
          clock: clock.source,
          admit: { upload, _ in
            if upload.metadata["filename"] == "forbidden" { throw Refused.forbidden }
          },
          complete: { upload, _ in
            let isRefused = self.refusals.withLock { refusals in
              refusals -= 1
              return refusals >= 0
            }
            if upload.metadata["slow"] != nil { self.clock.advance(milliseconds: 150_000) }
            if isRefused { throw Refused.full }
            self.completed.withLock { $0.append(upload) }
          }
        ).routes)
    }
  }

  private static let bytes: HTTPFieldValue = "application/offset+octet-stream"

  private static func create(_ server: MiddlewareFixture, _ fields: HTTPFields = ["Upload-Length": "10"]) async throws
    -> String
  {
    var fields = fields
    fields["Tus-Resumable"] = "1.0.0"
    let response = try await server.send(.post, "/files", fields)
    #expect(response.status == .created && response.field("Tus-Resumable") == "1.0.0")
    let location = try #require(response.field(.location))
    #expect(location.starts(with: "/files/") && location.utf8.count == 39)
    #expect(response.field("Upload-Expires") != nil)
    return location
  }

  private static func patch(
    _ server: MiddlewareFixture, _ location: String, at offset: Int, _ text: String, _ more: HTTPFields = [:]
  ) async throws -> HTTPResponse {
    var fields: HTTPFields = [.contentType: bytes, "Tus-Resumable": "1.0.0"]
    fields["Upload-Offset"] = HTTPFieldValue("\(offset)")
    for field in more { fields[field.name] = field.value }
    return try await server.send(.patch, location, fields, body: text)
  }

  private static func offset(_ server: MiddlewareFixture, _ location: String) async throws -> String? {
    let response = try await server.send(.head, location, ["Tus-Resumable": "1.0.0"])
    guard response.status == .ok else { return "\(response.status.code)" }
    #expect(response.field("Cache-Control") == "no-store")
    return response.field("Upload-Offset")
  }

  @Test("OPTIONS lists the server's version, extensions and limits")
  func options() async throws {
    let fixture = Fixture()
    let response = try await fixture.server().send(.options, "/files")
    #expect(response.status == .noContent && response.field("Tus-Version") == "1.0.0")
    #expect(response.field("Tus-Max-Size") == "1000" && response.field("Tus-Checksum-Algorithm") == "sha1,sha256")
    #expect(response.field("Tus-Extension")?.contains("creation") == true)
  }

  @Test("An upload continues after a server restart, and the service gets it once")
  func resumed() async throws {
    let fixture = Fixture()
    var server = try fixture.server()
    let location = try await Self.create(
      server, ["Upload-Length": "10", "Upload-Metadata": "filename YS50eHQ=,empty"])
    let first = try await Self.patch(server, location, at: 0, "01234")
    #expect(first.status == .noContent && first.field("Upload-Offset") == "5")
    server = try fixture.server()
    #expect(try await Self.offset(server, location) == "5")
    let head = try await server.send(.head, location, ["Tus-Resumable": "1.0.0"])
    #expect(head.field("Upload-Length") == "10" && head.field("Upload-Metadata") == "filename YS50eHQ=,empty")
    #expect(try await Self.patch(server, location, at: 4, "x").status == .conflict)
    #expect(try await Self.patch(server, location, at: 5, "567890").status == .contentTooLarge)
    #expect(fixture.completed.withLock { $0.isEmpty })
    #expect(try await Self.patch(server, location, at: 5, "56789").field("Upload-Offset") == "10")
    let upload = try #require(fixture.completed.withLock { $0.first })
    #expect(upload.byteCount == 10 && upload.fileName == "a.txt" && upload.metadata["empty"] == "")
    #expect(try await ByteStream(file: upload.path).collect(upTo: 100) == Array("0123456789".utf8))
    try upload.move(to: fixture.folder + "/moved")
    server = try fixture.server()
    #expect(try await Self.offset(server, location) == "10")
    #expect(try await Self.patch(server, location, at: 10, "").status == .noContent)
    #expect(fixture.completed.withLock { $0.count } == 1)
  }

  @Test("A request without the protocol version, or for an unknown upload, is refused")
  func refused() async throws {
    let fixture = Fixture()
    let server = try fixture.server()
    let response = try await server.send(.post, "/files", ["Upload-Length": "1"])
    #expect(response.status == .preconditionFailed && response.field("Tus-Version") == "1.0.0")
    for name in [String(repeating: "0", count: 32), "x", String(repeating: "A", count: 32), "%2e%2e", "..%2f..%2fetc"] {
      #expect(try await Self.offset(server, "/files/\(name)") == "404")
    }
    let forbidden = try await server.send(
      .post, "/files", ["Tus-Resumable": "1.0.0", "Upload-Length": "1", "Upload-Metadata": "filename Zm9yYmlkZGVu"])
    #expect(forbidden.status == .forbidden && fixture.names.isEmpty)
  }

  @Test("An upload whose record is temporarily unreadable is not reported as missing")
  func unreadable() async throws {
    let fixture = Fixture()
    let server = try fixture.server()
    let location = try await Self.create(server)
    let record = "\(fixture.folder)/\(location.suffix(32)).info"
    #expect(rename(record, record + ".kept") == 0 && symlink(record, record) == 0)
    #expect(try await Self.offset(server, location) == "500")
    #expect(rename(record + ".kept", record) == 0)
    #expect(try await Self.offset(server, location) == "0")
  }

  @Test("Bytes with a wrong checksum are removed with 460, even after a restart")
  func checksum() async throws {
    let fixture = Fixture()
    var server = try fixture.server()
    let location = try await Self.create(server)
    let right: HTTPFields = ["Upload-Checksum": "sha1 qUqP5cyxm6YcTAhz05Hph5gvu9M="]
    #expect(try await Self.patch(server, location, at: 0, "tesT", right).status.code == 460)
    #expect(try await Self.offset(server, location) == "0")
    #expect(try await Self.patch(server, location, at: 0, "test", right).status == .noContent)
    #expect(try await Self.offset(server, location) == "4")
    // This simulates a process that was killed after it had written bytes and before it had checked them.
    let files = try #require(UploadFiles(String(location.suffix(32)), in: fixture.folder))
    var record = try #require(try files.read())
    record.phase = .unchecked(from: 4)
    try files.write(record)
    try OpenFile(updating: files.bytes).write(Array("zzz".utf8), at: 4)
    server = try fixture.server()
    #expect(try await Self.offset(server, location) == "4")
    #expect(try await Self.patch(server, location, at: 4, "456789").status == .noContent)
    let path = try #require(fixture.completed.withLock { $0.first?.path })
    #expect(try await ByteStream(file: path).collect(upTo: 100) == Array("test456789".utf8))
  }

  @Test("An ended or expired upload leaves no file")
  func removed() async throws {
    let fixture = Fixture()
    let server = try fixture.server()
    let ended = try await Self.create(server)
    #expect(try await Self.patch(server, ended, at: 0, "01").status == .noContent)
    #expect(try await server.send(.delete, ended, ["Tus-Resumable": "1.0.0"]).status == .noContent)
    #expect(try await Self.offset(server, ended) == "404" && fixture.names.isEmpty)
    let expired = try await Self.create(server)
    fixture.clock.advance(milliseconds: 60_000)
    #expect(try await Self.patch(server, expired, at: 0, "01").status == .noContent)
    fixture.clock.advance(milliseconds: 60_000)
    #expect(try await Self.offset(server, expired) == "2")
    fixture.clock.advance(milliseconds: 101_000)
    #expect(try await Self.offset(server, expired) == "404")
    UploadStore(fixture.folder, maxUploads: 1, lifetime: 1, clock: fixture.clock.source).sweep()
    #expect(fixture.names.isEmpty)
  }

  @Test("The lifetime of an upload restarts with HEAD and at the end of a long request", arguments: [false, true])
  func renewed(isRefused: Bool) async throws {
    let fixture = Fixture()
    let server = try fixture.server()
    let location = try await Self.create(server, ["Upload-Length": "4", "Upload-Metadata": "slow"])
    let pieces = Lock(["0", "1", ""])
    let slow = ByteStream(length: 2) {
      let piece = pieces.withLock { $0.removeFirst() }
      if !piece.isEmpty { fixture.clock.advance(milliseconds: 150_000) }
      return piece.isEmpty ? nil : Array(piece.utf8)
    }
    let fields: HTTPFields = [.contentType: Self.bytes, "Tus-Resumable": "1.0.0", "Upload-Offset": "0"]
    let first = try await server.pipeline.respond(
      to: HTTPRequest(.patch, location, authority: "example.org", fields: fields, body: .stream(slow)))
    #expect(first.status == .noContent)
    for _ in 0..<3 {
      fixture.clock.advance(milliseconds: 90_000)
      #expect(try await Self.offset(server, location) == "2")
    }
    fixture.refusals.withLock { $0 = isRefused ? 1 : 0 }
    #expect(try await Self.patch(server, location, at: 2, "23").status == (isRefused ? .conflict : .noContent))
    for _ in 0..<3 {
      fixture.clock.advance(milliseconds: 90_000)
      #expect(try await Self.offset(server, location) == "4")
    }
    fixture.clock.advance(milliseconds: 101_000)
    #expect(try await Self.offset(server, location) == "404")
  }

  @Test("More uploads than the limit are refused until others expire")
  func limited() async throws {
    let fixture = Fixture()
    let server = try fixture.server(maxUploads: 2)
    for _ in 0..<2 { _ = try await Self.create(server) }
    let full = try await server.send(.post, "/files", ["Tus-Resumable": "1.0.0", "Upload-Length": "1"])
    #expect(full.status == .serviceUnavailable && full.field("Retry-After") != nil)
    fixture.clock.advance(milliseconds: 101_000)
    _ = try await Self.create(server)
    #expect(fixture.names.count == 2)
  }

  @Test("A creation may contain some, all or none of the bytes, and may defer the length")
  func creations() async throws {
    let fixture = Fixture()
    let server = try fixture.server()
    let part = try await server.send(
      .post, "/files", [.contentType: Self.bytes, "Tus-Resumable": "1.0.0", "Upload-Length": "10"], body: "0123")
    #expect(part.status == .created && part.field("Upload-Offset") == "4")
    let whole = try await server.send(
      .post, "/files", [.contentType: Self.bytes, "Tus-Resumable": "1.0.0", "Upload-Length": "4"], body: "0123")
    #expect(whole.field("Upload-Offset") == "4" && fixture.completed.withLock { $0.count } == 1)
    _ = try await Self.create(server, ["Upload-Length": "0"])
    #expect(fixture.completed.withLock { $0.count } == 2)
    let deferred = try await Self.create(server, ["Upload-Defer-Length": "1"])
    let head = try await server.send(.head, deferred, ["Tus-Resumable": "1.0.0"])
    #expect(head.field("Upload-Defer-Length") == "1" && head.field("Upload-Length") == nil)
    #expect(try await Self.patch(server, deferred, at: 0, "01").status == .noContent)
    #expect(try await Self.patch(server, deferred, at: 2, "2", ["Upload-Length": "3"]).status == .noContent)
    #expect(fixture.completed.withLock { $0.count } == 3)
    let count = fixture.names.count
    let wrong = try await server.send(
      .post, "/files",
      [
        .contentType: Self.bytes, "Tus-Resumable": "1.0.0", "Upload-Length": "4",
        "Upload-Checksum": "sha1 qUqP5cyxm6YcTAhz05Hph5gvu9M=",
      ], body: "0123")
    #expect(wrong.status.code == 460 && fixture.names.count == count)
  }

  @Test("A creation with all bytes that the service refuses leaves no file")
  func refusedCreation() async throws {
    let fixture = Fixture()
    fixture.refusals.withLock { $0 = 1 }
    let refused = try await fixture.server().send(
      .post, "/files", [.contentType: Self.bytes, "Tus-Resumable": "1.0.0", "Upload-Length": "4"], body: "0123")
    // The client does not know the location and cannot continue the upload, so no file is kept.
    #expect(refused.status == .conflict && fixture.names.isEmpty)
  }

  @Test("HEAD or an empty request passes a refused upload to the service again", arguments: [false, true])
  func refusedByService(isEmpty: Bool) async throws {
    let fixture = Fixture()
    fixture.refusals.withLock { $0 = 2 }
    let server = try fixture.server()
    let location = try await Self.create(server, ["Upload-Length": "2"])
    #expect(try await Self.patch(server, location, at: 0, "01").status == .conflict)
    // The response is an error, because a client would take the offset 2 of 2 bytes for an accepted upload.
    #expect(try await Self.offset(server, location) == "409")
    if isEmpty { #expect(try await Self.patch(server, location, at: 2, "").status == .noContent) }
    #expect(try await Self.offset(server, location) == "2")
    #expect(fixture.completed.withLock { $0.count } == 1)
  }

  @Test(
    "An undeclared error of the service becomes a 500 with the protocol version, and is reported", arguments: [0, 1])
  func failed(behindMiddleware count: Int) async throws {
    struct Unlucky: Error {}
    let fixture = Fixture()
    let uploads = ResumableUploads(in: fixture.folder, at: "/files", maxBytes: 1000) { _, _ in throw Unlucky() }
    let reports = Lock(0)
    let middleware = [any Middleware](repeating: RequestID(), count: count)
    let server = Server(
      port: 0, middleware: middleware, onError: { error, _ in reports.withLock { $0 += error is Unlucky ? 1 : 0 } }
    ) { uploads }
    let response = try await server.pipeline().respond(
      to: HTTPRequest(
        .post, "/files", authority: "example.org", fields: ["Tus-Resumable": "1.0.0", "Upload-Length": "0"]))
    #expect(response.status == .internalServerError && response.field("Tus-Resumable") == "1.0.0")
    #expect(response.field(.requestID) != nil && reports.withLock { $0 } == 1 && fixture.names.isEmpty)
  }

  @Test("An upload is unavailable during its acceptance, and is accepted later if the acceptance was interrupted")
  func interrupted() async throws {
    let fixture = Fixture()
    let isAccepting = Event()
    let accepted = Lock(0)
    let uploads = ResumableUploads(in: fixture.folder, at: "/files", maxBytes: 1000) { _, _ in
      if isAccepting.isSet { return accepted.withLock { $0 += 1 } }
      isAccepting.set()
      await waitForCancellation()
      throw CancellationError()
    }
    let server = try MiddlewareFixture([], uploads.routes)
    let location = try await Self.create(server, ["Upload-Length": "2"])
    let last = Task { try await Self.patch(server, location, at: 0, "01").status }
    await isAccepting.wait()
    #expect(try await Self.offset(server, location) == "423")
    last.cancel()
    #expect(try await last.value == .serviceUnavailable)
    #expect(accepted.withLock { $0 } == 0)
    #expect(try await Self.offset(server, location) == "2")
    #expect(accepted.withLock { $0 } == 1)
  }

  @Test("An accepted upload is a success even if its acceptance cannot be stored", arguments: [false, true])
  func unstored(isCreation: Bool) async throws {
    let fixture = Fixture()
    let uploads = ResumableUploads(in: fixture.folder, at: "/files", maxBytes: 1000) { upload, _ in
      // No file can replace a folder.
      let record = upload.path + ".info"
      _ = (unlink(record), mkdir(record, 0o700))
    }
    let server = try MiddlewareFixture([], uploads.routes)
    if isCreation {
      let created = try await server.send(
        .post, "/files", [.contentType: Self.bytes, "Tus-Resumable": "1.0.0", "Upload-Length": "2"], body: "01")
      #expect(created.status == .created && created.field("Upload-Offset") == "2")
    } else {
      let location = try await Self.create(server, ["Upload-Length": "2"])
      let last = try await Self.patch(server, location, at: 0, "01")
      #expect(last.status == .noContent && last.field("Upload-Offset") == "2")
    }
    let folders = fixture.names.filter { $0.hasSuffix(".info") }
    #expect(folders.count == 1)
    for folder in folders { #expect(rmdir("\(fixture.folder)/\(folder)") == 0) }
  }

  @Test("Clients that cannot send PATCH or DELETE override the method of a POST")
  func overridden() async throws {
    let fixture = Fixture()
    let server = try fixture.server()
    let location = try await Self.create(server)
    let fields: HTTPFields = [.contentType: Self.bytes, "Tus-Resumable": "1.0.0", "Upload-Offset": "0"]
    let patch = try await server.send(
      .post, location, fields.with("X-HTTP-Method-Override", "PATCH"), body: "01")
    #expect(patch.status == .noContent && patch.field("Upload-Offset") == "2")
    #expect(try await server.send(.post, location, fields).status == .methodNotAllowed)
    let delete = try await server.send(.post, location, fields.with("X-HTTP-Method-Override", "DELETE"))
    #expect(delete.status == .noContent && fixture.names.isEmpty)
  }
}

extension HTTPFields {
  fileprivate func with(_ name: HTTPFieldName, _ value: HTTPFieldValue) -> HTTPFields {
    var fields = self
    fields[name] = value
    return fields
  }
}
