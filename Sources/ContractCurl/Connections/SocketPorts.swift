/// The sockets of an engine's connections by this end's port.
///
/// Ports are unique only for one local address, so a port has a chain of sockets. A socket gets its port when it connects,
/// which libcurl does not report: sockets without a port are asked for it at the next look-up.
struct SocketPorts {
  private var chains: [Int32: CurlSocket] = [:]
  private var unplaced: [CurlSocket] = []

  /// Adds the socket of a new connection.
  mutating func add(_ socket: CurlSocket) {
    unplaced.append(socket)
  }

  /// Removes a socket whose connection is closed.
  mutating func remove(_ socket: CurlSocket) {
    guard socket.listedPort > 0 else { return unplaced.removeAll { $0 === socket } }
    let port = socket.listedPort
    socket.listedPort = 0
    var previous: CurlSocket?
    var next = chains[port]
    while let current = next, current !== socket {
      previous = current
      next = current.nextAtPort
    }
    if let previous { previous.nextAtPort = socket.nextAtPort } else { chains[port] = socket.nextAtPort }
    socket.nextAtPort = nil
  }

  /// The first socket with a port; its `nextAtPort` is the next.
  mutating func first(at port: Int32) -> CurlSocket? {
    if !unplaced.isEmpty { placeAll() }
    return chains[port]
  }

  private mutating func placeAll() {
    unplaced.removeAll { socket in
      let port = socket.localPort
      guard port > 0 else { return false }
      socket.listedPort = port
      socket.nextAtPort = chains.updateValue(socket, forKey: port)
      return true
    }
  }
}
