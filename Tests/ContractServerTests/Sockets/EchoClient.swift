#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Sends as much as the socket accepts, and reads only when it accepts no more.
enum EchoClient {
  struct Result {
    var received = 0
    var isSame = true
    /// The maximum number of bytes that were sent and not echoed yet.
    var mostUnderWay = 0
  }

  private static let period = 65_521

  static func run(_ socket: Int32, _ head: String, total: Int) -> Result {
    var result = Result()
    let pattern = (0..<3 * period).map { UInt8(truncatingIfNeeded: $0 % period &* 167) }
    var sent = -head.utf8.count
    let headBytes = Array(head.utf8)
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    var headTail: [UInt8] = []
    var isInBody = false
    while result.received < total {
      var ready = pollfd(fd: socket, events: Int16(POLLIN | (sent < total ? POLLOUT : 0)), revents: 0)
      guard poll(&ready, 1, 50_000) > 0 else { return result }
      if sent < total, ready.revents & Int16(POLLOUT) != 0 {
        let count =
          sent < 0
          ? send(socket, headBytes.suffix(-sent).map { $0 }, -sent, Int32(MSG_NOSIGNAL))
          : pattern.withUnsafeBytes { bytes in
            send(socket, bytes.baseAddress! + sent % period, min(period, total - sent), Int32(MSG_NOSIGNAL))
          }
        if count > 0 {
          sent += count
          result.mostUnderWay = max(result.mostUnderWay, sent - result.received)
          continue
        }
      }
      guard ready.revents & Int16(POLLIN) != 0 else { continue }
      var count = recv(socket, &buffer, buffer.count, 0)
      guard count > 0 else { return result }
      var start = 0
      if !isInBody {
        headTail += buffer[..<count]
        let end = headTail.indices.first { headTail[$0...].starts(with: [13, 10, 13, 10]) }
        guard let end else { continue }
        isInBody = true
        start = end + 4
        count = headTail.count - start
        buffer.replaceSubrange(0..<headTail.count, with: headTail)
      }
      let same = buffer.withUnsafeBytes { bytes in
        pattern.withUnsafeBytes { pattern in
          memcmp(bytes.baseAddress! + start, pattern.baseAddress! + result.received % period, count)
        }
      }
      if same != 0 { result.isSame = false }
      result.received += count
    }
    return result
  }
}
