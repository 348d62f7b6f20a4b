import ContractHTTP
import ContractHTTP1
import ContractTestSupport
import ContractWebSocket
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The memory of compression contexts, measured in a process that does nothing else.
@Suite("Memory of compressed WebSockets", .ownThreads, .timeLimit(.minutes(5)))
struct CompressionMemoryTests {
  /// A direction of a WebSocket: an end that compresses messages, and one that decompresses them.
  private struct Direction {
    private let compression: MessageCompression
    private var sender: WebSocketMachine
    private var receiver: WebSocketMachine

    init(_ agreement: PerMessageDeflate) {
      compression = MessageCompression(agreement, as: .server, minMessageBytes: 0)
      sender = WebSocketMachine(role: .server, maxMessageBytes: 1 << 16, compression: compression)
      receiver = WebSocketMachine(
        role: .client, maxMessageBytes: 1 << 16,
        compression: MessageCompression(agreement, as: .client, minMessageBytes: 0))
    }

    /// Sends a message; returns true if it was compressed and the other end has received it.
    mutating func pass(_ message: WebSocketMessage) -> Bool {
      _ = sender.send(
        compression.keepsWindow ? .inContext(message) : .framed(compression.frame(message).bytes(mask: nil)))
      guard let bytes = sender.nextFrame()?.bytes else { return false }
      var position = 0
      let event = receiver.receive(bytes.span, from: &position)
      return bytes[0] & 0x40 != 0 && event == .message(message)
    }
  }

  /// Messages of a kilobyte, which hardly resemble each other, so that they fill windows and buffers.
  private static let messages: [WebSocketMessage] = {
    var random = Randomness(seed: 1).generator
    return (0..<64).map { _ -> WebSocketMessage in
      let bytes = (0..<1024).map { _ in UInt8.random(in: 0..<64, using: &random) }
      return .binary(bytes)
    }
  }()

  /// Sends messages in turn on all directions.
  private static func exchange(_ count: Int, on directions: inout [Direction]) {
    let expected = count * directions.count
    var passed = 0
    for number in 0..<count {
      let message = messages[number % messages.count]
      for index in directions.indices { passed += directions[index].pass(message) ? 1 : 0 }
    }
    #expect(passed == expected)
  }

  /// Whether contexts are kept, the window, and the documented size of a compressor and a decompressor in KiB.
  static let rows: [(Bool, Int, Int)] = [
    (true, 15, 262 + 39), (true, 12, 38 + 11), (true, 10, 14 + 8), (false, 15, 0),
  ]

  @Test("The contexts of a WebSocket have their documented size, however many messages pass", arguments: rows)
  func contexts(keepsWindow: Bool, windowBits: Int, kibibytes: Int) async {
    await #expect(processExitsWith: .success) { [keepsWindow, windowBits, kibibytes] in
      CompressionMemoryTests.expectSize(of: .both(keepsWindow: keepsWindow, windowBits: windowBits), kibibytes)
    }
  }

  private static func expectSize(of agreement: PerMessageDeflate, _ kibibytes: Int) {
    let count = 10_000 / max(kibibytes, 40)
    // With context takeover, the messages together fill more than two windows.
    let rounds = agreement.server.keepsWindow ? max(10, (5 << agreement.server.windowBits) / 2048) : 10
    // One direction runs before the measurement, because it allocates the memory that all directions share.
    var directions = [Direction(agreement)]
    exchange(rounds, on: &directions)
    let before = residentKiB
    directions += (0..<count).map { _ in Direction(agreement) }
    exchange(rounds, on: &directions)
    let filled = (residentKiB - before) / count
    exchange(2 * rounds, on: &directions)
    let later = (residentKiB - before) / count
    #expect(filled >= kibibytes / 2 || kibibytes == 0, "\(filled) KiB")
    if keepsFreedMemory { return }
    // The limit includes the machines and the overhead of the allocator.
    #expect(filled <= kibibytes * 9 / 8 + 8, "\(filled) KiB")
    #expect(later <= filled + 4, "\(filled) KiB became \(later) KiB")
  }

  /// True under a sanitizer.
  private static var keepsFreedMemory: Bool {
    dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
  }

  /// The resident memory of this process that belongs to no file, in KiB.
  private static var residentKiB: Int {
    guard let file = fopen("/proc/self/statm", "r") else { return -1 }
    defer { fclose(file) }
    var text = [CChar](repeating: 0, count: 256)
    guard fgets(&text, 256, file) != nil else { return -1 }
    let line = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    // The fields are the number of all pages, of those in memory, and of the pages of files among the latter.
    let pages = line.split(separator: " ").prefix(3).compactMap { Int($0) }
    return pages.count < 3 ? -1 : (pages[1] - pages[2]) * Int(sysconf(Int32(_SC_PAGESIZE))) / 1024
  }
}
