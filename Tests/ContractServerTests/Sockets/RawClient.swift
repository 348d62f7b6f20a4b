import ContractHTTP
import ContractLoop
import ContractTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A blocking client that sends exactly the given bytes and reads responses strictly.
final class RawClient {
  struct Response: Equatable {
    var status: Int
    var head: String
    var body: String

    func has(_ line: String) -> Bool { head.contains("\r\n\(line)\r\n") }
  }

  struct Failure: Error { let what: String }

  private let kernel = SystemKernel()
  private let socket: Int32
  private var descriptor: Descriptor?
  private var buffer: [UInt8] = []
  /// The bytes after the responses read so far.
  var rest: String { String(decoding: buffer, as: UTF8.self) }

  init(
    _ address: SocketAddress, receiveBuffer: Int32? = nil, _ sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    expectOwnThread(sourceLocation)
    let descriptor = try Syscalls.streamSocket(for: address)
    socket = descriptor.raw
    self.descriptor = consume descriptor
    try Syscalls.setNonBlocking(socket, .blocking)
    if let receiveBuffer { try Syscalls.setOption(.receiveBuffer, to: receiveBuffer, on: socket) }
    if address.family != AF_UNIX { try Syscalls.setOption(.noDelay, to: 1, on: socket) }
    var time = timeval(tv_sec: 50, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    _ = try Syscalls.connect(socket, to: address)
  }

  /// The address of the client, as the server sees it.
  var address: SocketAddress { get throws { try Syscalls.localAddress(of: socket) } }

  /// True if bytes or the end have arrived.
  var hasInput: Bool { Syscalls.hasInput(socket) }

  func close() { descriptor = nil }

  /// Ends the connection with RST.
  func reset() throws {
    try Syscalls.resetOnClose(socket)
    close()
  }

  func finishSending() throws { try Syscalls.shutdownWriting(socket) }

  func send(_ text: String) throws { try send(bytes: Array(text.utf8)) }

  func send(bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { kernel.rawSend(socket, UnsafeRawBufferPointer(rebasing: $0[sent...])) }
      guard count > 0 else { throw Failure(what: "send: errno \(-count)") }
      sent += count
    }
  }

  /// Reads one response to `method`. Interim responses are responses too.
  func response(to method: String = "GET") throws -> Response {
    let head = try take(until: "\r\n\r\n")
    guard head.hasPrefix("HTTP/1.1 "), let status = Int(head.dropFirst(9).prefix(3)) else {
      throw Failure(what: "not an answer: \(head)")
    }
    var response = Response(status: status, head: head, body: "")
    if method == "HEAD" || status < 200 || status == 204 || status == 304 { return response }
    let lines = head.lowercased().split(separator: "\r\n")
    if let line = lines.first(where: { $0.hasPrefix("content-length: ") }), let count = Int(line.dropFirst(16)) {
      response.body = try take(count)
    } else if response.has("Transfer-Encoding: chunked") {
      response.body = try chunks()
    } else {
      response.body = try toEnd()
    }
    return response
  }

  /// Reads only the head of a response.
  func head() throws -> String { try take(until: "\r\n\r\n") }

  /// Reads chunked content.
  func chunks() throws -> String {
    var content = ""
    while true {
      // In Swift, CR LF is one `Character`.
      let size = Int(try take(until: "\r\n").dropLast(), radix: 16) ?? -1
      guard size > 0 else { break }
      content += try take(size)
      _ = try take(2)
    }
    _ = try take(2)
    return content
  }

  /// Everything until the server closes.
  func toEnd() throws -> String {
    while try receive() {}
    defer { buffer = [] }
    return rest
  }

  /// Reads about `count` bytes and discards them.
  func skip(_ count: Int) throws {
    while buffer.count < count { guard try receive() else { throw Failure(what: "end of stream") } }
    buffer.removeFirst(count)
  }

  func take(until end: String) throws -> String {
    let end = Array(end.utf8)
    var start = 0
    while true {
      while start + end.count <= buffer.count {
        if buffer[start..<(start + end.count)].elementsEqual(end) { return try take(start + end.count) }
        start += 1
      }
      guard try receive() else { throw Failure(what: "end of stream after \(rest)") }
    }
  }

  private func take(_ count: Int) throws -> String {
    while buffer.count < count { guard try receive() else { throw Failure(what: "end of stream after \(rest)") } }
    defer { buffer.removeFirst(count) }
    return String(decoding: buffer.prefix(count), as: UTF8.self)
  }

  private func receive() throws -> Bool {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = chunk.withUnsafeMutableBytes { kernel.rawReceive(socket, into: $0) }
    guard count >= 0 else {
      throw Failure(what: -count == Int(EAGAIN) ? "nothing came" : "reset: errno \(-count)")
    }
    buffer += chunk.prefix(count)
    return count > 0
  }
}
