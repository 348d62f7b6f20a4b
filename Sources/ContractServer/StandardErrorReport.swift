internal import Contract
internal import ContractHTTP

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

#if canImport(Glibc)
  private let writeDescriptor = Glibc.write
#elseif canImport(Musl)
  private let writeDescriptor = Musl.write
#endif

/// Writes what a handler threw, what verification found and which loop stalls to standard error, one line each.
///
/// Loops report, so nothing waits for who reads there: a line that has no room is dropped, and the next one that has says
/// how many were.
struct StandardErrorReport: Sendable {
  private static let standard = StandardErrorReport(descriptor: 2)

  private static let maxCharacters = 2000
  /// What a pipe with any room takes at once (pipe(7)), without the end of the line and the number of those dropped.
  private static let maxBytes = 4000

  private let descriptor: Int32
  private let dropped = Lock(0)

  /// Reports to another descriptor, for tests.
  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  static func write(_ error: any Error, _ request: ServerRequest) {
    write("request \(request.id): \(request.operation.id) threw \(type(of: error)): \(error)")
  }

  static func write(_ finding: VerificationFinding) {
    write("\(finding.severity.rawValue): \(finding.message)")
  }

  static func write(_ stall: LoopStall) {
    write("warning: \(stall)")
  }

  static func write(_ text: String) { standard.write(text) }

  func write(_ text: String) {
    let line = text.prefix(Self.maxCharacters).map { $0.isNewline ? " " : $0 }
    var bytes = Array(String(line).utf8)
    if bytes.count > Self.maxBytes {
      // Not in the middle of a character.
      let end = bytes[...Self.maxBytes].lastIndex { $0 & 0xC0 != 0x80 }
      bytes.removeSubrange((end ?? 0)...)
    }
    // One after another: two that found the same room would wait after all.
    dropped.withLock { dropped in
      guard hasRoom else {
        dropped += 1
        return
      }
      if dropped > 0 { bytes += " (\(dropped) reports before this one were dropped)".utf8 }
      bytes.append(0x0A)
      dropped = 0
      // SAFETY: the pointer is used only while the array lends it.
      _ = bytes.withUnsafeBytes { writeDescriptor(descriptor, $0.baseAddress, $0.count) }
    }
  }

  private var hasRoom: Bool {
    var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&room, 1, 0) == 1
  }
}
