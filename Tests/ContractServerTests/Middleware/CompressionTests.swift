import Contract
import ContractCoding
import ContractHTTP
import Testing

@testable import ContractServer

@Suite("Compression")
struct CompressionTests {
  static let choices: [(String, String?)] = [
    ("gzip", "gzip"), ("deflate", "deflate"), ("deflate, gzip", "gzip"), ("deflate, gzip;q=0.5", "deflate"),
    ("GZIP;Q=1.000", "gzip"), ("x-gzip", "gzip"), ("*", "gzip"), ("*;q=0.1, gzip;q=0", "deflate"), ("", nil),
    ("identity", nil), ("br", nil), ("gzip;q=0", nil), ("gzip;q=0.000", nil), ("identity;q=1, gzip;q=0.5", nil),
    ("identity;q=0.5, gzip;q=0.5", "gzip"), ("identity;q=0", nil), ("gzip;q=2", nil), ("gzip;q=0.0001", nil),
    ("gzip;q=x", nil), ("gzip;q=1.001", nil), ("gzip;level=1", nil), ("gzip ; q=0.3", "gzip"), ("gz ip", nil),
    ("*;q=0", nil), ("gzip;q=0.5;q=1", nil), (",,gzip", "gzip"), ("gzip;q=0, gzip", nil), ("gzip;q=1.", "gzip"),
    ("br\u{600},gzip", "gzip"), ("br,\u{301},gzip", "gzip"), ("gzip\u{37E}q=1", nil),
  ]

  @Test("The coding with the client's highest preference is used", arguments: choices)
  func choice(field: String, coding: String?) {
    #expect(AcceptEncoding(field).best(of: ["gzip", "deflate"]) == coding)
  }

  static let text = String(repeating: "words ", count: 500)

  static func server(_ fields: HTTPFields = [:], body: HTTPBody? = nil, status: HTTPStatus = .ok) throws
    -> MiddlewareFixture
  {
    var router = Router()
    router.on(.get, "/") { _ in
      var response = HTTPResponse.text(text, status: status)
      if let body { response.body = body }
      for field in fields { response.fields[field.name] = field.value }
      return response
    }
    return try MiddlewareFixture([Compression()], router.routes)
  }

  @Test("A compressed response has a weak ETag and Vary", arguments: [CompressionFormat.gzip, .deflate])
  func compresses(format: CompressionFormat) async throws {
    let coding: HTTPFieldValue = format == .gzip ? "gzip" : "deflate"
    let response = try await Self.server(["ETag": "\"a\"", "Accept-Ranges": "bytes"])
      .send(.get, "/", [.acceptEncoding: coding])
    #expect(response.field(.contentEncoding) == coding.rawValue && response.field("Accept-Ranges") == nil)
    #expect(response.field("ETag") == "W/\"a\"" && response.field("Vary") == "Accept-Encoding")
    let bytes = try await response.bytes
    #expect(bytes.count < 200)
    #expect(try Inflater.inflate(bytes, format, maxOutputBytes: 10_000) == Array(Self.text.utf8))
    #expect(coding != "gzip" || bytes.starts(with: [0x1F, 0x8B]))
  }

  @Test("A long body compressed in chunks is restored")
  func long() async throws {
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
    let response = try await Self.server(body: .bytes(bytes)).send(.get, "/", [.acceptEncoding: "gzip"])
    #expect(try Inflater.inflate(await response.bytes, .gzip, maxOutputBytes: 300_000) == bytes)
  }

