import Contract
import ContractHTTP
import Testing

@testable import ContractServer

@Suite("Responses with files")
struct FileResponseTests {
  private static let text = String((0..<26).map { Character(UnicodeScalar(UInt8(97 + $0))) })
  private static let date: HTTPFieldValue = "Sun, 06 Nov 1994 08:49:37 GMT"

  private static func tree() -> FileTree {
    let tree = FileTree()
    tree.write(text, to: "letters.txt")
    tree.write("", to: "empty")
    tree.write([UInt8](repeating: 7, count: 200_000), to: "long.bin")
    for name in ["letters.txt", "empty", "long.bin"] { tree.touch(name, at: 784_111_777) }
    return tree
  }

  private static func fixture(_ tree: FileTree, _ middleware: [any Middleware] = []) throws -> MiddlewareFixture {
    var router = Router()
    router.on(nil, "/{name}") { request in
      var response = FileResponse(tree.path(of: request.pathValue("name") ?? ""))
      response.fields["Cache-Control"] = "no-cache"
      return try response.response(to: request)
    }
    router.on(.get, "/in/{name...}") { FileResponse($0.pathValue("name") ?? "", in: tree.path) }
    return try MiddlewareFixture(middleware, router.routes)
  }

  @Test("A file is sent whole, with its type and validators")
  func whole() async throws {
    let tree = Self.tree()
    let response = try await Self.fixture(tree).send(.get, "/letters.txt")
    #expect(response.status == .ok)
    #expect(try await response.text == Self.text)
    #expect(response.field(.contentType) == "text/plain; charset=utf-8")
    #expect(response.field("Last-Modified") == Self.date.rawValue)
    #expect(response.field("Accept-Ranges") == "bytes")
    #expect(response.field("Cache-Control") == "no-cache")
    #expect(response.field("X-Content-Type-Options") == "nosniff")
    let tag = try #require(response.field("ETag").flatMap { EntityTag(parsing: $0) })
    #expect(!tag.isWeak)
    let empty = try await Self.fixture(tree).send(.get, "/empty")
    #expect(empty.status == .ok && empty.body.length == 0)
    #expect(empty.field(.contentType) == "application/octet-stream")
  }

  @Test("A route may return the file itself")
  func route() async throws {
    let fixture = try Self.fixture(Self.tree())
    #expect(try await fixture.send(.get, "/in/letters.txt", ["Range": "bytes=1-2"]).text == "bc")
    #expect(try await fixture.send(.get, "/in/nothing").status == .notFound)
  }

  @Test("An endpoint returns a file as a stream that the engine can send directly")
  func contract() async throws {
    let tree = Self.tree()
    tree.write("tar", to: "backup.tar")
    var router = Router()
    router.on(Endpoint<Empty, ByteStream>(.get, "/backup")) { _ in
      try ByteStream(file: tree.path(of: "backup.tar"))
    }
    let response = try await MiddlewareFixture([], router.routes).send(.get, "/backup")
    guard case .stream(let stream) = response.body else {
      Issue.record("not a stream")
      return
    }
    #expect(stream.file != nil && stream.length == 3 && response.field(.contentType) == "application/x-tar")
    #expect(try await response.text == "tar")
    let missing = #expect(throws: FileError.self) { try ByteStream(file: tree.path(of: "nothing")) }
    #expect(missing?.isMissing == true)
  }

  @Test("A long file is streamed with its length, one chunk in memory at a time")
  func long() async throws {
    let response = try await Self.fixture(Self.tree()).send(.get, "/long.bin")
    guard case .stream(let stream) = response.body else {
      Issue.record("not a stream")
      return
    }
    #expect(stream.length == 200_000)
    var count = 0
    while let chunk = try await stream.next() {
      #expect(chunk.count <= FileReader.chunkBytes)
      count += chunk.count
    }
    #expect(count == 200_000)
  }

  @Test("A response to HEAD has the headers of GET, and the file is not read")
  func head() async throws {
    let fixture = try Self.fixture(Self.tree())
    let get = try await fixture.send(.get, "/letters.txt", ["Range": "bytes=x"])
    let head = try await fixture.send(.head, "/letters.txt", ["Range": "bytes=0-1"])
    #expect(head.status == .ok && head.fields == get.fields && head.body.length == 26)
  }

  @Test(
    "A path without a regular file gets 404", arguments: ["nothing", "folder", "pipe", "a%00", "letters.txt%00", "%2e"])
  func missing(name: String) async throws {
    let tree = Self.tree()
    tree.folder("folder")
    tree.pipe("pipe")
    #expect(try await Self.fixture(tree).send(.get, "/\(name)").status == .notFound)
  }

