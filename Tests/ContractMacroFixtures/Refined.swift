public import Contract

// Contracts that refine others: a diamond, a group without functions, and a deprecated parent.

/// A page of any elements.
@Schema public struct Batch<Element: Codable & Sendable>: Sendable {
  /// The elements.
  public var items: [Element]
  /// The cursor of the next page.
  public var next: String?

  /// Creates a page.
  public init(items: [Element], next: String? = nil) {
    self.items = items
    self.next = next
  }
}

/// The base of a diamond.
@API @Mock
public protocol ReadOnlyIssues: Sendable {
  /// Lists issues.
  @GET("/issues") @Default("limit", 20) @Paged(items: \.items, next: \.next, cursor: "after")
  func list(after: String?, limit: Int) async throws -> Batch<Int>

  @Deprecated("use list", since: "2026-09-01", sunset: "2027-01-31")
  @GET("/issues/all")
  func old() async throws -> [Int]
}

/// A contract with pages by link.
@API(prefix: "/search") @Mock
public protocol Searchable: ReadOnlyIssues {
  @GET("/issues") @Paged(.link, cursor: "page") @Default("page", 1)
  func search(text: String, page: Int) async throws -> ([Int], HTTPResponse)
}

/// A contract that refines the base twice.
@API @Mock
public protocol Issues: Searchable, ReadOnlyIssues {
  @POST("/issues") @Status(201) func create(title: String) async throws -> Int
}

/// A contract whose pages are arrays.
@API @Mock
public protocol Users: Sendable {
  @GET("/users") @Paged(next: \.last, cursor: "after") func users(after: String?) async throws -> [String]
}

/// A group of contracts as one client and one set of routes.
@API @Mock
public protocol Tracker: Issues & Users {}
