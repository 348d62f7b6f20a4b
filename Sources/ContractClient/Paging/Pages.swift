/// What comes in pages, each of which is asked for when it is wanted.
///
/// ```swift
/// let pages = Pages(next: \.next) { cursor in try await todos.list(after: cursor, limit: 100) }
/// for try await page in pages { print(page.items.count) }
/// for try await todo in pages.elements(\.items) { print(todo.title) }
/// ```
///
/// It begins anew with each iteration. A cursor that comes twice would go on for ever, and is an error.
public struct Pages<Page: Sendable, Cursor: Hashable & Sendable>: AsyncSequence, Sendable {
  private let start: Cursor?
  private let maxPages: Int
  private let next: @Sendable (Page) -> Cursor?
  private let load: @Sendable (Cursor?) async throws -> Page

  /// Pages that are asked for one after the other.
  ///
  /// - Parameters:
  ///   - start: the cursor of the first page; nil, unless given, where the first page needs none.
  ///   - maxPages: how many pages there may be; one more is an error. 10,000 unless given.
  ///   - next: the cursor of the page behind a page, nil after the last: a token, a number, a URL.
  ///   - load: asks for the page at a cursor.
  public init(
    from start: Cursor? = nil, maxPages: Int = 10_000, next: @escaping @Sendable (Page) -> Cursor?,
    load: @escaping @Sendable (_ cursor: Cursor?) async throws -> Page
  ) {
    self.start = start
    self.maxPages = maxPages
    self.next = next
    self.load = load
  }

  /// What the pages hold, one by one: `pages.elements(\.items)`.
  public func elements<Elements: Sequence>(
    _ elements: @escaping @Sendable (Page) -> Elements
  ) -> PagedElements<Page, Cursor, Elements> {
    PagedElements(pages: self, elements: elements)
  }

  /// Begins with the first page.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

  /// Asks for one page after another.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let pages: Pages
    private var cursor: Cursor?
    private var known: Set<Cursor>
    private var count = 0
    private var isEnded = false

    fileprivate init(_ pages: Pages) {
      self.pages = pages
      cursor = pages.start
      known = pages.start.map { [$0] } ?? []
    }

    /// The next page; nil after the last.
    ///
    /// - Throws: what `load` throws, and ``PagingError``. Nothing comes after an error.
    public mutating func next() async throws -> Page? {
      if isEnded { return nil }
      isEnded = true
      if count > 0, let cursor, !known.insert(cursor).inserted { throw PagingError.repeatedCursor(page: count) }
      guard count < pages.maxPages else { throw PagingError.tooManyPages(limit: pages.maxPages) }
      let page = try await pages.load(cursor)
      count += 1
      cursor = pages.next(page)
      isEnded = cursor == nil
      return page
    }
  }
}

/// What the pages of ``Pages`` hold, one by one.
public struct PagedElements<Page: Sendable, Cursor: Hashable & Sendable, Elements: Sequence>: AsyncSequence, Sendable {
  fileprivate let pages: Pages<Page, Cursor>
  fileprivate let elements: @Sendable (Page) -> Elements

  /// Begins with the first page.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(pages: pages.makeAsyncIterator(), elements: elements)
  }

  /// Asks for another page when one is used up.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var pages: Pages<Page, Cursor>.AsyncIterator
    fileprivate let elements: @Sendable (Page) -> Elements
    fileprivate var rest: Elements.Iterator?

    /// The next element; nil after the last of the last page.
    ///
    /// - Throws: what the pages throw.
    public mutating func next() async throws -> Elements.Element? {
      while true {
        if let element = rest?.next() { return element }
        guard let page = try await pages.next() else { return nil }
        rest = elements(page).makeIterator()
      }
    }
  }
}

/// Pages that do not come to an end.
public enum PagingError: Error, Hashable, CustomStringConvertible {
  /// The page with this number, from 1, names a cursor as the next one that has been the cursor of a page before.
  case repeatedCursor(page: Int)
  /// There are more pages than the limit.
  case tooManyPages(limit: Int)

  /// What is wrong; cursors may be secret and are not shown.
  public var description: String {
    switch self {
    case .repeatedCursor(let page): "page \(page) leads back to a page that has been before"
    case .tooManyPages(let limit): "there are more than \(limit) pages"
    }
  }
}
