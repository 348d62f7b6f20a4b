import ContractTestSupport
import ContractTesting
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// `close`, which the method of this name hides.
private let closeDescriptor: @Sendable (Int32) -> Void = { _ = close($0) }

/// A blocking TCP connection that sends exact bytes and reads whole responses.
final class RawConnection {
  private var descriptor: Int32
  private var buffer: [UInt8] = []

  /// Connects to an address of the loopback network.
  ///
  /// - Parameter receiveBuffer: accepts about this many bytes that are not read.
  init(
    port: Int, at host: String = "127.0.0.1", receiveBuffer: Int32? = nil,
    _ sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    expectOwnThread(sourceLocation)
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    if var receiveBuffer {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr(host)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Failure("connect failed with errno \(errno)") }
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close() }

  struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  /// A response as on the wire.
  struct Response {
    var status: Int
    var head: String
    var body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }

    /// The value of the first field with this name in lower case.
    func field(_ name: String) -> String? {
      for line in head.split(separator: "\r\n").dropFirst() {
        let parts = line.split(separator: ":", maxSplits: 1)
        if parts[0].lowercased() == name { return String(parts[1].drop { $0 == " " }) }
      }
      return nil
    }
  }

  func write(_ text: String) throws { try write(Array(text.utf8)) }

  func write(_ bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw Failure("send failed with errno \(errno)") }
      sent += count
    }
  }

  /// Ends the sending half.
  func finishWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Closes with a reset.
  func reset() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    close()
  }

  /// Closes both halves. Bytes that are not read by then cause the kernel to reset the connection.
  func close() {
    if descriptor >= 0 { closeDescriptor(descriptor) }
    descriptor = -1
  }

  /// The next response, interim ones included; its content is read by `Content-Length` or chunks.
  func read(toHead: Bool = false) throws -> Response {
    let headEnd = try find([13, 10, 13, 10])
    let head = String(decoding: buffer[..<headEnd], as: UTF8.self)
    buffer.removeFirst(headEnd + 4)
    let status = Int(head.split(separator: " ").dropFirst().first ?? "") ?? 0
    var response = Response(status: status, head: head, body: [])
    if toHead || status < 200 || status == 204 || status == 304 { return response }
    if response.field("transfer-encoding") == "chunked" {
      response.body = try readChunks()
    } else {
      let length = Int(response.field("content-length") ?? "0") ?? 0
      while buffer.count < length { try fill() }
      response.body = Array(buffer[..<length])
      buffer.removeFirst(length)
    }
    return response
  }

  /// True when the server has closed the connection and nothing was left to read.
  func isAtEnd() -> Bool {
    guard buffer.isEmpty else { return false }
    do {
      try fill()
      return false
    } catch {
      return true
    }
  }

  /// The next bytes; fewer when the server closes before.
  func read(count: Int) -> [UInt8] {
    while buffer.count < count, (try? fill()) != nil {}
    defer { buffer.removeFirst(min(count, buffer.count)) }
    return Array(buffer.prefix(count))
  }

  /// The number of bytes until the server closes. They are not kept.
  func countToEnd() -> Int {
    var count = buffer.count
    buffer = []
    while (try? fill()) != nil {
      count += buffer.count
      buffer = []
    }
    return count
  }

  /// Everything until the server closes.
  func rest() -> [UInt8] {
    while (try? fill()) != nil {}
    defer { buffer = [] }
    return buffer
  }

  /// Chunked content to its end.
  func readChunks() throws -> [UInt8] {
    var body: [UInt8] = []
    while true {
      let lineEnd = try find([13, 10])
      let size = Int(String(decoding: buffer[..<lineEnd], as: UTF8.self), radix: 16) ?? 0
      while buffer.count < lineEnd + 2 + size + 2 { try fill() }
      body += buffer[(lineEnd + 2)..<(lineEnd + 2 + size)]
      buffer.removeFirst(lineEnd + 2 + size + 2)
      if size == 0 { return body }
    }
  }

  private func find(_ mark: [UInt8]) throws -> Int {
    while true {
      if buffer.count >= mark.count {
        for start in 0...(buffer.count - mark.count) where buffer[start..<(start + mark.count)].elementsEqual(mark) {
          return start
        }
      }
      try fill()
    }
  }

  private func fill() throws {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &chunk, chunk.count, 0)
    guard count > 0 else { throw Failure(count == 0 ? "the connection ended" : "recv failed with errno \(errno)") }
    buffer += chunk[..<count]
  }
}
