import ContractTestSupport
import ContractTesting
import Testing

/// A way in which a call of the vault reaches its service.
enum VaultRoad: CaseIterable, Sendable {
  case sockets, middleware, inProcess, mock

  func serving(_ body: nonisolated(nonsending) (any EndpointCaller) async throws -> Void) async throws {
    let service = VaultService()
    let routes =
      VaultRoutes(service).routes + [
        Route(SealedUpload.endpoint) { try await service.write(data: $0.data) },
        Route(Vaults().write) { try await service.write(data: $0.data) },
      ]
    switch self {
    case .sockets: try await withServer(Server(port: 0, threads: 1) { routes }) { try await body($0) }
    case .middleware:
      let middleware: [any Middleware] = [RequestDecompression(), Compression(minBytes: 1)]
      try await withServer(Server(port: 0, threads: 1, middleware: middleware) { routes }) { try await body($0) }
    case .inProcess: try await body(Server(port: 0) { routes }.inProcess)
    case .mock:
      let mock = MockCaller()
      mock.on(VaultEndpoints.read) { try await service.read(text: $0.text) }
      mock.on(VaultEndpoints.write) { try await service.write(data: $0.data) }
      mock.on(VaultEndpoints.mirror) { try await service.mirror(data: $0.data) }
      mock.on(VaultEndpoints.described) { _ in try await service.described() }
      mock.on(SealedUpload.endpoint) { try await service.write(data: $0.data) }
      mock.on(Vaults().write) { try await service.write(data: $0.data) }
      try await body(mock)
    }
  }
}

@Suite("Checksums of streams", .ownThreads, .timeLimit(.minutes(2)))
struct ChecksumTests {
  /// The digest of `sealed bytes`, by Python's `hashlib`.
  static let digest = "sha-256=:81z1s2Gw6vewwC51gI4mDj83nEdFq+RVUrp2joVod0k=:"

  private static func serving(
    _ service: VaultService = VaultService(), _ body: (ListeningAddress) async throws -> Void
  ) async throws {
    let server = Server(port: 0, threads: 1, onError: { _, _ in }) { VaultRoutes(service) }
    let address = try await server.start()
    do {
      try await body(address)
      await server.stop(drain: .seconds(1))
    } catch {
      await server.stop(drain: .zero)
      throw error
    }
  }

  @Test("Streams with checksums are sent in both directions", arguments: VaultRoad.allCases)
  func calls(_ road: VaultRoad) async throws {
    try await road.serving { (caller) async throws in
      let api = VaultAPI(caller)
      let sealed = try await api.read(text: "sealed bytes")
      #expect(try await sealed.collect(upTo: 100) == Array("sealed bytes".utf8))
      #expect(try await api.write(data: .crumbs(of: "four")) == 4)
      #expect(try await api.write(data: ByteStream([])) == 0)
      let chunk = [UInt8](repeating: 7, count: 100_000)
      let left = Lock(10)
      let large = ByteStream(length: 1_000_000) {
        left.withLock { left in
          left -= 1
          return left < 0 ? nil : chunk
        }
      }
      var count = 0
      for try await chunk in try await api.mirror(data: large) { count += chunk.count }
      #expect(count == 1_000_000)
      let described = try await api.described()
      #expect(described.kind == "a")
      #expect(try await described.data.collect(upTo: 100) == Array("described".utf8))
      #expect(try await caller.call(SealedUpload.endpoint, SealedUpload(data: ByteStream([1]))) == 1)
      #expect(try await caller.call(Vaults().write, SealedBytes(data: ByteStream([1, 2]))) == 2)
    }
  }

