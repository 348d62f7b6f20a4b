import Contract

/// The requests received by the server, returned as JSON, for third-party clients.
@API
protocol Arrivals: Sendable {
  @POST("/form") @URLForm
  func form(name: String, tags: [String], isOpen: Bool, count: Int?, page: Page?) async throws -> FormArrival

  @POST("/either") @JSON @URLForm
  func either(name: String, count: Int) async throws -> FormArrival

  @GET("/search")
  func search(text: String, tags: [String], filter: Filter?) async throws -> SearchArrival

  @POST("/upload") @Multipart
  func upload(title: String, file: Part, more: [Part]) async throws -> [PartArrival]
}

struct Page: Codable, Equatable, Sendable {
  var size: Int
  var after: String?
}

struct Filter: Codable, Equatable, Sendable {
  var status: String
  var owners: [Int]
  var page: Page?
}

struct FormArrival: Codable, Equatable, Sendable {
  var name: String
  var tags: [String]
  var isOpen: Bool?
  var count: Int?
  var page: Page?
}

struct SearchArrival: Codable, Equatable, Sendable {
  var text: String
  var tags: [String]
  var filter: Filter?
}

struct PartArrival: Codable, Equatable, Sendable {
  var name: String?
  var fileName: String?
  var type: String?
  var text: String?
  var count: Int

  init(_ part: Part) {
    name = part.name
    fileName = part.fileName
    type = part.mimeType
    text = part.text
    count = part.bytes.count
  }
}

struct ArrivalService: Arrivals {
  func form(name: String, tags: [String], isOpen: Bool, count: Int?, page: Page?) async throws -> FormArrival {
    FormArrival(name: name, tags: tags, isOpen: isOpen, count: count, page: page)
  }

  func either(name: String, count: Int) async throws -> FormArrival {
    FormArrival(name: name, tags: [], count: count)
  }

  func search(text: String, tags: [String], filter: Filter?) async throws -> SearchArrival {
    SearchArrival(text: text, tags: tags, filter: filter)
  }

  func upload(title: String, file: Part, more: [Part]) async throws -> [PartArrival] {
    [PartArrival(Part(text: title, name: "title")), PartArrival(file)] + more.map(PartArrival.init)
  }
}
