package import ContractHTTP

/// A source of part content that is read on demand, such as a file.
package struct PartSource: Sendable, Hashable {
  /// The path, which identifies the source in comparisons; nil for a received part.
  package let path: String?
  /// The received content; nil for a file of the program.
  package let received: ReceivedContent?
  let count: @Sendable () throws -> Int
  let open: @Sendable () throws -> () throws -> [UInt8]?

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - count: returns the current number of bytes; throws when the content cannot be read.
  ///   - open: starts a new read and returns the function that produces its chunks. Called once per read.
  package init(
    path: String, count: @escaping @Sendable () throws -> Int,
    open: @escaping @Sendable () throws -> () throws -> [UInt8]?
  ) {
    self.path = path
    self.received = nil
    self.count = count
    self.open = open
  }

  /// Creates the source of a received part.
  package init(received: ReceivedContent) {
    path = nil
    self.received = received
    count = { received.range.count }
    open = {
      let reader = received.reader
      return { try reader.next() }
    }
  }

  package static func == (left: PartSource, right: PartSource) -> Bool {
    left.path == right.path && left.received == right.received
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(received)
  }
}

/// The content of a received part in a temporary file, which all parts of a body share.
package struct ReceivedContent: Hashable, Sendable {
  package let file: OpenFile
  /// The offsets of the content in the file.
  package let range: Range<Int>
  /// The content in memory too; nil if only the file has it.
  package let loadedBytes: [UInt8]?

  package init(_ file: OpenFile, _ range: Range<Int>, loadedBytes: [UInt8]? = nil) {
    self.file = file
    self.range = range
    self.loadedBytes = loadedBytes
  }

  /// A new reader of the content.
  package var reader: FileReader { FileReader(file, range.lowerBound, range.count) }

  /// Reads the whole content, and returns it with its bytes in memory.
  ///
  /// - Throws: `FileError`
  package func loaded() throws(FileError) -> ReceivedContent {
    ReceivedContent(file, range, loadedBytes: try reader.rest())
  }

  package static func == (left: ReceivedContent, right: ReceivedContent) -> Bool {
    left.file === right.file && left.range == right.range
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(file))
    hasher.combine(range)
  }
}

/// An error in reading the content of a part.
package struct PartSourceError: Error, CustomStringConvertible {
  /// The number of the part, from 1.
  package let part: Int
  /// The underlying error.
  package let cause: any Error

  package var description: String { "Part \(part): \(cause)" }
}
