internal import Contract

/// The elements decoded from the lines of a response. Iterate over them once.
public struct ResponseLines<Element>: AsyncSequence {
  private let bytes: ByteStream
  private let operation: APIOperation?
  private let endings: LineSplitter.Endings
  private let maxLineBytes: Int
  private let read: Read

  /// A function that returns the element of a line, numbered from 1; nil to skip the line.
  typealias Read = @Sendable (_ line: [UInt8], _ number: Int) throws -> Element?

  init(
    _ bytes: ByteStream, of operation: APIOperation?, endings: LineSplitter.Endings, maxLineBytes: Int,
    read: @escaping Read
  ) {
    self.bytes = bytes
    self.operation = operation
    self.endings = endings
    self.maxLineBytes = maxLineBytes
    self.read = read
  }

  /// Returns an iterator over the response.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(
      lines: ByteLines(bytes, LineSplitter(endings, maxLineBytes: maxLineBytes, of: operation)), read: read)
  }

  /// An iterator over the elements.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var lines: ByteLines
    private let read: Read
    private var number = 0

    fileprivate init(lines: ByteLines, read: @escaping Read) {
      self.lines = lines
      self.read = read
    }

    /// Returns the next element; nil at the end.
    ///
    /// - Throws: ``/Contract/ClientError`` if the body ends prematurely, a line exceeds the limit, or a line cannot be
    ///   decoded.
    public mutating func next() async throws -> Element? {
      while let line = try await lines.next() {
        number += 1
        if let element = try read(line, number) { return element }
      }
      return nil
    }
  }
}

extension ResponseLines: Sendable {}
