#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A connection that sends a request and never reads. Its buffers, and those of the server for it, are small.
struct SilentReader {
  private let descriptor: Int32

  init(_ target: String, port: UInt16) {
    #if canImport(Glibc)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)
    #endif
    set(SOL_SOCKET, SO_RCVBUF, to: 4096)
    // Small segments keep the send buffer of the server small, because the kernel derives its size from the size of segments.
    set(Int32(IPPROTO_TCP), TCP_MAXSEG, to: 536)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    // SAFETY: `connect` reads an address of the given size.
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    precondition(connected == 0, "a silent reader cannot connect: \(errno)")
    let request = Array("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
    precondition(send(descriptor, request, request.count, 0) == request.count, "the request of a silent reader was cut")
  }

  private func set(_ level: Int32, _ option: Int32, to value: Int32) {
    var value = value
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  func finish() { close(descriptor) }
}
