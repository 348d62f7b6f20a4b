import Contract
import ContractHTTP

/// The lines of a descriptor. One task reads at a time.
final class InputLines: Sendable {
  private let input: InputDescriptor
  private let maxLineBytes: Int
  /// The bytes that were read and not returned yet.
  private let splitter: Lock<LineSplitter>

  init(_ input: InputDescriptor, maxLineBytes: Int) {
    self.input = input
    self.maxLineBytes = maxLineBytes
    splitter = Lock(LineSplitter(.lineFeed, maxLineBytes: maxLineBytes))
  }

  /// Waits for the next line and returns it without its end; nil at the end of the input, or if it cannot be read. Bytes that
  /// are not UTF-8 are replaced.
  ///
  /// - Throws: ``ToolFileError`` for a line that is too long.
  func next() throws(ToolFileError) -> String? {
    while true {
      if let line = splitter.withLock({ $0.next() }) { return String(decoding: line, as: UTF8.self) }
      guard let chunk = try? input.chunk(), !chunk.isEmpty else { break }
      do throws(ClientError) {
        try splitter.withLock { splitter throws(ClientError) in try splitter.append(chunk) }
      } catch {
        throw ToolFileError("-: a line has more than \(maxLineBytes) bytes; send shorter messages")
      }
    }
    splitter.withLock { $0.end() }
    return splitter.withLock { $0.next() }.map { String(decoding: $0, as: UTF8.self) }
  }
}
