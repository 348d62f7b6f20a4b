/// The sockets of an engine's connections by local port.
///
/// Ports are unique only per local address, so a port has a chain of sockets. A socket gets its port when it connects.
/// libcurl does not report this, so sockets without a port are checked at the next lookup.
struct SocketPorts {
  private var chains: [Int32: CurlSocket] = [:]
  private var unlisted: [CurlSocket] = []

  /// Adds the socket of a new connection.
  mutating func add(_ socket: CurlSocket) {
    unlisted.append(socket)
  }

  /// Removes a socket whose connection is closed.
  mutating func remove(_ socket: CurlSocket) {
    guard socket.listedPort > 0 else { return unlisted.removeAll { $0 === socket } }
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

  /// Returns the first socket with a port; the `nextAtPort` of each socket is the next one.
  mutating func first(at port: Int32) -> CurlSocket? {
    if !unlisted.isEmpty { listConnected() }
    return chains[port]
  }

  private mutating func listConnected() {
    unlisted.removeAll { socket in
      let port = socket.localPort
      guard port > 0 else { return false }
      socket.listedPort = port
      socket.nextAtPort = chains.updateValue(socket, forKey: port)
      return true
    }
  }
}
