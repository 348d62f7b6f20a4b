internal import ContractCoding
internal import ContractHTTP

/// The paging of an operation: how a caller gets from one page to the next.
///
/// ```swift
/// Endpoint<ListTodos, TodoPage>(.get, "/todos", .paged(Paging(cursor: "after", next: "nextCursor", items: "items")))
/// ```
///
/// `@Paged` creates it together with a function that requests all pages.
public struct Paging: Hashable, Sendable {
  /// The name of the input that selects the page.
  public let cursor: String
  /// The member of the result with the cursor of the next page, with dots between nested members; nil if responses
  /// have a `Link` header with the relation `next` instead (RFC 8288).
  public let next: String?
  /// The member of the result with the elements of a page; nil if the result itself is the list of elements.
  public let items: String?

  /// Creates a description of paging. Without `next`, responses have a `Link` header.
  ///
  /// The key mapping of an operation applies to the names: with `@KeyMapping(.snakeCase)`, `nextCursor` becomes
  /// `next_cursor`. Coding keys do not apply, because the description does not know the types; OpenAPI documents omit
  /// names that are not on the wire.
  public init(cursor: String, next: String? = nil, items: String? = nil) {
    self.cursor = cursor
    self.next = next
    self.items = items
  }
}

extension Paging {
  /// Returns this paging with the names of a wire format.
  func named(by wire: Wire, inputs names: [ParameterLocation: [String: String]]) -> Paging {
    func path(_ members: String) -> String {
      members.split(atByte: ".").map { wire.json.keys.encoded(String($0)) }.joined(separator: ".")
    }
    return Paging(
      cursor: names.values.lazy.compactMap { $0[cursor] }.first ?? cursor, next: next.map(path), items: items.map(path))
  }
}

extension EndpointTrait {
  /// Describes how a caller gets from one page to the next.
  public static func paged(_ paging: Paging) -> EndpointTrait {
    EndpointTrait { $0.paging = paging }
  }
}
