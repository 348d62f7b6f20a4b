// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Contract

/// A contract that carries types with `@Schema` in every place there is.
@API
public protocol Boards: Sendable {
  @POST("/item") func item(item: Body<TodoItem>) async throws -> TodoItem
  @POST("/items") func items(items: Body<[TodoItem]>) async throws -> [TodoItem]
  @POST("/fields") func fields(item: TodoItem, owner: Person?, figure: Figure) async throws -> Listing<TodoItem>
  @POST("/form") @URLForm func form(item: Body<TodoItem>) async throws -> TodoItem
  @POST("/formfields") @URLForm func formFields(item: TodoItem, count: Int) async throws -> TodoItem
  @POST("/box") func box(box: Body<Box>) async throws -> Box
  @POST("/sealed") func sealed(sealed: Body<Sealed>) async throws -> Sealed
  @POST("/snake") @KeyMapping(.snakeCase) func snake(shelf: Body<Shelf>) async throws -> Shelf
  @GET("/query") func query(item: TodoItem?) async throws -> TodoItem?
  @GET("/listing") func listing(page: Int) async throws -> Listing<Shelf>
}

/// A plain type around a type with rules.
nonisolated public struct Box: Codable, Equatable, Sendable {
  public var items: [TodoItem]
  public var size: Int

  public init(items: [TodoItem], size: Int) {
    self.items = items
    self.size = size
  }
}

/// A type with a compiled reader around a plain one around one with rules.
@Schema
public struct Sealed: Equatable, Sendable {
  public var boxes: [Box]
  @Validate(.pattern("[a-z]+")) public var label: String

  public init(boxes: [Box], label: String) {
    self.boxes = boxes
    self.label = label
  }
}

@Schema
public struct Shelf: Equatable, Sendable {
  @Validate(.range(1...9)) public var shelfNumber: Int
  public var isOpen = true
  public var topItem: TodoItem?

  public init(shelfNumber: Int, isOpen: Bool = true, topItem: TodoItem? = nil) {
    self.shelfNumber = shelfNumber
    self.isOpen = isOpen
    self.topItem = topItem
  }
}

/// A service that returns its inputs.
nonisolated public struct BoardService: Boards {
  public init() {}
  public func item(item: TodoItem) async throws -> TodoItem { item }
  public func items(items: [TodoItem]) async throws -> [TodoItem] { items }
  public func fields(item: TodoItem, owner: Person?, figure: Figure) async throws -> Listing<TodoItem> {
    var item = item
    item.owner = owner
    return Listing(items: [item], total: figure == .none ? 0 : 1)
  }
  public func form(item: TodoItem) async throws -> TodoItem { item }
  public func formFields(item: TodoItem, count: Int) async throws -> TodoItem { item }
  public func box(box: Box) async throws -> Box { box }
  public func sealed(sealed: Sealed) async throws -> Sealed { sealed }
  public func snake(shelf: Shelf) async throws -> Shelf { shelf }
  public func query(item: TodoItem?) async throws -> TodoItem? { item }
  public func listing(page: Int) async throws -> Listing<Shelf> {
    Listing(items: [Shelf(shelfNumber: page)], next: Shelf(shelfNumber: 99), total: 2)
  }
}
