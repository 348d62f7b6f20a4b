import Contract
import ContractHTTP
import Glibc

/// A listening socket whose queue is full: connecting to it neither succeeds nor fails.
final class SilentListener {
  private var descriptors: [Int32] = []
  private(set) var port: UInt16 = 0

  struct Unavailable: Error {}

  init() throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    descriptors.append(listener)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isFull = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard bind(listener, address, length) == 0, listen(listener, 0) == 0,
          getsockname(listener, address, &length) == 0
        else { return false }
        return (0..<8).contains { _ in !connects(to: address, length) }
      }
    }
    guard isFull else {
      close()
      throw Unavailable()
    }
    port = UInt16(bigEndian: address.sin_port)
  }

  /// Occupies a slot in the queue; false if none becomes free within 50 ms.
  private func connects(to address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
    descriptors.append(descriptor)
    _ = connect(descriptor, address, length)
    var status = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&status, 1, 50) == 1
  }

  var request: HTTPRequest { HTTPRequest(.get, "/", scheme: "http", authority: "127.0.0.1:\(port)") }

  func close() {
    for descriptor in descriptors { Glibc.close(descriptor) }
    descriptors = []
  }
}
