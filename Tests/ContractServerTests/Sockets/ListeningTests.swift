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

@Suite("Listening", .ownThreads, .serialized)
struct ListeningTests {
  static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

  static func expectAnswer(_ address: SocketAddress) throws {
    let client = try RawClient(address)
    try client.send(get)
    #expect(try client.response().status == 200, "\(address)")
  }

  @Test("A server listens on several addresses until it is stopped", arguments: [1, 3])
  func several(threads: Int) async throws {
    let folder = TemporaryFolder()
    let places: [BindAddress] = [.tcp(port: 0), .tcp("::1", port: 0), .unix(folder.file("a.sock"))]
    var addresses: [SocketAddress] = []
    try await withEngine(.echo, at: places, threads: threads) { server in
      addresses = server.addresses
      #expect(addresses.count == 3)
      for address in addresses { for _ in 0..<5 { try Self.expectAnswer(address) } }
    }
    for address in addresses { #expect(throws: (any Error).self) { try RawClient(address) } }
  }

  @Test("An IPv6 address accepts IPv4 only with dual stack")
  func dualStack() async throws {
    try await withEngine(.echo, at: [.tcp("::", port: 0)]) { server in
      let port = try #require(server.address.port)
      try Self.expectAnswer(.ipv6(high: 0, low: 1, port: port, scope: 0))
      #expect(throws: (any Error).self) { try RawClient(.ipv4(0x7f00_0001, port: port)) }
    }
    try await withEngine(.echo, at: [.tcp("::", port: 0, dualStack: true)], threads: 2) { server in
      let port = try #require(server.address.port)
      try Self.expectAnswer(.ipv6(high: 0, low: 1, port: port, scope: 0))
      try Self.expectAnswer(.ipv4(0x7f00_0001, port: port))
    }
  }

  @Test("A dual-stack server reports an IPv4 peer with its IPv4 address")
  func mappedPeer() {
    #expect(PeerAddress(.ipv6(high: 0, low: 0xFFFF_C000_0207, port: 80, scope: 0)).description == "192.0.2.7:80")
    #expect(PeerAddress(.ipv6(high: 0, low: 1, port: 80, scope: 0)).description == "[::1]:80")
  }

  @Test("A start with an invalid address closes its other sockets")
  func allOrNothing() async throws {
    let folder = TemporaryFolder()
    let taken = try SocketServer(SocketServer.Options([.tcp(port: 0)]), responder: TestResponder.echo)
    let port = Int(try #require(taken.address.port))
    let places: [BindAddress] = [.unix(folder.file("a.sock")), .tcp(port: port)]
    let error = #expect(throws: ServerError.self) {
      try SocketServer(SocketServer.Options(places), responder: TestResponder.echo)
    }
    #expect(error?.code == .addressInUse)
    #expect(folder.files == [])
    await taken.stop(deadline: .zero)
  }

  @Test("A start without a thread closes its sockets")
  func noThread() async throws {
    let folder = TemporaryFolder()
    // No other test uses this address, so no other test can get the port after `free` has stopped.
    let address = SocketAddress.ipv4(0x7f09_0807, port: 0)
    let free = try SocketServer(SocketServer.Options(address), responder: TestResponder.echo)
    let taken = free.address
    await free.stop(deadline: .zero)
    var options = SocketServer.Options(taken)
    options.addresses.append(.unix(folder.file("a.sock")))
    options.threads = 3
    let started = Lock(0)
    options.start = { loop throws(SystemError) in
      let count = started.withLock { started in
        started += 1
        return started
      }
      if count == 3 { throw SystemError(EAGAIN, "pthread_create") }
      try loop.start()
    }
    #expect(throws: ServerError.self) { try SocketServer(options, responder: TestResponder.echo) }
    #expect(started.withLock { $0 } == 3)
    #expect(folder.files == [])
    // A process that another test is just starting has copies of the sockets, which keep the port open for a moment.
    for _ in 0..<1000 where (try? RawClient(taken)) != nil { await Task.yield() }
    #expect(throws: (any Error).self) { try RawClient(taken) }
  }

  @Test("A listening error names the fault and the remedy")
  func errors() {
    let folder = TemporaryFolder()
    let long = "/tmp/" + String(repeating: "x", count: 103)
    folder.write("kept", to: "text")
    let table: [(BindAddress, ServerError.Code, String)] = [
      (.tcp("example.com", port: 0), .invalidHost, "`example.com` is not a numeric IP address; use a numeric address"),
      (.tcp(port: 65_536), .invalidPort, "65536 is not a port; use 0 to 65535"),
      (.tcp("192.0.2.1", port: 0), .invalidHost, "192.0.2.1:0 is not an address of this machine"),
      (.tcp("2001:db8::1", port: 0), .invalidHost, "[2001:db8::1]:0 is not an address of this machine"),
      (.tcp("fe80::1", port: 0), .invalidHost, "`fe80::1` is a link-local address, which is not supported"),
      (.tcp("febf::1", port: 0), .invalidHost, "`febf::1` is a link-local address, which is not supported"),
      (.unix(""), .invalidPath, "`` is not a valid path"), (.unix("a\0b"), .invalidPath, "`ab` is not a valid path"),
      (.unix(long), .invalidPath, "unix:\(long) has 108 bytes; the path of a Unix domain socket has at most 107"),
      (.unix(folder.file("no/a.sock")), .invalidPath, "the folder of unix:\(folder.path)/no/a.sock does not exist"),
      (.unix(folder.file("text")), .notASocket, "unix:\(folder.path)/text is not a socket; remove it"),
      (.unix(folder.file("text"), replacing: true), .notASocket, "unix:\(folder.path)/text is not a socket"),
      (.unix("/proc/a.sock"), .invalidPath, "the folder of unix:/proc/a.sock does not exist"),
      (
        .inherited(), .nothingInherited,
        "the process was started with no socket to listen on; start it from a systemd socket unit"
      ),
      (.inherited("web"), .nothingInherited, "the process was started with no socket named `web` to listen on; start"),
    ]
    for (place, code, text) in table {
      let error = #expect(throws: ServerError.self, "\(place)") {
        try SocketServer(SocketServer.Options([place]), responder: TestResponder.echo)
      }
      #expect(error?.code == code, "\(place)")
      #expect(error?.description.hasPrefix(text) == true, "\(error?.description ?? "")")
    }
    #expect(folder.files == ["text"])
    let nowhere = #expect(throws: ServerError.self) {
      try SocketServer(SocketServer.Options([]), responder: TestResponder.echo)
    }
    #expect(nowhere?.code == .nowhere)
  }

  @Test("Missing permissions and descriptors are errors with a remedy")
  func systemErrors() {
    let table: [(Int32, String, ServerError.Code, String)] = [
      (
        EACCES, "0.0.0.0:80", .notPermitted,
        "no permission to listen on 0.0.0.0:80; ports below 1024 require a privilege"
      ),
      (EMFILE, "0.0.0.0:80", .noDescriptors, "no file descriptors left to listen on 0.0.0.0:80; raise the limit"),
      (EACCES, "unix:/run/a", .notPermitted, "no permission to create unix:/run/a; allow writing to its folder"),
      (ENFILE, "unix:/run/a", .noDescriptors, "no file descriptors left to listen on unix:/run/a; raise the limit"),
    ]
    for (number, place, code, text) in table {
      let error = ServerError(SystemError(number, "bind"), at: place)
      #expect(error.code == code)
      #expect(error.description.hasPrefix(text), "\(error.description)")
    }
  }
}
