internal import Contract
internal import ContractLoop

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A connection of a ``MisbehavingServer``, used only by its own thread.
final class FaultyConnection {
  /// The parts of a request head that the server uses.
  struct Head {
    var line: String
    var fields: [String]

    /// Returns the first value of a header in lowercase. `name` must be in lowercase.
    func field(_ name: String) -> String? {
      fields.lazy.compactMap { $0.lowercased().rest(afterBytes: name + ":") }.first
        .map { String($0.withoutOuterSpace) }
    }
  }

  /// The poll(2) event for a peer that closed its side (POLLRDHUP).
  private static let peerClosed: Int16 = 0x2000
  /// The maximum length of a line in bytes. Longer lines close the connection.
  private static let maxLineBytes = 1 << 20

  private let descriptor: Int32
  private var buffer: [UInt8] = []

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    // Child processes must not inherit the descriptor, because their copies would keep the connection open.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    try? Syscalls.setOption(.noDelay, to: 1, on: descriptor)
  }

  // MARK: Requests

  /// Returns the head of the next request; nil when the client has closed the connection.
  func readHead() -> Head? {
    var lines: [String] = []
    while let line = readLine() {
      if !line.isEmpty {
        lines.append(line)
      } else if let first = lines.first {
        return Head(line: first, fields: Array(lines.dropFirst()))
      }
    }
    return nil
  }

  /// Reads the request body that the head announces. Returns false when the client has closed the connection.
  func readContent(of head: Head) -> Bool {
    if head.field("expect") == "100-continue", !send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) { return false }
    if let length = head.field("content-length").flatMap({ Int($0) }) { return skip(length) }
    guard head.field("transfer-encoding") == "chunked" else { return true }
    while let line = readLine(), let size = Int(line, radix: 16) {
      guard skip(size), readLine() != nil else { return false }
      if size == 0 { return true }
    }
    return false
  }

  private func skip(_ count: Int) -> Bool {
    var left = count
    while left > 0 {
      if buffer.isEmpty, !receive() { return false }
      let taken = min(left, buffer.count)
      buffer.removeFirst(taken)
      left -= taken
    }
    return true
  }

  private func readLine() -> String? {
    while true {
      if let end = buffer.firstIndex(of: 0x0A) {
        var line = buffer[..<end]
        if line.last == 0x0D { line = line.dropLast() }
        defer { buffer.removeSubrange(...end) }
        return String(decoding: line, as: UTF8.self)
      }
      guard buffer.count < Self.maxLineBytes, receive() else { return nil }
    }
  }

  private func receive() -> Bool {
    // SAFETY: `recv` writes at most `bytes.count` bytes and returns their number.
    let received = [UInt8](unsafeUninitializedCapacity: 65_536) { bytes, count in
      count = max(0, recv(descriptor, bytes.baseAddress, bytes.count, 0))
    }
    buffer += received
    return !received.isEmpty
  }

  // MARK: Responses

  /// Performs the steps in order until the client closes the connection.
  func perform(_ steps: [Fault.Step]) {
    for step in steps {
      guard perform(step) else { return }
    }
  }

  /// Performs one step. Returns false if no step may follow.
  private func perform(_ step: Fault.Step) -> Bool {
    switch step {
    case .send(let bytes):
      return send(bytes)
    case .drip(let bytes, let time):
      return bytes.allSatisfy { pause(time) && send([$0]) }
    case .repeating(let bytes):
      while send(bytes) {}
      return false
    case .pause(let time):
      return pause(time)
    case .hang:
      waitForClose()
      return false
    case .closeWriting:
      shutdown(descriptor, Int32(SHUT_WR))
      waitForClose()
      return false
    case .close:
      return false
    case .reset:
      try? Syscalls.resetOnClose(descriptor)
      return false
    }
  }

  /// Sends all bytes. Returns false when the client has closed the connection.
  func send(_ bytes: [UInt8]) -> Bool {
    var offset = 0
    while offset < bytes.count {
      // SAFETY: `send` reads the bytes only during the call.
      let count = bytes[offset...].withUnsafeBytes { piece in
        #if canImport(Glibc)
          Glibc.send(descriptor, piece.baseAddress, piece.count, Int32(MSG_NOSIGNAL))
        #elseif canImport(Musl)
          Musl.send(descriptor, piece.baseAddress, piece.count, Int32(MSG_NOSIGNAL))
        #endif
      }
      guard count > 0 else { return false }
      offset += count
    }
    return true
  }

  /// Waits. Returns false when the client closes the connection first.
  private func pause(_ time: Duration) -> Bool {
    var status = pollfd(fd: descriptor, events: Self.peerClosed, revents: 0)
    return poll(&status, 1, Int32(max(0, min(time / .milliseconds(1), Double(Int32.max))))) == 0
  }

  private func waitForClose() {
    while receive() { buffer.removeAll(keepingCapacity: true) }
  }

  func close() { Descriptor(owning: descriptor).closeNow() }
}
