import ContractTestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// `close`, which the method of this name hides.
private let closeDescriptor: @Sendable (Int32) -> Void = { _ = close($0) }

/// A blocking connection on the loopback network that sends and receives exact bytes, for at most 20 seconds each.
final class RawWire {
  private let descriptor: Int32

  struct Failure: Error { let operation: String }

  /// A socket that accepts connections on a port of the system's choice.
  final class Listener {
    private let descriptor: Int32
    let port: Int

    init() throws {
      let descriptor = RawWire.makeSocket()
      self.descriptor = descriptor
      var address = RawWire.address(port: 0)
      guard RawWire.with(&address, { bind(descriptor, $0, $1) }) == 0, listen(descriptor, 8) == 0 else {
        closeDescriptor(descriptor)
        throw Failure(operation: "listen")
      }
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      _ = RawWire.with(&address) { pointer, _ in getsockname(descriptor, pointer, &size) }
      port = Int(in_port_t(bigEndian: address.sin_port))
    }

    deinit { closeDescriptor(descriptor) }

    func accept() throws -> RawWire {
      let accepted = Self.acceptConnection(descriptor)
      guard accepted >= 0 else { throw Failure(operation: "accept") }
      return RawWire(accepted)
    }

    private static func acceptConnection(_ descriptor: Int32) -> Int32 {
      #if canImport(Glibc)
        Glibc.accept(descriptor, nil, nil)
      #else
        Musl.accept(descriptor, nil, nil)
      #endif
    }
  }

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
    Self.limit(descriptor)
  }

  init(port: Int) throws {
    let descriptor = Self.makeSocket()
    self.descriptor = descriptor
    var address = Self.address(port: in_port_t(port))
    guard Self.with(&address, { connect(descriptor, $0, $1) }) == 0 else { throw Failure(operation: "connect") }
  }

  deinit { closeDescriptor(descriptor) }

  func write(_ text: String) throws {
    let bytes = Array(text.utf8)
    guard send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
      throw Failure(operation: "send")
    }
  }

  /// Returns what arrives up to and with `end`, or up to the end of the connection.
  func read(through end: String? = nil) throws -> String {
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while end.map({ !received.reversed().starts(with: $0.utf8.reversed()) }) ?? true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count >= 0 else { throw Failure(operation: "receive") }
      if count == 0 { break }
      received += buffer[..<count]
    }
    return String(decoding: received, as: UTF8.self)
  }

  /// Makes the connection end with a reset.
  func resetAtClose() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
  }

  /// Ends the sending half of this end.
  func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Returns the output of a command of the shell.
  static func output(of command: String) throws -> String {
    guard let pipe = popen(command, "r") else { throw Failure(operation: "popen") }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&chunk, 1, chunk.count, pipe), count > 0 { bytes += chunk[..<count] }
    guard pclose(pipe) == 0 else { throw Failure(operation: command) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func makeSocket() -> Int32 {
    #if canImport(Glibc)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)
    #endif
    limit(descriptor)
    return descriptor
  }

  private static func limit(_ descriptor: Int32) {
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  private static func address(port: in_port_t) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  private static func with(
    _ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    // SAFETY: the system's functions read and write an address of this size.
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
  }
}
