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

/// A writer of handler errors, verification findings and loop stalls to standard error, one line each.
///
/// Loops call it, so it never blocks. A line that standard error does not accept at once is dropped; the next written
/// line contains the number of dropped ones.
struct StandardErrorReport: Sendable {
  private static let standard = StandardErrorReport(descriptor: 2)

  private static let maxCharacters = 2000
  /// The number of bytes that a ready pipe accepts at once (pipe(7)), less room for the line feed and the text about
  /// dropped lines.
  private static let maxBytes = 4000

  private let descriptor: Int32
  private let dropped = Lock(0)

  /// Creates a writer to another descriptor, for tests.
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
    // An error may contain bytes from a client, including escape sequences that a terminal would execute.
    let line = String(text.prefix(Self.maxCharacters).map { $0.isNewline ? " " : $0 }).escapingControls()
    var bytes = Array(line.prefix(Self.maxCharacters).utf8)
    if bytes.count > Self.maxBytes {
      // Do not cut a character in two.
      let end = bytes[...Self.maxBytes].lastIndex { $0 & 0xC0 != 0x80 }
      bytes.removeSubrange((end ?? 0)...)
    }
    // Writes are serialized: if two writers both saw a ready pipe, the first could fill it, and the second would block.
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
