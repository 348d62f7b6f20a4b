import Contract
import ContractHTTP
import ContractLoop
import ContractTestSupport
import Testing

@testable import ContractServer
@testable import ContractSockets

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("Sending files", .ownThreads, .serialized)
struct FileSendingTests {
  /// The way of a file to the socket.
  enum Way: CaseIterable {
    /// Passed by the kernel.
    case kernel
    /// Read by the engine, because middleware has wrapped the stream.
    case stream
    /// Observed by middleware, and passed by the kernel.
    case observed
  }

  private static let text = String(repeating: "0123456789abcdef", count: 200_000)

  /// Serves the files of a tree, and adds the bytes that the engine reads to `read`.
  private static func responder(
    _ tree: FileTree, _ way: Way = .kernel, _ ends: Ends = Ends(), read: Lock<Int> = Lock(0)
  ) -> TestResponder {
    TestResponder.handling { head, _ in
      do {
        guard case .file(let file) = try FileOpening(tree.path(of: String(head.path.dropFirst()))) else {
          return .text("no file", status: .notFound)
        }
        var response = try FileRepresentation(file, "text/plain", [:]).response(to: head)
        guard case .stream(let source) = response.body else { return response }
        let stream = ByteStream(length: source.length, mediaType: source.mediaType, file: source.file) {
          let chunk = try await source.next()
          read.withLock { $0 += chunk?.count ?? 0 }
          return chunk
        }
        response.body = .stream(stream)
        switch way {
        case .kernel: #expect(stream.file != nil || response.status == .partialContent)
        case .stream: response.body = .stream(ByteStream(length: stream.length) { try await stream.next() })
        case .observed:
          response.body = response.body.observed { ends.add($0) }
          #expect(response.body.isFile == (stream.file != nil))
        }
        return response
      } catch {
        return .text("\(error)", status: .internalServerError)
      }
    }
  }

  final class Ends: Sendable {
    private let ends = Lock<[ObservedEnd]>([])
    func add(_ end: ObservedEnd) { ends.withLock { $0.append(end) } }
    var all: [ObservedEnd] { ends.withLock { $0 } }
  }

  private static func get(_ name: String, _ fields: String = "") -> String {
    "GET /\(name) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
  }

