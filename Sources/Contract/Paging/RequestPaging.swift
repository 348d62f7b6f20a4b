public import ContractHTTP

/// The closures that a group uses to request all pages of an endpoint. Created by the functions that `@Paged`
/// generates.
public struct _RequestPaging<
  Request: Sendable, Page: Sendable, Cursor: Hashable & Sendable, Elements: Sequence
>: Sendable {
  private let next: @Sendable (Page) throws -> Cursor?
  private let items: @Sendable (Page) -> Elements
  private let cursor: @Sendable (inout Request, Cursor) -> Void

  /// Creates the closures. They are in the order of the arguments of `@Paged`, and without labels. Generated code can
  /// then place each at the column of its argument, where the compiler reports errors.
  ///
  /// - Parameters:
  ///   - items: returns the elements of a page.
  ///   - next: returns the cursor of the next page; nil after the last.
  ///   - cursor: sets the cursor of a request.
  public init(
    _ items: @escaping @Sendable (Page) -> Elements, _ next: @escaping @Sendable (Page) throws -> Cursor?,
    _ cursor: @escaping @Sendable (inout Request, Cursor) -> Void
  ) {
    self.next = next
    self.items = items
    self.cursor = cursor
  }

  /// Creates the closures for a next cursor that is in a link.
  ///
  /// - Parameters:
  ///   - items: returns the elements of a page.
  ///   - cursor: sets the cursor of a request.
  ///   - operation: the operation that a link calls again.
  ///   - parameter: the name of the cursor in the query.
  ///   - read: reads the cursor.
  public init<Value>(
    _ items: @escaping @Sendable (Page) -> Elements, _ cursor: @escaping @Sendable (inout Request, Cursor) -> Void,
    linked operation: APIOperation, _ parameter: String,
    _ read: @escaping @Sendable (inout RequestDecoder) -> Cursor?
  ) where Page == (Value, HTTPResponse) {
    self.init(items, { page in try operation._linkedCursor(parameter, in: page.1, read) }, cursor)
  }

  /// Returns the elements of all pages, beginning with the page of `first`.
  ///
  /// - Parameters:
  ///   - maxPages: the maximum number of pages; another page throws ``PagingError``.
  ///   - load: requests a page.
  public func elements(
    from first: Request, maxPages: Int = 10_000, load: @escaping @Sendable (Request) async throws -> Page
  ) -> PagedElements<Page, Cursor, Elements> {
    let set = cursor
    return Pages(maxPages: maxPages, next: next) { cursor in
      var request = first
      if let cursor { set(&request, cursor) }
      return try await load(request)
    }.elements(items)
  }
}

/// Returns the type of a request's cursor without its optional. The closure is not called.
public func _cursorType<Request, Cursor>(_ member: (Request) -> Cursor?) -> Cursor.Type { Cursor.self }
