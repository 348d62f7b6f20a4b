import Contract

/// The service httpbin, which returns the received request.
@API(prefix: "/anything")
protocol Echoes: Sendable {
  @POST("/form") @URLForm
  func form(name: String, tags: [String], isOpen: Bool, page: Page?) async throws -> Echo

  @POST("/json")
  func json(name: String, tags: [String], page: Page?) async throws -> Echo

  @POST("/upload") @Multipart
  func upload(title: String, file: Part, more: [Part]) async throws -> Echo

  @GET("/search/:owner") @Authorization(.basic(username: "ann", password: "p:ss"))
  func search(owner: String, text: String, tags: [String], filter: Filter?, traceID: Header<String>) async throws
    -> Echo

  @PUT("/raw/:name")
  func raw(name: String, content: Body<[UInt8]>) async throws -> Echo

  @TRACE("/trace")
  func trace() async throws -> Echo
}

/// The request as reported by httpbin.
struct Echo: Codable, Sendable {
  var method: String
  var url: String
  var args: [String: Texts]
  var form: [String: Texts]
  var files: [String: Texts]
  var headers: [String: String]
  var data: String
  var json: Sent?

  struct Sent: Codable, Sendable {
    var name: String
    var tags: [String]
    var page: Page?
  }

  /// One string, or several.
  struct Texts: Codable, Equatable, Sendable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    var texts: [String]

    init(stringLiteral text: String) { texts = [text] }
    init(arrayLiteral texts: String...) { self.texts = texts }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      texts = try (try? container.decode([String].self)) ?? [container.decode(String.self)]
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(texts)
    }
  }
}
