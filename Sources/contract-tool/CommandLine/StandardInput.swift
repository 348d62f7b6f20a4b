import ContractHTTP
import ContractLoop

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The standard input: lines, or all bytes.
///
/// The input is read without stdio. A waiting reader would hold the lock of stdio, so that flushing all streams would wait
/// for a line.
enum StandardInput {
  /// The thread for reads, because a read blocks its thread until bytes arrive.
  private static let pool = BlockingPool(name: "input", maxThreads: 1, maxWaiting: 1)
  /// The bytes after the last returned line.
  private static let rest = Lock<[UInt8]>([])

  /// Returns the next line without its end; nil at the end. Bytes that are not UTF-8 are replaced.
  static func line() async -> String? {
    await Task(executorPreference: pool) { nextLine() }.value
  }

  /// Returns all bytes until the end; nil if they cannot be read.
  static func bytes() -> [UInt8]? {
    var bytes: [UInt8] = []
    while let chunk = chunk() {
      if chunk.isEmpty { return bytes }
      bytes += chunk
    }
    return nil
  }

  private static func nextLine() -> String? {
    var bytes = rest.withLock { $0 }
    while true {
      if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
        let after = Array(bytes[(end + 1)...])
        rest.withLock { $0 = after }
        return String(decoding: bytes[..<end], as: UTF8.self)
      }
      guard let chunk = chunk(), !chunk.isEmpty else { break }
      bytes += chunk
    }
    rest.withLock { $0 = [] }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the next bytes; empty at the end, nil after an error.
  private static func chunk() -> [UInt8]? {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(STDIN_FILENO, &chunk, chunk.count)
      if count >= 0 { return Array(chunk[..<count]) }
      if errno != EINTR { return nil }
    }
  }
}
