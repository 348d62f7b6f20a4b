import ContractTesting
import FoundationEssentials
import Testing

/// Functions that return a value together with the response.
@API @Mock @Throws(TodoError.self)
protocol Receipts: Sendable {
  @GET("/receipts/:id")
  func receipt(id: Int) async throws -> (todo: Todo, response: HTTPResponse)
  @POST("/receipts") @Status(201)
  func create(title: String) async throws -> (Todo, HTTPResponse)
  @GET("/text") func text() async throws -> (String, HTTPResponse)
  @GET("/bytes") func bytes() async throws -> ([UInt8], Contract.HTTPResponse)
  @GET("/data") func data() async throws -> (Data, HTTPResponse)
  @GET("/list") func list() async throws -> (items: [Todo], HTTPResponse)
  @GET("/maybe/:id") func maybe(id: Int) async throws -> (Todo?, HTTPResponse)
  @GET("/maybe-text") func maybeText() async throws -> (String?, HTTPResponse)
  @GET("/maybe-bytes") func maybeBytes() async throws -> ([UInt8]?, HTTPResponse)
  @GET("/maybe-data") func maybeData() async throws -> (Data?, HTTPResponse)
  @PUT("/nothing") func nothing() async throws -> (Empty, HTTPResponse)
  @HEAD("/receipts/:id") func check(id: Int) async throws -> HTTPResponse
  @GET("/raw/:status") func raw(status: Int) async throws -> HTTPResponse
}

/// A service whose responses are set by a test.
struct ReceiptService: Receipts {
  var response = HTTPResponse(.ok)
  var fails: (any Error & Sendable)?

  private func value<T>(_ value: T) throws -> (T, HTTPResponse) {
    if let fails { throw fails }
    return (value, response)
  }

  func receipt(id: Int) async throws -> (todo: Todo, response: HTTPResponse) { try value(Todo(id: id, title: "r")) }
  func create(title: String) async throws -> (Todo, HTTPResponse) { try value(Todo(id: 1, title: title)) }
  func text() async throws -> (String, HTTPResponse) { try value("tëxt") }
  func bytes() async throws -> ([UInt8], HTTPResponse) { try value([0, 255]) }
  func data() async throws -> (Data, HTTPResponse) { try value(Data([1, 2])) }
  func list() async throws -> (items: [Todo], HTTPResponse) { try value([]) }
  func maybe(id: Int) async throws -> (Todo?, HTTPResponse) { try value(id == 0 ? nil : Todo(id: id, title: "m")) }
  func maybeText() async throws -> (String?, HTTPResponse) { try value(nil) }
  func maybeBytes() async throws -> ([UInt8]?, HTTPResponse) { try value(nil) }
  func maybeData() async throws -> (Data?, HTTPResponse) { try value(Data([3])) }
  func nothing() async throws -> (Empty, HTTPResponse) { try value(Empty()) }
  func check(id: Int) async throws -> HTTPResponse { response }
  func raw(status: Int) async throws -> HTTPResponse {
    HTTPResponse(HTTPStatus(status) ?? .ok, fields: ["X-Raw": "yes"], body: .bytes(Array("raw".utf8)))
  }
}

@Request
struct FindReceipt {
  @Path var id: String
}

@API(prefix: "/group")
final class ReceiptGroup: EndpointGroup {
  @GET("/receipts/:id") var find: Endpoint<FindReceipt, (String, HTTPResponse)>
  @GET("/count") var count: () async throws -> (Int, HTTPResponse)
}

@Request(.get, "/own/{id}")
struct TextReceipt {
  @Path var id: Int
  typealias Response = (String, HTTPResponse)
}

@Suite("Results with their response")
struct ResponseTupleTests {
  private func with(
    _ response: HTTPResponse = HTTPResponse(.ok), fails: (any Error & Sendable)? = nil,
    _ body: (any Receipts) async throws -> Void
  ) async throws {
    try await withServer(ReceiptsRoutes(ReceiptService(response: response, fails: fails))) { client in
      try await body(ReceiptsAPI(client))
    }
  }

  @Test("A tuple result holds the decoded body and the whole response")
  func decodes() async throws {
    let sent = HTTPResponse(
      .accepted, fields: ["X-Trace": "a", "Content-Type": "text/html", "X-More": "1", "X-More": "2"],
      body: .bytes(Array("ignored".utf8)))
    try await with(sent) { receipts in
      let (todo, response) = try await receipts.receipt(id: 7)
      #expect(todo == Todo(id: 7, title: "r"))
      #expect(response.status == .accepted)
      #expect(response.fields["X-Trace"] == "a")
      #expect(response.fields.values("X-More") == ["1", "2"])
      #expect(response.fields.values(.contentType) == ["application/json"])
      let text = String(decoding: try await response.body.collect(upTo: 1000), as: UTF8.self)
      #expect(text == #"{"id":7,"title":"r","done":false,"tags":[]}"#)
      let labeled = try await receipts.receipt(id: 8)
      #expect(labeled.todo.id == 8)
      #expect(labeled.response.status == .accepted)
    }
  }

  @Test("The tuple result of a partial response keeps Content-Range")
  func part() async throws {
    let sent = HTTPResponse(.partialContent, fields: ["Content-Range": "bytes 1-2/5", "Content-Length": "5"])
    try await with(sent) { receipts in
      let (data, response) = try await receipts.data()
      #expect(data == Data([1, 2]))
      #expect(response.status == .partialContent)
      #expect(response.fields["Content-Range"] == "bytes 1-2/5")
      #expect(response.fields.values(.contentLength) == ["2"])
    }
  }

