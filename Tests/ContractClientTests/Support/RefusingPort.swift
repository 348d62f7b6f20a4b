import ContractHTTP
import Glibc

/// A reserved port without a listener: connecting to it is refused.
final class RefusingPort {
  private let descriptor: Int32
  let port: UInt16

  struct Unavailable: Error {}

  init() throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, length) == 0 && getsockname(descriptor, address, &length) == 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    guard isBound else { throw Unavailable() }
  }

  deinit { Glibc.close(descriptor) }

  var baseURL: String { "http://127.0.0.1:\(port)" }
  var request: HTTPRequest { HTTPRequest(.get, "/", scheme: "http", authority: "127.0.0.1:\(port)") }
}
