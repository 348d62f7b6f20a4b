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

@Suite("Unix domain sockets", .ownThreads, .serialized)
struct UnixSocketTests {
  @Test("A Unix socket has exactly the configured mode", arguments: [0o600, 0o660, 0o666, 0o777, 0o000])
  func mode(_ mode: UInt32) async throws {
    let folder = TemporaryFolder()
    try await withEngine(.echo, at: [.unix(folder.file("a"), mode: mode)]) { _ in
      #expect(folder.mode(of: "a") == mode)
    }
    #expect(folder.files == [])
  }

  @Test("A Unix socket is served on every loop")
  func answers() async throws {
    let folder = TemporaryFolder()
    try await withEngine(.echo, at: [.unix(folder.file("a"))], threads: 3) { server in
      let clients = try (0..<60).map { _ in try RawClient(server.address) }
      for client in clients { try client.send(ListeningTests.get) }
      for client in clients { #expect(try client.response().status == 200) }
    }
  }

  @Test("The file of a dead server is replaced")
  func leftOver() async throws {
    let folder = TemporaryFolder()
    let address = SocketAddress.unix(path: folder.file("a"))
    do {
      let dead = try Syscalls.streamSocket(for: address)
      try Syscalls.bind(dead.raw, to: address)
      try Syscalls.listen(dead.raw, backlog: 1)
    }
    #expect(folder.files == ["a"])
    try await withEngine(.echo, at: [.unix(folder.file("a"))]) { try ListeningTests.expectAnswer($0.address) }
    #expect(folder.files == [])
  }

  @Test("A listening server keeps its Unix socket, even with a full queue")
  func inUse() async throws {
    let folder = TemporaryFolder()
    try await withEngine(.echo, at: [.unix(folder.file("a"))]) { server in
      let error = #expect(throws: ServerError.self) {
        try SocketServer(SocketServer.Options([.unix(folder.file("a"))]), responder: TestResponder.echo)
      }
      #expect(error?.description.hasPrefix("unix:\(folder.path)/a is in use; stop the program") == true)
      try ListeningTests.expectAnswer(server.address)
    }
    let address = SocketAddress.unix(path: folder.file("full"))
    let full = try Syscalls.streamSocket(for: address)
    try Syscalls.bind(full.raw, to: address)
    try Syscalls.listen(full.raw, backlog: 0)
    let waiting = try RawClient(address)
    #expect(throws: ServerError.self) {
      try SocketServer(SocketServer.Options([.unix(folder.file("full"))]), responder: TestResponder.echo)
    }
    #expect(folder.files == ["full"])
    waiting.close()
  }

  @Test("A failed start leaves the Unix socket to the server that it would have replaced", arguments: [true, false])
  func failedReplacement(byAnotherPlace: Bool) async throws {
    let folder = TemporaryFolder()
    try await withEngine(.echo, at: [.unix(folder.file("a")), .tcp(port: 0)]) { server in
      var places: [BindAddress] = [.unix(folder.file("a"), replacing: true)]
      if byAnotherPlace, case .ipv4(_, let port) = server.addresses[1] { places.append(.tcp(port: Int(port))) }
      var options = SocketServer.Options(places)
      options.threads = 2
      let started = Lock(0)
      options.start = { (loop: ContractLoop) throws(SystemError) in
        let count = started.withLock { count in
          count += 1
          return count
        }
        // The second thread cannot be created.
        if count == 2 { throw SystemError(EAGAIN, "pthread_create") }
        try loop.start()
      }
      #expect(throws: ServerError.self) { try SocketServer(options, responder: TestResponder.echo) }
      #expect(folder.files == ["a"])
      try ListeningTests.expectAnswer(server.address)
    }
    #expect(folder.files == [])
  }

  @Test("A socket with a path of any valid length replaces another one", arguments: [1, 8, 30], [95, 100, 106, 107])
  func longPaths(nameBytes: Int, pathBytes: Int) async throws {
    let folder = TemporaryFolder()
    let filler = pathBytes - nameBytes - 1 - folder.file("").utf8.count
    try #require(filler > 0)
    let inner = folder.file(String(repeating: "f", count: filler))
    try #require(mkdir(inner, 0o700) == 0)
    let path = "\(inner)/\(String(repeating: "s", count: nameBytes))"
    try #require(path.utf8.count == pathBytes)
    try await withEngine(.echo, at: [.unix(path)]) { _ in
      try await withEngine(.echo, at: [.unix(path, replacing: true)]) { server in
        #expect(server.address == .unix(path: path))
        try ListeningTests.expectAnswer(server.address)
      }
    }
  }

  @Test(
    "A client that closes its Unix socket is detected during a silent stream or a handler",
    .timeLimit(.minutes(1)))
  func clientGone() async throws {
    let folder = TemporaryFolder()
    let (entered, unanswered, cancelled) = (Event(), Event(), Event())
    let responder = TestResponder.handling { head, _ in
      if head.path == "/answer" {
        entered.set()
        await waitForCancellation()
        unanswered.set()
        return .text("late")
      }
      return HTTPResponse(.ok, body: .stream(.silent(cancelled)))
    }
    try await withEngine(responder, at: [.unix(folder.file("a"))]) { server in
      let client = try RawClient(server.address)
      try client.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
      _ = try client.head()
      try client.skip("1\r\nA\r\n".utf8.count)
      client.close()
      await cancelled.wait()
    }
    // With HTTP/1.0, the server must detect a closed client without an interim response, with which it probes HTTP/1.1 clients.
    try await withEngine(responder, at: [.unix(folder.file("a"))]) { server in
      let client = try RawClient(server.address)
      try client.send("GET /answer HTTP/1.0\r\n\r\n")
      await entered.wait()
      client.close()
      await unanswered.wait()
    }
  }

  @Test("A stopping server removes only its own Unix socket")
  func foreignFile() async throws {
    let folder = TemporaryFolder()
    let server = try SocketServer(SocketServer.Options([.unix(folder.file("a"))]), responder: TestResponder.echo)
    unlink(folder.file("a"))
    let address = SocketAddress.unix(path: folder.file("a"))
    let other = try Syscalls.streamSocket(for: address)
    try Syscalls.bind(other.raw, to: address)
    await server.stop(deadline: .zero)
    #expect(folder.files == ["a"])
    let second = try SocketServer(SocketServer.Options([.unix(folder.file("b"))]), responder: TestResponder.echo)
    unlink(folder.file("b"))
    folder.write("kept", to: "b")
    await second.stop(deadline: .zero)
    #expect(folder.files == ["a", "b"])
  }

  @Test("A Unix socket has no peer address, and no limit per peer")
  func peers() async throws {
    let folder = TemporaryFolder()
    var limits = ServerLimits()
    limits.maxConnectionsPerPeer = 1
    try await withEngine(.echo, at: [.unix(folder.file("a"))], limits: limits) { server in
      let clients = try (0..<5).map { _ in try RawClient(server.address) }
      for client in clients {
        try client.send(ListeningTests.get)
        #expect(try client.response().status == 200)
      }
    }
    #expect(PeerAddress(.unix(path: "")).description == "unix:")
    #expect(PeerAddress(.unix(path: "")).host == "")
  }
}
