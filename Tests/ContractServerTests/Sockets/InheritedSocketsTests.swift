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

@Suite("Inherited sockets", .ownThreads, .serialized)
struct InheritedSocketsTests {
  /// The first of the consecutive descriptors that a service manager passes. The number is so high that no other test of
  /// the process uses it.
  private static let first = Int32(clamping: min(sysconf(Int32(_SC_OPEN_MAX)), 1 << 20)) - 16

  private static func hand(_ sockets: [Int32], names: String?, process: String? = nil) -> InheritedSockets {
    for (index, socket) in sockets.enumerated() { dup2(socket, first + Int32(index)) }
    return InheritedSockets(
      descriptors: "\(sockets.count)", process: process ?? "\(getpid())", names: names, own: getpid(), first: first)
  }

  private static func listener(_ address: SocketAddress) throws -> Descriptor {
    let socket = try Syscalls.streamSocket(for: address)
    try Syscalls.bind(socket.raw, to: address)
    try Syscalls.listen(socket.raw, backlog: 16)
    try Syscalls.setNonBlocking(socket.raw, .blocking)
    return socket
  }

  @Test("A server listens on inherited sockets with and without a name, on every loop")
  func served() async throws {
    let folder = TemporaryFolder()
    let web = try Self.listener(.ipv4(0x7f00_0001, port: 0))
    let local = try Self.listener(.unix(path: folder.file("a")))
    let port = try #require(try Syscalls.localAddress(of: web.raw).port)
    let inherited = Self.hand([web.raw, local.raw], names: "web:local")
    let places: [BindAddress] = [.inherited("local"), .inherited()]
    try await withEngine(.echo, at: places, threads: 2, inherited: inherited) { server in
      #expect(server.addresses == [.unix(path: folder.file("a")), .ipv4(0x7f00_0001, port: port)])
      for address in server.addresses { for _ in 0..<10 { try ListeningTests.expectAnswer(address) } }
      #expect(fcntl(Self.first, F_GETFD) == FD_CLOEXEC)
      #expect(fcntl(Self.first, F_GETFL) & O_NONBLOCK != 0)
    }
    // The server has closed its descriptors. The manager's descriptors stay open, and the manager's file is not removed.
    #expect(fcntl(Self.first, F_GETFD) == -1)
    #expect(folder.files == ["a"])
    _ = try RawClient(.ipv4(0x7f00_0001, port: port))
  }

  @Test("An inherited socket that is not a listening stream socket is refused, and stays available for another start")
  func types() throws {
    let connected = try Syscalls.streamPair()
    let silent = try Syscalls.streamSocket(for: .ipv4(0x7f00_0001, port: 0))
    let datagrams = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    let file = open("/dev/null", O_RDONLY)
    defer { for raw in [connected.0, connected.1, datagrams, file] { close(raw) } }
    let table: [(Int32, String)] = [
      (connected.0, "the inherited descriptor \(Self.first) (a) is not a listening stream socket; set ListenStream="),
      (silent.raw, "the inherited descriptor \(Self.first) (a) is not a listening stream socket; set ListenStream="),
      (datagrams, "the inherited descriptor \(Self.first) (a) is not a listening stream socket; set ListenStream="),
      (file, "the inherited descriptor \(Self.first) (a) is not a socket; set ListenStream= in the socket unit"),
    ]
    for (raw, text) in table {
      let inherited = Self.hand([raw], names: "a")
      var options = SocketServer.Options([.inherited("a")])
      options.inherited = inherited
      let error = #expect(throws: ServerError.self) { try SocketServer(options, responder: TestResponder.echo) }
      #expect(error?.code == .notASocket)
      #expect(error?.description.hasPrefix(text) == true, "\(error?.description ?? "")")
      #expect(inherited.take("a") == [.init(raw: Self.first, name: "a")])
      close(Self.first)
    }
  }

  @Test("Inherited sockets stay available when a start fails for another reason")
  func givenBack() async throws {
    let web = try Self.listener(.ipv4(0x7f00_0001, port: 0))
    let api = try Self.listener(.ipv4(0x7f00_0001, port: 0))
    let inherited = Self.hand([web.raw, api.raw], names: "web:api")
    var options = SocketServer.Options([.inherited("api"), .inherited("web"), .tcp("192.0.2.1", port: 0)])
    options.inherited = inherited
    #expect(throws: ServerError.self) { try SocketServer(options, responder: TestResponder.echo) }
    #expect(inherited.names == ["web", "api"])
    options.addresses = [.inherited()]
    options.start = { _ throws(SystemError) in throw SystemError(EAGAIN, "pthread_create") }
    #expect(throws: ServerError.self) { try SocketServer(options, responder: TestResponder.echo) }
    #expect(inherited.names == ["web", "api"])
    try await withEngine(.echo, at: [.inherited()], threads: 2, inherited: inherited) { server in
      #expect(inherited.names == [])
      for address in server.addresses { try ListeningTests.expectAnswer(address) }
    }
    for index in 0..<Int32(2) { #expect(fcntl(Self.first + index, F_GETFD) == -1) }
  }

  @Test("Sockets are inherited only if the environment variables name this process")
  func variables() throws {
    let pipe = try Syscalls.streamPair()
    defer {
      close(pipe.0)
      close(pipe.1)
    }
    let own = getpid()
    func names(_ count: String?, _ process: String?, _ names: String?) -> [String] {
      InheritedSockets(descriptors: count, process: process, names: names, own: own, first: min(pipe.0, pipe.1)).names
    }
    #expect(names("1", "\(own)", "a") == ["a"])
    #expect(names("1", "\(own)", nil) == [""])
    #expect(names("1", "\(own)", "") == [""])
    #expect(names("1", "\(own)", "a:b:c") == ["a"])
    for (count, process) in [
      (nil, "\(own)"), ("1", nil), ("1", "\(own + 1)"), ("0", "\(own)"), ("-1", "\(own)"), ("x", "\(own)"),
      ("99999999", "\(own)"), ("1", ""),
    ] {
      #expect(names(count, process, "a") == [], "\(count ?? "-") \(process ?? "-")")
    }
  }

  @Test("The error of an inherited socket that is listed twice says that the socket is used")
  func listedTwice() throws {
    let web = try Self.listener(.ipv4(0x7f00_0001, port: 0))
    let inherited = Self.hand([web.raw], names: "web")
    defer { close(Self.first) }
    let table: [([BindAddress], String)] = [
      (
        [.inherited(), .inherited()],
        "all inherited sockets are used by other addresses or servers of this process"
      ),
      (
        [.inherited(), .inherited("web")],
        "all inherited sockets named `web` are used by other addresses or servers of this process"
      ),
    ]
    for (addresses, text) in table {
      var options = SocketServer.Options(addresses)
      options.inherited = inherited
      let error = #expect(throws: ServerError.self) { try SocketServer(options, responder: TestResponder.echo) }
      #expect(error?.code == .nothingInherited && error?.description == text)
      #expect(inherited.names == ["web"])
    }
  }

  @Test("The error about a missing inherited socket lists the available ones")
  func unknownName() throws {
    let web = try Self.listener(.ipv4(0x7f00_0001, port: 0))
    let inherited = Self.hand([web.raw], names: "web")
    defer { close(Self.first) }
    var options = SocketServer.Options([.inherited("api")])
    options.inherited = inherited
    let error = #expect(throws: ServerError.self) { try SocketServer(options, responder: TestResponder.echo) }
    #expect(error?.description.contains("no socket named `api` to listen on; there are `web`; start it from") == true)
  }
}
