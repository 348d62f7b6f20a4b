internal import ContractLoop

/// Listening sockets on one address, one for each loop.
final class ListeningSockets {
  /// The address with its real port.
  private(set) var address: SocketAddress
  private var sockets: [Int32] = []

  /// The first socket is bound without `SO_REUSEPORT`, which fails where anybody else listens; with it, a second server
  /// would get half of the first one's connections and nobody would be told. Only then is the port shared, with the
  /// sockets of the other loops.
  init(_ address: SocketAddress, count: Int, backlog: Int32) throws(SystemError) {
    // Initialised from here on, so whatever fails below ends in `deinit`.
    self.address = address
    let first = try Syscalls.streamSocket(for: address)
    try Self.prepare(first.raw, address)
    try Syscalls.bind(first.raw, to: address)
    if count > 1 { try Syscalls.setOption(.reusePort, to: 1, on: first.raw) }
    self.address = try Syscalls.localAddress(of: first.raw)
    sockets.append(first.release())
    for _ in 1..<max(1, count) {
      let next = try Syscalls.streamSocket(for: self.address)
      try Self.prepare(next.raw, self.address)
      try Syscalls.setOption(.reusePort, to: 1, on: next.raw)
      try Syscalls.bind(next.raw, to: self.address)
      sockets.append(next.release())
    }
    for socket in sockets { try Syscalls.listen(socket, backlog: backlog) }
  }

  deinit {
    for socket in sockets { Descriptor(owning: socket).closeNow() }
  }

  /// Takes one socket out.
  func next() -> Descriptor {
    Descriptor(owning: sockets.removeLast())
  }

  private static func prepare(_ socket: Int32, _ address: SocketAddress) throws(SystemError) {
    if case .unix = address { return }
    try Syscalls.setOption(.reuseAddress, to: 1, on: socket)
    // Accepted connections inherit it: answers leave when they are written.
    try Syscalls.setOption(.noDelay, to: 1, on: socket)
    if case .ipv6 = address { try Syscalls.setOption(.v6Only, to: 1, on: socket) }
  }
}
