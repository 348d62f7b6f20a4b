internal import Synchronization

/// A sequence iterated from a closure, such as that of a ``ByteStream``.
package final class SequenceReader<Base: AsyncSequence & Sendable>:
  // SAFETY: `isBusy` lets one caller at a time use `iterator`.
  @unchecked Sendable
{
  private var iterator: Base.AsyncIterator
  private let isBusy = Atomic(false)

  package init(_ base: Base) { iterator = base.makeAsyncIterator() }

  /// Returns the next element; nil at the end.
  ///
  /// - Throws: ``SecondReaderError`` while another call is running, or any error of the sequence.
  package func next() async throws -> Base.Element? {
    guard !isBusy.exchange(true, ordering: .acquiring) else { throw SecondReaderError() }
    defer { isBusy.store(false, ordering: .releasing) }
    return try await iterator.next()
  }
}

/// An error for a second reader of a stream that can have only one.
package struct SecondReaderError: Error, CustomStringConvertible {
  package init() {}

  package var description: String { "another task already reads this stream, which can have only one reader" }
}
