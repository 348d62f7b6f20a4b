/// The elements of ``Pages``.
public struct PagedElements<Page: Sendable, Cursor: Hashable & Sendable, Elements: Sequence>: AsyncSequence, Sendable {
  let pages: Pages<Page, Cursor>
  let elements: @Sendable (Page) -> Elements

  /// Returns an iterator that begins with the first page.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(pages: pages.makeAsyncIterator(), elements: elements)
  }

  /// An iterator that loads the next page when it has returned all elements of the current page.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var pages: Pages<Page, Cursor>.AsyncIterator
    fileprivate let elements: @Sendable (Page) -> Elements
    fileprivate var rest: Elements.Iterator?

    /// Returns the next element; nil after the last page.
    ///
    /// - Throws: The errors of the pages.
    public mutating func next() async throws -> Elements.Element? {
      while true {
        if let element = rest?.next() { return element }
        guard let page = try await pages.next() else { return nil }
        rest = elements(page).makeIterator()
      }
    }
  }
}
