internal import Contract

/// Finds lines in pieces of text: pure.
struct LineSplitter {
  enum Endings {
    /// LF, and CR LF.
    case lineFeed
    /// LF, CR LF, and CR alone, as event streams have it.
    case any
  }

  private let endings: Endings
  private let maxLineBytes: Int
  /// What errors name.
  private let operation: APIOperation?
  private var line: [UInt8] = []
  private var lines: ArraySlice<[UInt8]> = []
  /// The last byte was a CR that ended a line; an LF after it ends no other.
  private var isAfterReturn = false

  init(_ endings: Endings, maxLineBytes: Int, of operation: APIOperation? = nil) {
    self.endings = endings
    self.operation = operation
    self.maxLineBytes = max(0, maxLineBytes)
  }

  /// Takes a piece.
  ///
  /// - Throws: ``/Contract/ClientError`` with the code `responseTooLarge` for a line past the limit.
  mutating func append(_ piece: [UInt8]) throws(ClientError) {
    var start = 0
    for (index, byte) in piece.enumerated() {
      if byte == 0x0A, isAfterReturn, index == start {
        isAfterReturn = false
        start = index + 1
      } else if byte == 0x0A || (byte == 0x0D && endings == .any) {
        try take(piece[start..<index])
        finishLine()
        isAfterReturn = byte == 0x0D
        start = index + 1
      } else {
        isAfterReturn = false
      }
    }
    try take(piece[start...])
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

  /// No more pieces will come: what is left is a line.
  mutating func end() {
    if !line.isEmpty { finishLine() }
  }

  /// The next complete line.
  mutating func next() -> [UInt8]? { lines.popFirst() }
}

/// What is in the lines of a response; read once.
public struct ResponseLines<Element>: AsyncSequence {
  private let bytes: ResponseBytes
  private let endings: LineSplitter.Endings
  private let maxLineBytes: Int
  private let read: Read

  /// The element of a line with this number, from 1; nil for none.
  typealias Read = @Sendable (_ line: [UInt8], _ number: Int) throws -> Element?

  init(_ bytes: ResponseBytes, endings: LineSplitter.Endings, maxLineBytes: Int, read: @escaping Read) {
    self.bytes = bytes
    self.endings = endings
    self.maxLineBytes = maxLineBytes
    self.read = read
  }

  /// Begins to read.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(
      bytes: bytes.makeAsyncIterator(),
      splitter: LineSplitter(endings, maxLineBytes: maxLineBytes, of: bytes.operation), read: read)
  }

  /// Pulls one element after another.
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

    /// The next element; nil at the end.
    ///
    /// - Throws: ``/Contract/ClientError`` when the content breaks off, when a line is longer than the limit, and when it is
    ///   no value of the wanted type.
    public mutating func next() async throws -> Element? {
      while true {
        while let line = splitter.next() {
          number += 1
          if let element = try read(line, number) { return element }
        }
        if isEnded { return nil }
        if let piece = try await bytes.next() {
          try splitter.append(piece)
        } else {
          isEnded = true
          splitter.end()
        }
      }
    }
  }
}

extension ResponseLines: Sendable {}
