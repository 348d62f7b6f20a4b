import Contract
import ContractMacroFixtures
import ContractTesting
import Testing

@Suite("Contracts with @Schema types")
struct SchemaContractTests {
  private let client = BoardsRoutes(BoardService()).inProcess
  private var api: BoardsAPI { BoardsAPI(client) }
  private static let item = TodoItem(id: 1, title: "milk", tags: ["a", "b"], owner: Person(name: "Ann"))

  @Test("A schema type is sent as body, result, field, member and form")
  func carries() async throws {
    let item = Self.item
    #expect(try await api.item(item: item) == item)
    #expect(try await api.items(items: [item, item]) == [item, item])
    let listing = try await api.fields(item: item, owner: Person(name: "Bob"), figure: .line(1, nil))
    #expect(listing.items.map(\.owner) == [Person(name: "Bob")])
    #expect(listing.total == 1)
    #expect(try await api.form(item: item) == item)
    #expect(try await api.formFields(item: item, count: 1) == item)
    #expect(try await api.box(box: Box(items: [item], size: 1)) == Box(items: [item], size: 1))
    let sealed = Sealed(boxes: [Box(items: [item], size: 2)], label: "abc")
    #expect(try await api.sealed(sealed: sealed) == sealed)
    let shelf = Shelf(shelfNumber: 3, isOpen: false, topItem: item)
    #expect(try await api.snake(shelf: shelf) == shelf)
    #expect(try await api.query(item: item) == item)
    #expect(try await api.query(item: nil) == nil)
  }

  @Test("A client does not validate a response")
  func clientChecksNothing() async throws {
    #expect(try await api.listing(page: 77).next == Shelf(shelfNumber: 99))
  }

  /// A path, the body to send, and the messages of the response.
  struct Refusal: Sendable, CustomTestStringConvertible {
    let path: String
    let content: String
    let errors: [String]

    var testDescription: String { "\(path) \(content)" }

    init(_ path: String, _ content: String, _ errors: String...) {
      self.path = path
      self.content = content
      self.errors = errors
    }
  }

  private static let refusals: [Refusal] = [
    Refusal("/item", #"{"id":1,"title":"","tags":[]}"#, "/title must be 1 to 80 characters long"),
    Refusal(
      "/item", #"{"tags":["abcdef","b","c","d"],"title":""}"#, "/id expected", "/title must be 1 to 80 characters long",
      "/tags must have at most 3 elements", "/tags/0 must be 1 to 5 characters long"),
    Refusal(
      "/items", #"[{"id":1,"title":"a","tags":[]},{"id":"","title":"","tags":[""]}]"#, "/1/id must be an `Int`.",
      "/1/title must be 1 to 80 characters long", "/1/tags/0 must be 1 to 5 characters long"),
    Refusal(
      "/fields", #"{"item":{"id":1,"title":"","tags":[]},"figure":{"square":{}}}"#,
      "/item/title must be 1 to 80 characters long",
      "/figure must be an object with one of \"nothing\", \"circle\", \"line\", \"group\", \"self\"."),
    Refusal(
      "/box", #"{"items":[{"id":1,"title":"","tags":[]},{"id":1,"title":"a","tags":[""]}],"size":1}"#,
      "/items/0/title must be 1 to 80 characters long", "/items/1/tags/0 must be 1 to 5 characters long"),
    Refusal(
      "/box", #"{"items":[{"id":1,"title":"","tags":[]}]}"#, "/size expected",
      "/items/0/title must be 1 to 80 characters long"),
    Refusal(
      "/sealed", #"{"boxes":[{"items":[{"id":1,"title":"","tags":[]}],"size":1}],"label":"1"}"#,
      "/boxes/0/items/0/title must be 1 to 80 characters long", "/label must match `[a-z]+`"),
    Refusal(
      "/snake", #"{"shelf_number":0,"top_item":{"id":1,"title":"","tags":[]}}"#, "/shelf_number must be from 1 to 9",
      "/top_item/title must be 1 to 80 characters long"),
    Refusal("/form", "id=1&title=&tags=a", "/title must be 1 to 80 characters long"),
    Refusal(
      "/formfields", "item[id]=1&item[title]=&item[tags]=&count=x", "/item/title must be 1 to 80 characters long",
      "/item/tags/0 must be 1 to 5 characters long", "/count must be an `Int`."),
    // Rules of decoded members are checked in addition to other errors, but rules of placeholders are not.
    Refusal(
      "/form", "title=&tags=a&tags=b&tags=c&tags=d", "/id expected", "/title must be 1 to 80 characters long",
      "/tags must have at most 3 elements"),
    Refusal(
      "/form", "id=x&tags=abcdef", "/id must be an `Int`.", "/title expected", "/tags/0 must be 1 to 5 characters long"),
    Refusal(
      "/formfields", "item[id]=1&item[title]=&item[owner]=x&count=1", "/item/owner must be a `Person`.",
      "/item/title must be 1 to 80 characters long"),
    Refusal("/formfields", "item=1&count=1", "/item must be a `TodoItem`."),
  ]

  @Test("A server reports all errors in a value of a schema type", arguments: refusals)
  func refuses(_ refusal: Refusal) async throws {
    let isForm = refusal.path.hasPrefix("/form")
    let request = HTTPRequest(
      .post, refusal.path,
      fields: [.contentType: isForm ? "application/x-www-form-urlencoded" : "application/json"],
      body: .bytes(Array(refusal.content.utf8)))
    let transport = try InProcessTransport(Server(port: 0) { BoardsRoutes(BoardService()) })
    let response = try await transport.send(request, options: TransportOptions())
    #expect(response.status == .badRequest)
    let problem = try JSONDocument(try await response.body.collect(upTo: 100_000))
    let errors = problem.root.member("errors")?.elements.map { error in
      let pointer = error.member("pointer")?.string ?? "-"
      let message = error.member("message")?.string ?? "-"
      guard let rule = message.firstRange(of: "must ") else { return pointer + " expected" }
      return "\(pointer) \(message[rule.lowerBound...])"
    }
    #expect(errors == refusal.errors)
  }
}