  @Test(
    "A path in a folder cannot leave it",
    arguments: ["../secret", "..", "/etc/passwd", "folder/../../secret", "out", "", "."])
  func confined(path: String) async throws {
    let outer = FileTree()
    outer.write("secret", to: "secret")
    outer.folder("inner")
    outer.folder("inner/folder")
    outer.link("inner/out", to: "../secret")
    outer.write("inside", to: "inner/file")
    let request = ServerRequest(
      head: RequestHead(HTTPRequest(.get, "/")), body: [], operation: APIOperation(id: "a", method: .get, path: "/"),
      remoteAddress: nil)
    let inside = try FileResponse("folder/../file", in: outer.path(of: "inner")).response(to: request)
    #expect(try await inside.text == "inside")
    let response = try FileResponse(path, in: outer.path(of: "inner")).response(to: request)
    #expect(response.status == .notFound)
  }

  struct Row: CustomTestStringConvertible {
    let method: HTTPMethod
    let fields: HTTPFields
    let status: Int
    var testDescription: String { "\(method) \(fields)" }
    init(_ fields: HTTPFields, _ status: Int, _ method: HTTPMethod = .get) {
      self.method = method
      self.fields = fields
      self.status = status
    }
  }

  /// `@` in a value is replaced by the file's tag.
  static let rows: [Row] = [
    Row(["If-None-Match": "@"], 304), Row(["If-None-Match": "@"], 304, .head), Row(["If-None-Match": "W/@"], 304),
    Row(["If-None-Match": "*"], 304), Row(["If-None-Match": "\"x\", @"], 304), Row(["If-None-Match": "\"x\""], 200),
    Row(["If-Modified-Since": date], 304), Row(["If-Modified-Since": "Sun, 06 Nov 1994 08:49:36 GMT"], 200),
    Row(["If-Modified-Since": "Sun, 06 Nov 1994 08:49:38 GMT"], 304),
    Row(["If-None-Match": "\"x\"", "If-Modified-Since": date], 200),
    Row(["If-Match": "@"], 200), Row(["If-Match": "*"], 200), Row(["If-Match": "\"x\""], 412),
    Row(["If-Match": "W/@"], 412),
    Row(["If-Unmodified-Since": date], 200), Row(["If-Unmodified-Since": "Sun, 06 Nov 1994 08:49:36 GMT"], 412),
    Row(["If-Unmodified-Since": "Sun, 06 Nov 1994 08:49:36 GMT"], 412, .head),
    Row(["If-Match": "@", "If-Unmodified-Since": "Sun, 06 Nov 1994 08:49:36 GMT"], 200),
    // Conditions are evaluated before ranges.
    Row(["Range": "bytes=0-1", "If-None-Match": "@"], 304), Row(["Range": "bytes=0-1", "If-Match": "\"x\""], 412),
    Row(["Range": "bytes=99-", "If-None-Match": "@"], 304), Row(["Range": "bytes=0-1", "If-Match": "@"], 206),
    Row(["Range": "bytes=0-1", "If-Range": "@"], 206), Row(["Range": "bytes=0-1", "If-Range": "W/@"], 200),
    Row(["Range": "bytes=0-1", "If-Range": date], 206), Row(["Range": "bytes=99-", "If-Range": "\"x\""], 200),
    Row(["Range": "bytes=99-", "If-Range": "@"], 416),
    // The conditions do not apply to other methods.
    Row(["Range": "bytes=0-1", "If-None-Match": "@", "If-Modified-Since": date], 200, .post),
  ]

  @Test("Conditions are evaluated as in RFC 9110 §13", arguments: rows)
  func conditions(row: Row) async throws {
    let fixture = try Self.fixture(Self.tree())
    let tag = try await #require(fixture.send(.head, "/letters.txt").field("ETag"))
    let fields = HTTPFields(
      row.fields.lines.map {
        HTTPField($0.name, HTTPFieldValue(unchecked: $0.value.rawValue.replacingBytes("@", with: tag)))
      })
    let response = try await fixture.send(row.method, "/letters.txt", fields)
    #expect(response.status.code == row.status)
    if row.status == 304 {
      #expect(response.body.length == 0 && response.field("ETag") == tag && !response.fields.contains(.contentType))
      #expect(response.field("Cache-Control") == "no-cache")
    }
  }

  @Test(
    "One range is sent with Content-Range",
    arguments: [
      ("bytes=0-0", "bytes 0-0/26", "a"), ("bytes=23-", "bytes 23-25/26", "xyz"), ("bytes=-2", "bytes 24-25/26", "yz"),
      ("bytes=20-99", "bytes 20-25/26", "uvwxyz"), ("bytes=0-1,2-3", "bytes 0-3/26", "abcd"),
    ])
  func range(value: String, range: String, text: String) async throws {
    let response = try await Self.fixture(Self.tree())
      .send(.get, "/letters.txt", ["Range": HTTPFieldValue(unchecked: value)])
    #expect(response.status == .partialContent && response.field("Content-Range") == range)
    #expect(try await response.text == text)
  }

