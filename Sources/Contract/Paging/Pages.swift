/// A sequence of pages that are loaded on demand.
///
/// ```swift
/// let pages = Pages(next: \.next) { cursor in try await todos.list(after: cursor, limit: 100) }
/// for try await page in pages { print(page.items.count) }
/// for try await todo in pages.elements(\.items) { print(todo.title) }
/// ```
///
/// Each iteration starts from the first page. A repeated cursor throws ``PagingError``, because the sequence would
/// never end. An empty string as the next cursor means the same as nil, because many APIs end their pages with it.
public struct Pages<Page: Sendable, Cursor: Hashable & Sendable>: AsyncSequence, Sendable {
  private let start: Cursor?
  private let maxPages: Int
  private let next: @Sendable (Page) throws -> Cursor?
  private let load: @Sendable (Cursor?) async throws -> Page

  /// Creates a sequence of pages.
  ///
  /// - Parameters:
  ///   - start: The cursor of the first page; nil if it needs none.
  ///   - maxPages: The maximum number of pages; another page throws. Default: 10,000.
  ///   - next: Returns the cursor of the next page, such as a token, a number or a URL; nil or an empty string
  ///     after the last.
  ///   - load: Loads the page at a cursor.
  public init(
    from start: Cursor? = nil, maxPages: Int = 10_000, next: @escaping @Sendable (Page) throws -> Cursor?,
    load: @escaping @Sendable (_ cursor: Cursor?) async throws -> Page
  ) {
    self.start = start
    self.maxPages = maxPages
    self.next = next
    self.load = load
  }

  /// Returns the elements of the pages: `pages.elements(\.items)`.
  public func elements<Elements: Sequence>(
    _ elements: @escaping @Sendable (Page) -> Elements
  ) -> PagedElements<Page, Cursor, Elements> {
    PagedElements(pages: self, elements: elements)
  }

  /// Returns an iterator that begins with the first page.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

  /// An iterator that loads one page after another.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let pages: Pages
    private var cursor: Cursor?
    private var known: Set<Cursor>
    private var count = 0
    private var isEnded = false
    /// The error of `next`, which is thrown after its page.
    private var failure: (any Error)?

    fileprivate init(_ pages: Pages) {
      self.pages = pages
      cursor = pages.start
      known = pages.start.map { [$0] } ?? []
    }

    /// Returns the next page; nil after the last.
    ///
    /// - Throws: The errors of `load` and `next`, and ``PagingError``. The sequence ends after an error.
    public mutating func next() async throws -> Page? {
      if isEnded { return nil }
      isEnded = true
      if let failure { throw failure }
      if count > 0, let cursor, !known.insert(cursor).inserted { throw PagingError.repeatedCursor(page: count) }
      guard count < pages.maxPages else { throw PagingError.tooManyPages(limit: pages.maxPages) }
      let page = try await pages.load(cursor)
      count += 1
      do { cursor = try pages.next(page).flatMap { $0 as? String == "" ? nil : $0 } } catch { failure = error }
      isEnded = cursor == nil && failure == nil
      return page
    }
  }
}
