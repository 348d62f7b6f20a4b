import ContractHTTP
import ContractLoop
import Testing

@testable import ContractServer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("Unix domain sockets", .serialized)
struct UnixSocketTests {
  @Test("have exactly the mode that was asked for", arguments: [0o600, 0o660, 0o666, 0o777, 0o000])
  func mode(_ mode: UInt32) async throws {
    let folder = TemporaryFolder()
    try await withEngine(.echo, at: [.unix(folder.file("a"), mode: mode)]) { _ in
      #expect(folder.mode(of: "a") == mode)
    }
    #expect(folder.files == [])
  }

  @Test("answer on every loop")
  func answers() async throws {
    let folder = TemporaryFolder()
    try await withEngine(.echo, at: [.unix(folder.file("a"))], threads: 3) { server in
      let clients = try (0..<60).map { _ in try RawClient(server.address) }
      for client in clients { try client.send(ListeningTests.get) }
      for client in clients { #expect(try client.response().status == 200) }
    }
  }

  @Test("replace the file that a dead server has left")
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

  @Test("leave a server alone that listens, also one whose queue is full")
  func inUse() async throws {
    let folder = TemporaryFolder()
    try await withEngine(.echo, at: [.unix(folder.file("a"))]) { server in
      let error = #expect(throws: ServerError.self) {
        try SocketServer(SocketServer.Options([.unix(folder.file("a"))]), responder: TestResponder.echo)
      }
      #expect(error?.description.hasPrefix("unix:\(folder.path)/a is in use; stop what listens there") == true)
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

  @Test("remove their file at the end only while it is theirs")
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

  @Test("have no peer address, and their peers no limit")
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
