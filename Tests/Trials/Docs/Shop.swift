import ContractServer

/// A contract with every kind of input that the page has a form for.
@API
protocol Shop: Sendable {
  /// Lists articles.
  ///
  /// Returns those that match **all** filters, the newest first. See [the terms](https://example.com/terms).
  /// - Parameter search: words of the name
  @GET("/articles") @Default("limit", 20) @Validate("limit", .range(1...100))
  func articles(search: String?, kinds: [Kind], inStock: Bool?, limit: Int) async throws -> [Article]

  /// Returns one article.
  @GET("/articles/:id") @Throws(ShopError.self)
  func article(id: Int) async throws -> Article

  /// Adds an article.
  @POST("/articles") @Status(201) @Throws(ShopError.self) @Security(.bearer, scopes: "articles:write")
  func add(_ article: Body<NewArticle>) async throws -> Article

  /// Pays an order in one of several ways.
  @PUT("/orders/:id/payment")
  func pay(id: Int, with payment: Body<Payment>) async throws -> Receipt

  /// Adds an image to an article.
  @POST("/articles/:id/images") @Multipart @Validate("title", .length(1...40))
  func upload(id: Int, title: String, image: Part, more: [Part]) async throws -> Receipt

  /// Sends a message.
  @POST("/messages") @URLForm @Validate("text", .length(1...200))
  func message(from name: String, text: String, urgent: Bool?) async throws -> Receipt

  /// Returns the name of the caller.
  @GET("/me") @Security(.basic) @Security(.apiKey(header: "X-API-Key"))
  func me() async throws -> String

  /// Returns the headers and cookies that were sent.
  @GET("/echo") @Name("session", "session-id")
  func echo(requestSource: Header<String?>, session: Cookie<String?>) async throws -> Receipt

  /// Talks with the support.
  @WebSocket("/support/:topic") @Validate("name", .length(1...20))
  func support(topic: String, name: String) async throws -> Channel<Question, Answer>

  /// Follows the news, which do not end.
  @GET("/news") func news(first: Int) async throws -> ServerEvents<Answer>

  /// Returns a backup of so many bytes.
  @GET("/backup") func backup(bytes: Int) async throws -> ByteStream

  /// Receives a backup.
  @PUT("/backup") func restore(data: Body<ByteStream>) async throws -> Receipt

  /// Removes an article. Archive it instead.
  @DELETE("/articles/:id") @Deprecated("archive it instead")
  func remove(id: Int) async throws
}

/// A kind of articles.
enum Kind: String, Codable, CaseIterable, Sendable { case book, tool, toy }

/// An article that is for sale.
@Schema struct Article: Hashable, Sendable {
  var id: Int
  var name: String
  var kind: Kind
  /// The articles of a set.
  var parts: [Article]?
}

/// An article without an id.
@Schema struct NewArticle: Hashable, Sendable {
  @Validate(.length(1...30)) var name: String
  var kind: Kind
  @Validate(.range(0...1_000_000)) var cents: Int
  var sizes: [Size]?
}

/// A size, in millimeters.
@Schema struct Size: Hashable, Sendable {
  @Validate(.range(1...10_000)) var width: Int
  @Validate(.range(1...10_000)) var height: Int
}

/// A way to pay.
@Schema @Tagged("type") enum Payment: Hashable, Sendable {
  case card(number: String, holder: String?)
  case invoice(email: String)
}

/// What the server has received.
@Schema struct Receipt: Hashable, Sendable {
  var text: String
  var bytes: Int64
}

/// What a customer says.
@Schema @Tagged("type") enum Question: Hashable, Sendable {
  case ask(Ask)
  case thank
}

@Schema struct Ask: Hashable, Sendable {
  @Example("Is it red?") var text: String
  var article: Int?
}

/// What the support says.
@Schema @Tagged("type") enum Answer: Hashable, Sendable {
  case greeting(to: String, topic: String)
  case reply(text: String)
}

@APIError enum ShopError: Hashable {
  /// There is no such article.
  @Status(404) case notFound(id: Int)
  /// Another article has this name.
  @Status(409) case taken(name: String)
}
