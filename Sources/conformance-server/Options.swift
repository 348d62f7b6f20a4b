internal import ContractLoop

/// The command line.
struct Options {
  var address: SocketAddress
  var threads = 1

  init?(_ arguments: some Sequence<String>) {
    var port: UInt16?
    var host = "127.0.0.1"
    var iterator = arguments.makeIterator()
    while let name = iterator.next() {
      guard let value = iterator.next() else { return nil }
      switch name {
      case "--port": port = UInt16(value)
      case "--threads": threads = Int(value) ?? 1
      case "--host": host = value
      default: return nil
      }
    }
    guard let port, let address = SocketAddress(host: host, port: port) else { return nil }
    self.address = address
  }
}
