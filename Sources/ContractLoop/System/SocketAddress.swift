internal import ContractHTTP

#if canImport(Glibc)
  package import Glibc
#elseif canImport(Musl)
  package import Musl
#endif

// SAFETY: `sockaddr_storage` has room for every address type and shares its initial layout. Loads and stores are
// checked against its size, and no pointer leaves its closure.
/// The address of a socket: an IP address with a port, or a path.
package enum SocketAddress: Hashable, Sendable {
  /// An IPv4 address, with its first octet in the highest byte.
  case ipv4(UInt32, port: UInt16)
  /// An IPv6 address in two halves, with the interface index of a link-local address.
  case ipv6(high: UInt64, low: UInt64, port: UInt16, scope: UInt32)
  /// A Unix domain socket. The path of an unnamed peer is empty.
  case unix(path: String)

  /// The maximum length of a path in `sockaddr_un` in bytes, without its terminator.
  package static let maxPathBytes = 107

  /// Parses a numeric IPv4 or IPv6 address, the latter with or without brackets, or `localhost` (127.0.0.1). Returns
  /// nil for other names, which are not resolved.
  package init?(host: String, port: UInt16) {
    if host == "localhost" {
      self = .ipv4(0x7f00_0001, port: port)
      return
    }
    var four = in_addr()
    if inet_pton(AF_INET, host, &four) == 1 {
      self = .ipv4(UInt32(bigEndian: four.s_addr), port: port)
      return
    }
    let bare = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    var six = in6_addr()
    guard inet_pton(AF_INET6, bare, &six) == 1 else { return nil }
    self.init(six, port: port, scope: 0)
  }

  private init(_ address: in6_addr, port: UInt16, scope: UInt32) {
    let (high, low) = withUnsafeBytes(of: address) {
      ($0.loadUnaligned(fromByteOffset: 0, as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }
    self = .ipv6(high: UInt64(bigEndian: high), low: UInt64(bigEndian: low), port: port, scope: scope)
  }

  /// Converts an address returned by the kernel. A family that is neither IP nor Unix becomes an unnamed Unix socket.
  package init(_ storage: sockaddr_storage) {
    self = withUnsafeBytes(of: storage) { bytes in
      switch Int32(storage.ss_family) {
      case AF_INET:
        let address = bytes.loadUnaligned(as: sockaddr_in.self)
        return .ipv4(UInt32(bigEndian: address.sin_addr.s_addr), port: UInt16(bigEndian: address.sin_port))
      case AF_INET6:
        let address = bytes.loadUnaligned(as: sockaddr_in6.self)
        return SocketAddress(
          address.sin6_addr, port: UInt16(bigEndian: address.sin6_port), scope: address.sin6_scope_id)
      case AF_UNIX:
        let path = bytes.dropFirst(MemoryLayout<sa_family_t>.size).prefix(Self.maxPathBytes).prefix { $0 != 0 }
        return .unix(path: String(decoding: path, as: UTF8.self))
      default:
        return .unix(path: "")
      }
    }
  }

  /// The port; nil for a path.
  package var port: UInt16? {
    switch self {
    case .ipv4(_, let port), .ipv6(_, _, let port, _): port
    case .unix: nil
    }
  }

  /// AF_INET, AF_INET6 or AF_UNIX.
  package var family: Int32 {
    switch self {
    case .ipv4: AF_INET
    case .ipv6: AF_INET6
    case .unix: AF_UNIX
    }
  }

  /// Calls `body` with the address as a `sockaddr`. Returns nil when the path is too long or contains NUL.
  package func withSockaddr<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result? {
    var storage = sockaddr_storage()
    guard let length = write(to: &storage) else { return nil }
    return withUnsafePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }

  private func write(to storage: inout sockaddr_storage) -> socklen_t? {
    withUnsafeMutableBytes(of: &storage) { bytes in
      switch self {
      case .ipv4(let address, let port):
        var value = sockaddr_in()
        value.sin_family = sa_family_t(AF_INET)
        value.sin_port = port.bigEndian
        value.sin_addr.s_addr = address.bigEndian
        bytes.storeBytes(of: value, as: sockaddr_in.self)
        return socklen_t(MemoryLayout<sockaddr_in>.size)
      case .ipv6(let high, let low, let port, let scope):
        var value = sockaddr_in6()
        value.sin6_family = sa_family_t(AF_INET6)
        value.sin6_port = port.bigEndian
        value.sin6_scope_id = scope
        withUnsafeMutableBytes(of: &value.sin6_addr) {
          $0.storeBytes(of: high.bigEndian, toByteOffset: 0, as: UInt64.self)
          $0.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
        }
        bytes.storeBytes(of: value, as: sockaddr_in6.self)
        return socklen_t(MemoryLayout<sockaddr_in6>.size)
      case .unix(let path):
        let text = Array(path.utf8)
        guard text.count <= Self.maxPathBytes, !text.contains(0) else { return nil }
        bytes.storeBytes(of: sa_family_t(AF_UNIX), as: sa_family_t.self)
        let start = MemoryLayout<sa_family_t>.size
        bytes[start..<(start + text.count)].copyBytes(from: text)
        return socklen_t(start + text.count + 1)
      }
    }
  }
}

extension SocketAddress: CustomStringConvertible {
  /// The address without its port: `127.0.0.1`, `::1`, or the path.
  package var host: String {
    switch self {
    case .ipv4(let address, _):
      let octets = [24, 16, 8, 0].map { String(decimal: Int(address >> UInt32($0) & 0xff)) }
      return octets[0] + "." + octets[1] + "." + octets[2] + "." + octets[3]
    case .ipv6(let high, let low, _, _):
      var text = [CChar](repeating: 0, count: 46)
      let bytes = [high.bigEndian, low.bigEndian]
      _ = inet_ntop(AF_INET6, bytes, &text, socklen_t(text.count))
      return text.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    case .unix(let path):
      return path
    }
  }

  /// `127.0.0.1:80`, `[::1]:80` or `unix:/run/api.sock`.
  package var description: String {
    switch self {
    case .ipv4(_, let port): "\(host):\(port)"
    case .ipv6(_, _, let port, _): "[\(host)]:\(port)"
    case .unix(let path): "unix:\(path)"
    }
  }
}
