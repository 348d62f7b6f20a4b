import Glibc

/// The server's end of one connection, used only by its thread.
final class HostileConnection {
  /// The relevant facts of a request's head.
  struct Head {
    var method: Substring
    var target: Substring
    var length: Int?
    var isChunked: Bool
    var expectsContinue: Bool

    init?(_ text: String) {
      let lines = text.split(separator: "\r\n")
      let words = lines.first?.split(separator: " ") ?? []
      guard words.count == 3 else { return nil }
      (method, target) = (words[0], words[1])
      let fields = lines.dropFirst().map { $0.lowercased() }
      length = fields.first { $0.hasPrefix("content-length:") }.flatMap { Int($0.dropFirst("content-length: ".count)) }
      isChunked = fields.contains("transfer-encoding: chunked")
      expectsContinue = fields.contains("expect: 100-continue")
    }

    /// The number of the call, and how often it has been redirected.
    var call: (id: Int, hop: Int)? {
      let path = target.prefix { $0 != "?" && $0 != "#" }
      let parts = path.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 3, parts[0].isEmpty, let id = Int(parts[1]), let hop = Int(parts[2]) else { return nil }
      return (id, hop)
    }
  }

  let descriptor: Int32
  private var buffer: [UInt8] = []

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Sends all of it; false when the client is gone.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      // SAFETY: `send` reads the bytes only during the call.
      let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// The next head; nil when the client is gone, and when it sends none.
  func readHead() -> Head? {
    var searched = 0
    while true {
      while searched + 4 <= buffer.count {
        if buffer[searched..<(searched + 4)].elementsEqual([0x0D, 0x0A, 0x0D, 0x0A]) {
          let text = String(decoding: buffer[..<searched], as: UTF8.self)
          buffer.removeFirst(searched + 4)
          return Head(text)
        }
        searched += 1
      }
      guard buffer.count < 100_000, receive() else { return nil }
    }
  }

  /// Reads the body after a head; false if the client disconnects before its end.
  func readContent(of head: Head) -> Bool {
    if let length = head.length { return discard(length) }
    guard head.isChunked else { return true }
    while let line = readLine(), let size = Int(line, radix: 16) {
      guard discard(size), readLine() == "" else { return false }
      if size == 0 { return true }
    }
    return false
  }

  /// Reads exactly `count` bytes; nil if the client disconnects before.
  func read(_ count: Int) -> [UInt8]? {
    while buffer.count < count { guard receive() else { return nil } }
    defer { buffer.removeFirst(count) }
    return Array(buffer.prefix(count))
  }

  private func readLine() -> String? {
    while true {
      if let end = buffer.firstIndex(of: 0x0A) {
        let line = String(decoding: buffer[..<end].filter { $0 != 0x0D }, as: UTF8.self)
        buffer.removeFirst(end + 1)
        return line
      }
      guard receive() else { return nil }
    }
  }

  private func discard(_ count: Int) -> Bool {
    var count = count
    while count > buffer.count {
      count -= buffer.count
      buffer = []
      guard receive() else { return false }
    }
    buffer.removeFirst(count)
    return true
  }

  /// Waits until the client closes or resets, whatever else it sends.
  func waitForClose() {
    while receive() { buffer = [] }
  }

  private func receive() -> Bool {
    // SAFETY: `recv` writes at most as many bytes as there is room for, and returns the number.
    let received = [UInt8](unsafeUninitializedCapacity: 65_536) { room, count in
      count = max(0, recv(descriptor, room.baseAddress, room.count, 0))
    }
    buffer += received
    return !received.isEmpty
  }

  /// Lets the connection end with a reset instead of an orderly end.
  func reset() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
  }
}