  @Test("A file is sent completely, and the connection stays open", arguments: Way.allCases)
  func complete(way: Way) async throws {
    let tree = FileTree()
    tree.write(Self.text, to: "long")
    tree.write("short", to: "short")
    let ends = Ends()
    var partBytes = 0
    try await withEngine(Self.responder(tree, way, ends)) { server in
      let client = try RawClient(server.address)
      try client.send(Self.get("long") + Self.get("short") + Self.get("long", "Range: bytes=16-99999\r\n"))
      let long = try client.response()
      #expect(long.has("Content-Length: 3200000") && long.body == Self.text)
      #expect(try client.response().body == "short")
      #expect(try client.response().body == Self.text.dropFirst(16).prefix(99_984))
      try client.send(
        "HEAD /long HTTP/1.1\r\nHost: a\r\n\r\n" + Self.get("long", "Range: bytes=0-69999,100000-199999\r\n"))
      #expect(try client.response(to: "HEAD").has("Content-Length: 3200000"))
      let parts = try client.response()
      partBytes = parts.body.utf8.count
      #expect(parts.status == 206 && parts.body.contains(Self.text.prefix(70_000)))
      #expect(parts.body.contains(Self.text.dropFirst(100_000).prefix(100_000)))
      try client.send("GET /long HTTP/1.0\r\n\r\n")
      #expect(try client.toEnd().hasSuffix("\r\n\r\n" + Self.text))
    }
    #expect(tree.openCount(of: "long") == 0)
    // The stream of the response to HEAD is dropped, so one of the five ends is not complete.
    #expect(ends.all.count == (way == .observed ? 5 : 0))
    #expect(
      ends.all.filter(\.isComplete).map(\.bytes) == (way == .observed ? [3_200_000, 99_984, partBytes, 3_200_000] : []))
  }

  @Test("The engine does not read a file that the kernel can pass to the socket", arguments: Way.allCases)
  func passed(way: Way) async throws {
    let tree = FileTree()
    tree.write(Self.text, to: "long")
    // Only the system's kernel passes files; with any other the engine reads them.
    for (kernel, passes) in [(SystemKernel(), way != .stream), (FaultyKernel(maxBytes: 100_003), false)]
      as [(any Kernel, Bool)]
    {
      let read = Lock(0)
      try await withEngine(Self.responder(tree, way, read: read), kernel: kernel) { server in
        let client = try RawClient(server.address)
        try client.send(Self.get("long") + Self.get("long", "Range: bytes=16-99999\r\n"))
        #expect(try client.response().body == Self.text)
        #expect(try client.response().body.utf8.count == 99_984)
      }
      #expect(read.withLock { $0 } == (passes ? 0 : Self.text.utf8.count + 99_984), "\(kernel)")
    }
  }

  @Test("A file is complete even if the kernel accepts few bytes at a time")
  func faultyKernel() async throws {
    let tree = FileTree()
    tree.write(Self.text, to: "long")
    try await withEngine(Self.responder(tree), kernel: FaultyKernel(maxBytes: 10_007)) { server in
      let client = try RawClient(server.address)
      try client.send(Self.get("long"))
      #expect(try client.response().body == Self.text)
    }
  }

  @Test("A file that sendfile refuses is read and sent", .enabled(if: access("/proc/self/maps", R_OK) == 0))
  func unsupported() async throws {
    // Files of this file system have neither a size nor pages.
    let responder = TestResponder.handling { _, _ in
      let opened = open("/proc/self/maps", O_RDONLY | O_CLOEXEC)
      return HTTPResponse(.ok, body: .stream(ByteStream(FileReader(owning: opened, length: 100))))
    }
    try await withEngine(responder) { server in
      let client = try RawClient(server.address)
      for _ in 0..<2 {
        try client.send(Self.get(""))
        let response = try client.response()
        #expect(response.body.utf8.count == 100 && response.body.contains("-"))
      }
    }
  }

  @Test("A file of 1 GiB is sent with bounded memory", .timeLimit(.minutes(3)), arguments: [Way.kernel, .stream])
  func large(way: Way) async throws {
    let tree = FileTree()
    tree.write("", to: "large")
    tree.resize("large", to: 1 << 30)
    try await withEngine(Self.responder(tree, way)) { server in
      let client = try RawClient(server.address)
      let before = Self.residentKiB()
      var most = before
      try client.send(Self.get("large"))
      #expect(try client.head().contains("Content-Length: 1073741824"))
      for _ in 0..<1024 {
        try client.skip(1 << 20)
        most = max(most, Self.residentKiB())
      }
      #expect(client.rest.isEmpty)
      // Other tests run in the same process, and AddressSanitizer keeps 256 MiB of freed memory.
      #expect(most - before < 512 << 10, "\(before) KiB became \(most) KiB")
      try client.send(Self.get("large", "Range: bytes=-1\r\n"))
      #expect(try client.response().body == "\0")
    }
  }

  private static func residentKiB() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 200)
    fgets(&line, 200, file)
    let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(
      separator: " ")
    return (words.count > 1 ? Int(words[1]) ?? 0 : 0) * 4
  }

  @Test(
    "A client that reads slowly gets the whole file, and other clients are served meanwhile", arguments: Way.allCases)
  func slowReader(way: Way) async throws {
    let tree = FileTree()
    tree.write(Self.text, to: "long")
    tree.write("short", to: "short")
    try await withEngine(Self.responder(tree, way)) { server in
      let slow = try RawClient(server.address, receiveBuffer: 4096)
      try slow.send(Self.get("long"))
      let other = try RawClient(server.address)
      for _ in 0..<20 {
        try other.send(Self.get("short"))
        #expect(try other.response().body == "short")
      }
      #expect(tree.openCount(of: "long") == 1)
      #expect(try slow.response().body == Self.text)
    }
  }

  @Test("A client that disconnects leaves no file open", arguments: Way.allCases)
  func disconnected(way: Way) async throws {
    let tree = FileTree()
    tree.write("", to: "large")
    tree.resize("large", to: 1 << 30)
    tree.write("short", to: "short")
    try await withEngine(Self.responder(tree, way)) { server in
      for step in 0..<6 {
        let client = try RawClient(server.address, receiveBuffer: 4096)
        try client.send(Self.get("large", step % 3 == 2 ? "Range: bytes=0-999999,2000000-\r\n" : ""))
        _ = try client.head()
        #expect(tree.openCount(of: "large") == 1)
        if step % 2 == 0 { try client.reset() } else { client.close() }
        // The server notices the end of the connection after a few more events, which another client causes.
        let other = try RawClient(server.address)
        for _ in 0..<1000 where tree.openCount(of: "large") > 0 {
          try other.send(Self.get("short"))
          _ = try other.response()
        }
        #expect(tree.openCount(of: "large") == 0)
      }
    }
  }

  @Test(
    "A client that does not read is disconnected after the write timeout", .timeLimit(.minutes(1)),
    arguments: Way.allCases)
  func idleReader(way: Way) async throws {
    let tree = FileTree()
    tree.write("", to: "large")
    tree.resize("large", to: 1 << 30)
    var timeouts = ServerTimeouts()
    timeouts.write = .milliseconds(100)
    let ends = Ends()
    try await withEngine(Self.responder(tree, way, ends), timeouts: timeouts) { server in
      let client = try RawClient(server.address, receiveBuffer: 4096)
      try client.send(Self.get("large"))
      _ = try client.head()
      let other = try RawClient(server.address)
      while tree.openCount(of: "large") > 0 {
        try other.send(Self.get("nothing"))
        #expect(try other.response().status == 404)
      }
      #expect(throws: RawClient.Failure.self) { try client.toEnd() }
    }
    if way == .observed { #expect(ends.all.map(\.isComplete) == [false]) }
  }

  @Test("A file that shrinks closes the connection, and a file that grows is cut", arguments: Way.allCases)
  func changed(way: Way) async throws {
    let tree = FileTree()
    tree.write("", to: "shrinking")
    tree.resize("shrinking", to: 1 << 28)
    tree.write(Self.text, to: "growing")
    let ends = Ends()
    try await withEngine(Self.responder(tree, way, ends)) { server in
      let client = try RawClient(server.address, receiveBuffer: 4096)
      try client.send(Self.get("shrinking"))
      #expect(try client.head().contains("Content-Length: 268435456"))
      tree.resize("shrinking", to: 1000)
      let rest = try client.toEnd()
      #expect(rest.utf8.count < 1 << 28 && rest.utf8.allSatisfy { $0 == 0 })

      tree.resize("shrinking", to: 1 << 28)
      let several = try RawClient(server.address, receiveBuffer: 4096)
      try several.send(Self.get("shrinking", "Range: bytes=0-199999999,200001000-\r\n"))
      #expect(try several.head().hasPrefix("HTTP/1.1 206 "))
      tree.resize("shrinking", to: 1000)
      #expect(try several.toEnd().utf8.count < 1 << 28)

      let other = try RawClient(server.address, receiveBuffer: 4096)
      try other.send(Self.get("growing"))
      #expect(try other.head().contains("Content-Length: 3200000"))
      tree.resize("growing", to: 9_000_000)
      try other.skip(3_200_000)
      try other.send(Self.get("nothing"))
      #expect(try other.response().status == 404)
    }
    if way == .observed { #expect(ends.all.map(\.isComplete) == [false, false, true]) }
  }
}

extension HTTPBody {
  /// True if an engine may send the file of the stream itself.
  fileprivate var isFile: Bool {
    if case .stream(let stream) = self { stream.file != nil } else { false }
  }
}
