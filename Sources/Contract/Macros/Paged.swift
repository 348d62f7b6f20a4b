#if Macros
  /// Generates a function that requests all pages of a result, as a sequence of their elements.
  ///
  /// ```swift
  /// @API protocol Todos: Sendable {
  ///   @GET("/todos") @Default("limit", 20)
  ///   @Paged(items: \.items, next: \.nextCursor, cursor: "after")
  ///   func todos(after: String?, limit: Int) async throws -> TodoPage
  /// }
  ///
  /// for try await todo in todos.allTodos(limit: 100) { print(todo.title) }
  /// ```
  ///
  /// The function belongs to the protocol, so clients, mocks and services have it. Its parameters are those of the declared
  /// function without the cursor. Its name is the declared name with `all` at the beginning, or after a leading verb: `list`
  /// becomes `listAll`, and `searchTodos` becomes `searchAllTodos`.
  ///
  /// On a function of a scope, the macro generates a function next to it. On a variable of a group, it generates `allTodos(_
  /// request:)`, and on a `@Request` with a method and path, `all(with: caller)`. In the last two, the cursor is a variable of
  /// the request, and the request selects the first page. A protocol inside a type cannot be extended, so only its client and
  /// its mock have the function.
  ///
  /// - Parameters:
  ///   - source: `.link` if responses have a `Link` header with the relation `next` (RFC 8288). The function then
  ///     returns `([Todo], HTTPResponse)`, and the cursor is read from the query of the link.
  ///   - items: the member of the result with the elements of a page. Nil: the result is the array of elements.
  ///   - next: the member of the result with the next cursor, which is nil after the last page.
  ///   - cursor: the parameter that takes the cursor. It is optional or has a default, for the first page.
  ///   - maxPages: the maximum number of pages; another page throws ``PagingError``.
  @attached(peer)
  public macro Paged(
    _ source: _PagingSource? = nil, items: KeyPath<_PageShape, _PageShape?>? = nil,
    next: KeyPath<_PageShape, _PageShape?>? = nil, cursor: String = "", maxPages: Int = 10_000
  ) = #externalMacro(module: "ContractMacros", type: "EndpointAttributeMacro")

  /// The source of the next cursor in `@Paged`.
  public enum _PagingSource: Sendable {
    /// The `Link` header with the relation `next`.
    case link
  }

  /// A result whose members are not yet known, for the key paths of `@Paged`.
  @dynamicMemberLookup
  public struct _PageShape {
    /// A member of any name.
    public subscript(dynamicMember name: String) -> _PageShape! { nil }
  }
#endif