  @Test("A stream is compressed chunk by chunk and flushed each time")
  func streams() async throws {
    let pieces = Lock(["data: 1\n\n", "", "data: 2\n\n"])
    let stream = ByteStream {
      pieces.withLock { pieces in pieces.isEmpty ? nil : Array(pieces.removeFirst().utf8) }
    }
    let response = try await Self.server([.contentType: "text/event-stream"], body: .stream(stream))
      .send(.get, "/", [.acceptEncoding: "gzip"])
    #expect(response.field(.contentEncoding) == "gzip" && response.body.length == nil)
    guard case .stream(let compressed) = response.body else {
      Issue.record("no stream")
      return
    }
    let inflater = Inflater(.gzip, maxOutputBytes: 100)
    var output: [UInt8] = []
    try inflater.inflate(#require(try await compressed.next())[...], into: &output)
    #expect(String(decoding: output, as: UTF8.self) == "data: 1\n\n")
    while let piece = try await compressed.next() { try inflater.inflate(piece[...], into: &output) }
    try inflater.finish()
    #expect(String(decoding: output, as: UTF8.self) == "data: 1\n\ndata: 2\n\n")
  }

  @Test("A heartbeat is compressed only while the next chunk is awaited")
  func heartbeats() async throws {
    let pieces = Lock(["data: 1\n\n", "data: 2\n\n"])
    let beat = Lock<(@Sendable () -> [UInt8])?>(nil)
    let sent = Lock<[UInt8]>([])
    let stream = ByteStream {
      let bytes = beat.withLock { $0 }?() ?? []
      sent.withLock { $0 += bytes }
      return pieces.withLock { pieces in pieces.isEmpty ? nil : Array(pieces.removeFirst().utf8) }
    }.beating(ByteStream.Heartbeat(every: .seconds(1)) { Array(":\n\n".utf8) })
    let response = try await Self.server([.contentType: "text/event-stream"], body: .stream(stream))
      .send(.get, "/", [.acceptEncoding: "gzip"])
    guard case .stream(let compressed) = response.body else {
      Issue.record("no stream")
      return
    }
    let bytes = try #require(compressed.heartbeat?.bytes)
    beat.withLock { $0 = bytes }
    while let piece = try await compressed.next() {
      #expect(bytes().isEmpty)
      sent.withLock { $0 += piece }
    }
    #expect(bytes().isEmpty)
    let text = try Inflater.inflate(sent.withLock { $0 }, .gzip, maxOutputBytes: 100)
    #expect(String(decoding: text, as: UTF8.self) == ":\n\ndata: 1\n\n:\n\ndata: 2\n\n:\n\n")
  }

  @Test("A stream is compressed whatever the threshold", arguments: [0, 1, 1 << 30])
  func streamsOfAnyLength(minBytes: Int) async throws {
    let left = Lock(1)
    var router = Router()
    router.on(.get, "/") { _ in
      let stream = ByteStream {
        left.withLock { left in
          left -= 1
          return left >= 0 ? Array("hello".utf8) : nil
        }
      }
      return HTTPResponse(.ok, fields: [.contentType: "text/plain"], body: .stream(stream))
    }
    let server = try MiddlewareFixture([Compression(minBytes: minBytes)], router.routes)
    let response = try await server.send(.get, "/", [.acceptEncoding: "gzip"])
    #expect(response.field(.contentEncoding) == "gzip")
    #expect(try Inflater.inflate(await response.bytes, .gzip, maxOutputBytes: 100) == Array("hello".utf8))
  }

  static let leftAlone: [(HTTPFields, Int, HTTPStatus, String?)] = [
    ([.contentEncoding: "br"], 3000, .ok, nil), ([.contentType: "image/png"], 3000, .ok, nil), ([:], 1023, .ok, nil),
    (["Cache-Control": "private, No-Transform"], 3000, .ok, nil), ([:], 3000, 206, "Accept-Encoding"),
    ([:], 5, 206, "Accept-Encoding"), ([.contentType: "image/png"], 3000, 206, nil),
    ([.contentType: "multipart/byteranges; boundary=a"], 3000, 206, "Accept-Encoding"),
    ([.contentType: "multipart/byteranges; boundary=a"], 3000, .ok, nil), ([:], 0, .noContent, nil),
    ([.contentType: "what"], 3000, .ok, nil), (["Content-Digest": "sha-256=:YQ==:"], 3000, .ok, nil),
    (["Repr-Digest": "sha-256=:YQ==:"], 3000, .ok, nil), (["Content-MD5": "YQ=="], 3000, .ok, nil),
  ]

  @Test("A body not worth compressing is sent unchanged", arguments: leftAlone)
  func untouched(fields: HTTPFields, count: Int, status: HTTPStatus, vary: String?) async throws {
    let body = HTTPBody.bytes(Array(repeating: 0x61, count: count))
    let response = try await Self.server(fields, body: body, status: status).send(.get, "/", [.acceptEncoding: "gzip"])
    #expect(response.field(.contentEncoding) == fields[.contentEncoding]?.rawValue)
    #expect(try await response.bytes.count == count && response.field("Vary") == vary)
  }

  @Test("An uncompressed response has Vary, and an incompressible body is sent unchanged")
  func plain() async throws {
    let plain = try await Self.server(["ETag": "\"a\""]).send(.get, "/")
    #expect(plain.field("Vary") == "Accept-Encoding" && plain.field("ETag") == "\"a\"")
    #expect(plain.field(.contentEncoding) == nil)
    var generator = SystemRandomNumberGenerator()
    let noise = (0..<2000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let response = try await Self.server(body: .bytes(noise)).send(.get, "/", [.acceptEncoding: "gzip"])
    #expect(try await response.bytes == noise)
    #expect(response.field(.contentEncoding) == nil)
  }

  @Test(
    "Only the chosen media types are compressed",
    arguments: [("image/png", "gzip"), ("text/plain", nil)] as [(HTTPFieldValue, String?)])
  func chosenTypes(type: HTTPFieldValue, coding: String?) async throws {
    var router = Router()
    router.on(.get, "/") { _ in
      HTTPResponse(.ok, fields: [.contentType: type], body: .bytes(Array(CompressionTests.text.utf8)))
    }
    let server = try MiddlewareFixture([Compression(compresses: { $0.type == "image" })], router.routes)
    let response = try await server.send(.get, "/", [.acceptEncoding: "gzip"])
    #expect(response.field(.contentEncoding) == coding)
  }
}
