internal import Contract

/// A splitter of text chunks into lines.
struct LineSplitter {
  enum Endings {
    /// LF and CR LF.
    case lineFeed
    /// LF, CR LF and CR, as in event streams.
    case any
  }

  private let endings: Endings
  private let maxLineBytes: Int
  /// The operation that errors name.
  private let operation: APIOperation?
  private var line: [UInt8] = []
  private var lines: ArraySlice<[UInt8]> = []
  /// True after a CR that ended a line; an LF right after it belongs to the same line break.
  private var isAfterReturn = false

  init(_ endings: Endings, maxLineBytes: Int, of operation: APIOperation? = nil) {
    self.endings = endings
    self.operation = operation
    self.maxLineBytes = max(0, maxLineBytes)
  }

  /// Appends a chunk.
  ///
  /// - Throws: ``/Contract/ClientError`` with the code `responseTooLarge` if a line exceeds the limit.
  mutating func append(_ chunk: [UInt8]) throws(ClientError) {
    var start = 0
    for (index, byte) in chunk.enumerated() {
      if byte == 0x0A, isAfterReturn, index == start {
        isAfterReturn = false
        start = index + 1
      } else if byte == 0x0A || (byte == 0x0D && endings == .any) {
        try take(chunk[start..<index])
        finishLine()
        isAfterReturn = byte == 0x0D
        start = index + 1
      } else {
        isAfterReturn = false
      }
    }
    try take(chunk[start...])
  }

  private mutating func take(_ text: ArraySlice<UInt8>) throws(ClientError) {
    guard text.count <= maxLineBytes - line.count else {
      throw ClientError(
        .responseTooLarge, stage: .decode,
        "a line of the response is longer than \(maxLineBytes) bytes; allow more with "
          + (endings == .any ? ".maxEventBytes(_:)" : ".maxLineBytes(_:)"),
        operation: operation)
    }
    line += text
  }

  private mutating func finishLine() {
    if endings == .lineFeed, line.last == 0x0D { line.removeLast() }
    lines.append(line)
    line = []
  }

  /// Ends the input; the rest becomes the last line.
  mutating func end() {
    if !line.isEmpty { finishLine() }
  }

  /// Returns the next complete line.
  mutating func next() -> [UInt8]? { lines.popFirst() }
}

/// The elements decoded from the lines of a response. Iterate it once.
public struct ResponseLines<Element>: AsyncSequence {
  private let bytes: ResponseBytes
  private let endings: LineSplitter.Endings
  private let maxLineBytes: Int
  private let read: Read

  /// A function that returns the element of a line, numbered from 1; nil to skip the line.
  typealias Read = @Sendable (_ line: [UInt8], _ number: Int) throws -> Element?

  init(_ bytes: ResponseBytes, endings: LineSplitter.Endings, maxLineBytes: Int, read: @escaping Read) {
    self.bytes = bytes
    self.endings = endings
    self.maxLineBytes = maxLineBytes
    self.read = read
  }

  /// Returns an iterator over the response.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(
      bytes: bytes.makeAsyncIterator(),
      splitter: LineSplitter(endings, maxLineBytes: maxLineBytes, of: bytes.operation), read: read)
  }

  /// An iterator over the elements.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var bytes: ResponseBytes.AsyncIterator
    fileprivate var splitter: LineSplitter
    fileprivate let read: Read
    private var number = 0
    private var isEnded = false

    fileprivate init(bytes: ResponseBytes.AsyncIterator, splitter: LineSplitter, read: @escaping Read) {
      self.bytes = bytes
      self.splitter = splitter
      self.read = read
    }

    /// Returns the next element; nil at the end.
    ///
    /// - Throws: ``/Contract/ClientError`` if the body ends prematurely, a line exceeds the limit, or a line cannot be
    ///   decoded.
    public mutating func next() async throws -> Element? {
      while true {
        while let line = splitter.next() {
          number += 1
          if let element = try read(line, number) { return element }
        }
        if isEnded { return nil }
        if let chunk = try await bytes.next() {
          try splitter.append(chunk)
        } else {
          isEnded = true
          splitter.end()
        }
      }
    }
  }
}

extension ResponseLines: Sendable {}