  @Test("A tuple result uses the same body format as its value without the response")
  func forms() async throws {
    try await with { receipts in
      let text = try await receipts.text()
      #expect(text.0 == "tëxt")
      #expect(text.1.fields[.contentType] == "text/plain; charset=utf-8")
      let bytes = try await receipts.bytes()
      #expect(bytes.0 == [0, 255])
      #expect(bytes.1.fields[.contentType] == "application/octet-stream")
      #expect(try await receipts.data().0 == Data([1, 2]))
      #expect(try await receipts.list().items == [])
      #expect(try await receipts.maybe(id: 3).0?.id == 3)
      #expect(try await receipts.maybe(id: 0).0 == nil)
      #expect(try await receipts.maybeText().0 == nil)
      #expect(try await receipts.maybeBytes().0 == nil)
      #expect(try await receipts.maybeData().0 == Data([3]))
      _ = try await receipts.nothing()
    }
  }

  @Test(
    "A tuple result has the status of its response if this status is a success and allows the body",
    arguments: [
      (HTTPStatus.ok, HTTPStatus.ok, HTTPStatus.ok), (.accepted, .accepted, .accepted),
      (.noContent, .created, .noContent), (.notFound, .created, .noContent), (.found, .created, .noContent),
    ])
  func status(of response: HTTPStatus, withContent: HTTPStatus, without: HTTPStatus) async throws {
    try await with(HTTPResponse(response)) { receipts in
      let created = try await receipts.create(title: "a").1
      #expect(created.status == withContent)
      let nothing = try await receipts.nothing().1
      #expect(nothing.status == without)
    }
  }

  @Test("A failed call throws instead of returning a tuple")
  func failures() async throws {
    try await with(fails: TodoError.taken(name: "a", by: 1)) { receipts in
      await #expect(throws: TodoError.taken(name: "a", by: 1)) { _ = try await receipts.receipt(id: 1) }
    }
    try await with(fails: OtherError.teapot) { receipts in
      let error = await #expect(throws: ClientError.self) { _ = try await receipts.receipt(id: 1) }
      #expect(error?.code == .unexpected)
      #expect(error?.response?.status == .internalServerError)
    }
  }

  @Test(
    "An HTTPResponse result holds the whole response, whatever its status", arguments: [200, 204, 302, 404, 500, 599])
  func raw(status: Int) async throws {
    try await with { receipts in
      let response = try await receipts.raw(status: status)
      #expect(response.status == HTTPStatus(status))
      #expect(response.fields["X-Raw"] == "yes")
      #expect(try await response.body.collect(upTo: 100) == (status == 204 ? [] : Array("raw".utf8)))
    }
  }

  @Test("A response to HEAD has headers and no body")
  func head() async throws {
    try await with(HTTPResponse(.ok, fields: ["X-Count": "3"], body: .bytes([1, 2, 3]))) { receipts in
      let response = try await receipts.check(id: 1)
      #expect(response.fields["X-Count"] == "3")
      #expect(response.fields[.contentLength] == "3")
      #expect(try await response.body.collect(upTo: 100) == [])
    }
  }

  @Test("A mock returns a tuple result")
  func mocks() async throws {
    let mock = ReceiptsMock()
    mock.mockReceipt { id in (Todo(id: id, title: "mock"), HTTPResponse(.created)) }
    let (todo, response) = try await mock.receipt(id: 4)
    #expect(todo.title == "mock")
    #expect(response.status == .created)
    #expect(mock.receiptCalls.map(\.id) == [4])
  }

  @Test("Groups and callable requests can return a tuple result")
  func otherShapes() async throws {
    var router = Router()
    router.on(ReceiptGroup.Endpoints.find) { _, input in (input.id, HTTPResponse(.ok, fields: ["X-Kind": "value"])) }
    router.on(ReceiptGroup.Endpoints.count) { _, _ in (3, HTTPResponse(.accepted)) }
    router.on(TextReceipt.endpoint) { _, input in ("text \(input.id)", HTTPResponse(.ok, fields: ["X-Kind": "own"])) }
    try await withServer(Server(port: 0, threads: 1, router: router)) { client in
      let group = ReceiptGroup(client)
      let found = try await group.find.request(FindReceipt(id: "a"))
      #expect(found.0 == "a")
      #expect(found.1.fields["X-Kind"] == "value")
      let count = try await group.count()
      #expect(count.0 == 3)
      #expect(count.1.status == .accepted)
      let text = try await TextReceipt(id: 4).perform(with: client)
      #expect(text.0 == "text 4")
      #expect(text.1.fields["X-Kind"] == "own")
    }
  }

  @Test("A plain endpoint can return a tuple result")
  func byHand() async throws {
    let endpoint = Endpoint<Empty, (String, HTTPResponse)>(.get, "/version", result: .withResponse(.text))
    var router = Router()
    router.on(endpoint) { _, _ in ("1.4", HTTPResponse(.ok, fields: ["X-Build": "7"])) }
    try await withServer(Server(port: 0, threads: 1, router: router)) { client in
      let (version, response) = try await client.call(endpoint)
      #expect(version == "1.4")
      #expect(response.fields["X-Build"] == "7")
    }
  }
}