  @Test("A response ends with the digest after its last chunk")
  func sentResponse() async throws {
    try await Self.serving { address in
      let wire = try RawWire(port: address.port)
      try wire.write("GET /sealed/sealed%20bytes HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      let response = try wire.read()
      #expect(response.contains("\r\nTrailer: Content-Digest\r\n"))
      #expect(response.contains("\r\nTransfer-Encoding: chunked\r\n"))
      #expect(response.hasSuffix("\r\n\r\nc\r\nsealed bytes\r\n0\r\nContent-Digest: \(Self.digest)\r\n\r\n"))
    }
  }

  @Test(
    "A response that is not chunked has no digest",
    arguments: ["HEAD /sealed/sealed%20bytes HTTP/1.1", "GET /sealed/sealed%20bytes HTTP/1.0"])
  func unchunked(_ line: String) async throws {
    try await Self.serving { address in
      let wire = try RawWire(port: address.port)
      try wire.write("\(line)\r\nHost: a\r\nConnection: close\r\n\r\n")
      let response = try wire.read()
      #expect(response.hasPrefix("HTTP/1.1 20"))
      #expect(!response.contains("Digest"))
      #expect(response.hasSuffix("sealed bytes") == line.hasPrefix("GET"))
    }
  }

  @Test("A broken response has no digest")
  func brokenResponse() async throws {
    try await Self.serving { address in
      let wire = try RawWire(port: address.port)
      try wire.write("GET /sealed/broken HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try wire.read().hasSuffix("part\r\n"))
    }
  }

  @Test("curl shows the digest of a response")
  func curl() async throws {
    try await Self.serving { address in
      let dumped = try RawWire.output(of: "curl -s --max-time 20 -D - '\(address.url)/sealed/sealed%20bytes'")
      #expect(dumped.contains("sealed bytes"))
      #expect(dumped.contains("Content-Digest: \(Self.digest)"))
    }
  }

  @Test("A request ends with the digest after its last chunk")
  func sentRequest() async throws {
    let listener = try RawWire.Listener()
    let api = VaultAPI(APIClient(baseURL: "http://127.0.0.1:\(listener.port)", transport: CurlTransport()))
    async let count = api.write(data: ByteStream(Array("sealed bytes".utf8)))
    let wire = try listener.accept()
    let request = try wire.read(through: "=:\r\n\r\n")
    try wire.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n12")
    #expect(try await count == 12)
    #expect(request.contains("\r\nTrailer: Content-Digest\r\n"))
    #expect(!request.contains("Content-Length"))
    #expect(request.hasSuffix("\r\n\r\nc\r\nsealed bytes\r\n0\r\nContent-Digest: \(Self.digest)\r\n\r\n"))
  }

  /// Uploads of `sealed bytes`: a header, the trailer section, and the expected fault.
  static let uploads: [(header: String, trailer: String, fault: ChecksumError.Reason?)] = [
    ("", "Content-Digest: \(digest)\r\n", nil),
    ("", "content-DIGEST:  sha-512=:AA==:, \(digest);a=1 \r\n", nil),
    ("", "Content-Digest: sha-512=:AA==:\r\nX-Other: 1\r\nContent-Digest: \(digest)\r\n", nil),
    ("Content-Digest: \(digest)\r\n", "", nil),
    ("Content-Digest: \(digest)\r\n", "Content-Digest: \(digest)\r\n", nil),
    // Without padding, and with pad bits.
    ("", "Content-Digest: sha-256=:81z1s2Gw6vewwC51gI4mDj83nEdFq+RVUrp2joVod0k:\r\n", nil),
    ("", "Content-Digest: sha-256=:81z1s2Gw6vewwC51gI4mDj83nEdFq+RVUrp2joVod0l=:\r\n", nil),
    ("", "", .missing),
    ("", "X-Content-Digest: \(digest)\r\nContent-Digests: \(digest)\r\n", .missing),
    ("", "Content-Digest: sha-512=:AA==:\r\n", .missing),
    ("", "Content-Digest: \r\n", .missing),
    ("", "Content-Digest: sha-256=:AA==:\r\n", .malformed),
    ("", "Content-Digest: sha-256=81z1s2Gw6vewwC51gI4mDj83nEdFq+RVUrp2joVod0k=\r\n", .malformed),
    ("", "Content-Digest: sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:\r\n", .mismatch),
    (
      "Content-Digest: sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:\r\n",
      "Content-Digest: \(digest)\r\n", .mismatch
    ),
  ]

  @Test("A server reads an upload to its end only with the correct digest", arguments: uploads)
  func receivedRequest(_ header: String, _ trailer: String, _ fault: ChecksumError.Reason?) async throws {
    let service = VaultService()
    try await Self.serving(service) { address in
      let wire = try RawWire(port: address.port)
      try wire.write("PUT /sealed HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\(Self.chunked)\(header)\r\n")
      try wire.write("c\r\nsealed bytes\r\n0\r\n\(trailer)\r\n")
      let response = try wire.read()
      #expect(response.hasPrefix(fault == nil ? "HTTP/1.1 200" : "HTTP/1.1 400"), "\(response)")
      let end = service.lastEnd.withLock { $0 as? ChecksumError }
      #expect(end?.reason == fault)
      if let end { #expect(response.contains(end.description)) }
    }
  }

  @Test("An upload with a Content-Length needs the digest in its head")
  func wholeRequest() async throws {
    try await Self.serving { address in
      for (header, status) in [("", "400"), ("Content-Digest: \(Self.digest)\r\n", "200")] {
        let wire = try RawWire(port: address.port)
        try wire.write(
          "PUT /sealed HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\(header)Content-Length: 12\r\n\r\nsealed bytes")
        #expect(try wire.read().hasPrefix("HTTP/1.1 \(status)"))
      }
    }
  }

  @Test("A service does not see the end of an upload that breaks off")
  func brokenRequest() async throws {
    let service = VaultService()
    try await Self.serving(service) { address in
      var wire: RawWire? = try RawWire(port: address.port)
      try wire?.write("PUT /sealed HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n6\r\nsealed\r\n")
      wire = nil
      await service.hasEnded.wait()
      let end = service.lastEnd.withLock { $0 }
      #expect(end != nil && !(end is ChecksumError))
    }
  }

  @Test("A response that has begun breaks off when the digest of its upload is wrong")
  func mirroredRequest() async throws {
    try await Self.serving { address in
      let wire = try RawWire(port: address.port)
      try wire.write("POST /sealed HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n6\r\nsealed\r\n")
      #expect(try wire.read(through: "6\r\nsealed\r\n").hasPrefix("HTTP/1.1 200"))
      try wire.write("0\r\nContent-Digest: \(Self.digest)\r\n\r\n")
      #expect(try wire.read() == "")
    }
  }

  @Test("A digest that no contract asks for is not passed on")
  func undeclared() async throws {
    try await Self.serving { address in
      let wire = try RawWire(port: address.port)
      try wire.write("POST /plain HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n")
      try wire.write("c\r\nsealed bytes\r\n0\r\nContent-Digest: \(Self.digest)\r\n\r\n")
      let response = try wire.read()
      #expect(response.hasPrefix("HTTP/1.1 200") && response.hasSuffix("sealed bytes\r\n0\r\n\r\n"))
      #expect(!response.contains("Digest"))
    }
  }

  /// Responses with `sealed bytes`: the head's last lines, the bytes after the head, and the expected fault.
  static let downloads: [(head: String, content: String, fault: ChecksumError.Reason?)] = [
    (chunked, "c\r\nsealed bytes\r\n0\r\nContent-Digest: \(digest)\r\n\r\n", nil),
    ("Content-Digest: \(digest)\r\nContent-Length: 12\r\n", "sealed bytes", nil),
    (chunked, "c\r\nsealed bytes\r\n0\r\n\r\n", .missing),
    ("Content-Length: 12\r\n", "sealed bytes", .missing),
    (chunked, "c\r\nsealed bytes\r\n0\r\nContent-Digest: sha-256=:AA==:\r\n\r\n", .malformed),
    (chunked, "c\r\nsealed.bytes\r\n0\r\nContent-Digest: \(digest)\r\n\r\n", .mismatch),
  ]
  static let chunked = "Transfer-Encoding: chunked\r\n"

  /// Calls `read` and responds with exact bytes.
  private static func reading(
    _ head: String, _ content: String
  ) async throws -> (request: String, Result<Void, any Error>) {
    let listener = try RawWire.Listener()
    let api = VaultAPI(APIClient(baseURL: "http://127.0.0.1:\(listener.port)", transport: CurlTransport()))
    async let result = Result<Void, any Error>.of {
      let stream = try await api.read(text: "a")
      while try await stream.next() != nil {}
    }
    let wire = try listener.accept()
    let request = try wire.read(through: "\r\n\r\n")
    try wire.write("HTTP/1.1 200 OK\r\nConnection: close\r\n\(head)\r\n\(content)")
    wire.finish()
    return (request, await result)
  }

  @Test("A client reads a response to its end only with the correct digest", arguments: downloads)
  func receivedResponse(_ head: String, _ content: String, _ fault: ChecksumError.Reason?) async throws {
    let (request, result) = try await Self.reading(head, content)
    #expect(request.contains("\r\nTE: trailers\r\n") && request.contains("\r\nConnection: TE\r\n"))
    #expect(request.contains("\r\nAccept-Encoding: identity\r\n"))
    guard let fault else {
      #expect(throws: Never.self) { try result.get() }
      return
    }
    let error = try #require(result.failure as? ClientError)
    #expect(error.code == .checksum && error.cause as? ChecksumError == ChecksumError(fault))
    #expect(error.operationID == "Vault.read")
  }

  @Test("A response that breaks off, or has a content coding, does not cause a checksum error")
  func otherFaults() async throws {
    let broken = try await Self.reading(Self.chunked, "6\r\nsealed\r\n").1
    #expect((broken.failure as? ClientError)?.code == .lostConnection)
    let coded = try await Self.reading("Content-Encoding: gzip\r\n\(Self.chunked)", "0\r\n\r\n").1
    #expect((coded.failure as? ClientError)?.code == .unexpected)
  }

  @Test("A stream with fewer bytes than announced is never sent as complete")
  func unfitLength() async throws {
    try await Self.serving { address in
      let api = VaultAPI(APIClient(baseURL: address.url, transport: CurlTransport()))
      let rest = Lock<[UInt8]?>([1, 2])
      let short = ByteStream(length: 3) { rest.withLock { $0.take() } }
      await #expect(throws: ClientError.self) { _ = try await api.write(data: short) }
    }
  }
}

extension Result where Success == Void, Failure == any Error {
  fileprivate static func of(_ body: () async throws -> Void) async -> Self {
    do { return .success(try await body()) } catch { return .failure(error) }
  }

  fileprivate var failure: (any Error)? {
    if case .failure(let error) = self { error } else { nil }
  }
}
