import ContractLoop
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("Sockets")
struct SocketTests {
  @Test(
    "Numeric addresses and localhost are parsed and formatted",
    arguments: [
      ("127.0.0.1", "127.0.0.1:80"), ("0.0.0.0", "0.0.0.0:80"), ("255.1.2.3", "255.1.2.3:80"),
      ("localhost", "127.0.0.1:80"), ("::1", "[::1]:80"), ("[::1]", "[::1]:80"), ("::", "[::]:80"),
      ("2001:db8::8:800:200C:417A", "[2001:db8::8:800:200c:417a]:80"),
    ])
  func numericAddresses(host: String, text: String) throws {
    let address = try #require(SocketAddress(host: host, port: 80))
    #expect(address.description == text)
    #expect(address.port == 80)
  }

  @Test(
    "Host names other than localhost and malformed addresses are refused",
    arguments: ["", "example.com", "1.2.3", "1.2.3.256", "[::1", ":::"])
  func refusedAddresses(host: String) {
    #expect(SocketAddress(host: host, port: 80) == nil)
  }

  @Test("A listener reports its address, accepts connections and transfers bytes", arguments: ["127.0.0.1", "::1"])
  func listen(host: String) throws {
    let address = try #require(SocketAddress(host: host, port: 0))
    let listener = try Syscalls.streamSocket(for: address)
    try Syscalls.setOption(.reuseAddress, to: 1, on: listener.raw)
    try Syscalls.bind(listener.raw, to: address)
    try Syscalls.listen(listener.raw, backlog: 8)
    #expect(try Syscalls.option(.isListening, of: listener.raw) == 1)
    let bound = try Syscalls.localAddress(of: listener.raw)
    #expect(bound.host == host)
    #expect(bound.port != 0)
    try exchange(over: listener, at: bound)
  }

  @Test("A Unix socket at a path accepts connections, and its path can be removed")
  func unixSocket() throws {
    let path = "/tmp/contract-loop-\(getpid())-\(UInt32.random(in: 0 ... .max)).sock"
    let address = SocketAddress.unix(path: path)
    let listener = try Syscalls.streamSocket(for: address)
    try Syscalls.bind(listener.raw, to: address)
    defer { try? Syscalls.unlink(path) }
    try Syscalls.chmod(path, mode: 0o600)
    try Syscalls.listen(listener.raw, backlog: 8)
    #expect(try Syscalls.localAddress(of: listener.raw) == address)
    try exchange(over: listener, at: address)
    try Syscalls.unlink(path)
    try Syscalls.unlink(path)
    let error = #expect(throws: SystemError.self) { try Syscalls.chmod(path, mode: 0o600) }
    #expect(error?.description == "chmod \(path): No such file or directory (errno 2)")
  }

  private func exchange(over listener: borrowing Descriptor, at address: SocketAddress) throws {
    let client = try Syscalls.streamSocket(for: address)
    #expect(try Syscalls.connect(client.raw, to: address) || address.port != nil)
    #expect(becomesReadable(listener.raw))
    switch try SystemKernel().accept(listener.raw) {
    case .connection(let connection, let peer):
      #expect(try peer == Syscalls.localAddress(of: client.raw))
      #expect(try Syscalls.peerAddress(of: connection.raw) == Syscalls.localAddress(of: client.raw))
      if address.port != nil { try Syscalls.setOption(.noDelay, to: 1, on: connection.raw) }
      try send("hello", on: connection.raw)
      #expect(becomesReadable(client.raw))
      #expect(try receive(from: client.raw) == "hello")
      #expect(try receive(from: connection.raw) == nil)
    default:
      Issue.record("expected a connection")
    }
  }

  private func becomesReadable(_ descriptor: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 10_000) == 1
  }

  @Test("The error of a failed bind names the address, and a path that is too long is refused")
  func bindError() throws {
    let address = try #require(SocketAddress(host: "127.0.0.1", port: 0))
    let first = try Syscalls.streamSocket(for: address)
    try Syscalls.bind(first.raw, to: address)
    try Syscalls.listen(first.raw, backlog: 1)
    let taken = try Syscalls.localAddress(of: first.raw)
    let second = try Syscalls.streamSocket(for: address)
    let error = #expect(throws: SystemError.self) { try Syscalls.bind(second.raw, to: taken) }
    #expect(error?.description == "bind \(taken): Address already in use (errno 98)")
    let long = SocketAddress.unix(path: String(repeating: "x", count: SocketAddress.maxPathBytes + 1))
    let tooLong = #expect(throws: SystemError.self) { try Syscalls.bind(second.raw, to: long) }
    #expect(tooLong?.code == ENAMETOOLONG)
  }

  @Test("A descriptor is closed with its owner, unless it was released")
  func descriptorOwnership() throws {
    let (near, far) = try Syscalls.streamPair()
    do {
      let owner = Descriptor(owning: near)
      #expect(fcntl(owner.raw, F_GETFD) >= 0)
    }
    // The peer shows that the descriptor is closed, because another test may reuse the descriptor's number.
    #expect(try receive(from: far) == "")
    let number = Descriptor(owning: far).release()
    #expect(fcntl(number, F_GETFD) >= 0)
    close(number)
  }
}