  @Test("A range after the end gets 416 with the size of the file")
  func unsatisfiable() async throws {
    let response = try await Self.fixture(Self.tree()).send(.get, "/letters.txt", ["Range": "bytes=26-"])
    #expect(response.status == .rangeNotSatisfiable && response.field("Content-Range") == "bytes */26")
    #expect(!response.fields.contains("ETag"))
  }

  @Test("Several ranges are sent as multipart/byteranges of the announced length")
  func multipart() async throws {
    let tree = Self.tree()
    tree.write([UInt8](repeating: 65, count: 70_000) + Array("end".utf8), to: "many.txt")
    let response = try await Self.fixture(tree).send(.get, "/many.txt", ["Range": "bytes=-3,0-65999"])
    #expect(response.status == .partialContent && !response.fields.contains("Content-Range"))
    let type = try #require(response.field(.contentType).flatMap { MediaType($0) })
    let boundary = try #require(type.parameter("boundary"))
    #expect(type.essence == "multipart/byteranges")
    let length = response.body.length
    let text = try await response.text
    #expect(text.utf8.count == length)
    let expected =
      "--\(boundary)\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Range: bytes 70000-70002/70003\r\n\r\nend"
      + "\r\n--\(boundary)\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Range: bytes 0-65999/70003\r\n\r\n"
      + String(repeating: "A", count: 66_000) + "\r\n--\(boundary)--\r\n"
    #expect(text == expected)
    // Another response has another boundary, which cannot be prepared in a file.
    let other = try await Self.fixture(tree).send(.get, "/many.txt", ["Range": "bytes=-3,0-65999"])
    #expect(other.field(.contentType) != response.field(.contentType))
  }

  @Test("A replaced or changed file has another entity tag")
  func tags() async throws {
    let tree = Self.tree()
    let fixture = try Self.fixture(tree)
    let first = try await fixture.send(.get, "/letters.txt").field("ETag")
    tree.touch("letters.txt", at: 784_111_778)
    let second = try await fixture.send(.get, "/letters.txt").field("ETag")
    tree.write(Self.text + "!", to: "letters.txt")
    tree.touch("letters.txt", at: 784_111_778)
    let third = try await fixture.send(.get, "/letters.txt").field("ETag")
    #expect(Set([first, second, third]).count == 3)
    let tag = ServedFile.tag(inode: 1, size: 2, seconds: 3, nanoseconds: 4)
    #expect(tag != ServedFile.tag(inode: 1, size: 2, seconds: 3, nanoseconds: 5))
    #expect(tag != ServedFile.tag(inode: 2, size: 2, seconds: 3, nanoseconds: 4))
    #expect(tag != ServedFile.tag(inode: 1, size: 3, seconds: 3, nanoseconds: 4))
    #expect(tag == ServedFile.tag(inode: 1, size: 2, seconds: 3, nanoseconds: 4))
  }

  @Test("A modification time in the future is not sent as Last-Modified")
  func future() async throws {
    let tree = Self.tree()
    tree.touch("letters.txt", at: 4_102_444_800)
    let response = try await Self.fixture(tree).send(.get, "/letters.txt")
    #expect(response.field("Last-Modified")?.contains("2100") == false)
  }

  @Test("Middleware compresses a whole file, but sends a range of it unchanged")
  func compression() async throws {
    let tree = Self.tree()
    tree.write(String(repeating: "word ", count: 40_000), to: "words.txt")
    let fixture = try Self.fixture(tree, [Compression(), ConditionalRequests()])
    let whole = try await fixture.send(.get, "/words.txt", [.acceptEncoding: "gzip"])
    #expect(whole.field(.contentEncoding) == "gzip" && whole.field("ETag")?.hasPrefix("W/") == true)
    #expect(try await whole.bytes.count < 5000)
    let part = try await fixture.send(.get, "/words.txt", [.acceptEncoding: "gzip", "Range": "bytes=0-99999"])
    #expect(part.status == .partialContent && part.field(.contentEncoding) == nil)
    #expect(try await part.bytes.count == 100_000)
  }

  @Test(
    "The media type follows from the extension",
    arguments: [
      ("a.html", "text/html; charset=utf-8"), ("A.HTML", "text/html; charset=utf-8"), ("a.tar.gz", "application/gzip"),
      ("a.svgz", "application/gzip"), ("dir.png/a", "application/octet-stream"), (".html", "application/octet-stream"),
      ("a.", "application/octet-stream"),
      ("a.b.unknown", "application/octet-stream"), ("", "application/octet-stream"), ("x/y/z.wasm", "application/wasm"),
    ])
  func mediaTypes(path: String, type: String) {
    #expect(FileMediaTypes.type(of: path) == type)
    #expect(MediaType(type) != nil)
  }
}
