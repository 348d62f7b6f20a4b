import Contract
import ContractTesting
import Testing

typealias BlankLimit = Int?

@Schema enum BlankState: String, Sendable { case open, closed }

@Schema struct BlankPage: Equatable, Sendable {
  var size: Int = 5
  var states: [BlankState] = [.open]
}

@Schema struct BlankForm: Equatable, Sendable {
  var n: Int = 4
  var isOn: Bool = true
  var state: BlankState = .closed
  var page: BlankPage = BlankPage()
  var name: String = "n"
  var limit: BlankLimit = 9
  var most: Int? = 9
  var patch: Patch<Int> = .leave
  var note: JSONValue = "x"
}

@API private protocol Blanks: Sendable {
  @GET("/query") func query(f: BlankForm) async throws -> String
  @URLForm @POST("/form") func form(f: Body<BlankForm>) async throws -> String
  @Multipart @POST("/parts") func parts(f: BlankForm) async throws -> String
  @POST("/json") func json(f: Body<BlankForm>) async throws -> String
}

private struct BlankService: Blanks {
  func query(f: BlankForm) async throws -> String { "\(f)" }
  func form(f: BlankForm) async throws -> String { "\(f)" }
  func parts(f: BlankForm) async throws -> String { "\(f)" }
  func json(f: BlankForm) async throws -> String { "\(f)" }
}

@Suite("Blank members with initial values")
struct BlankMembersTests {
  private let client = BlanksRoutes(BlankService()).inProcess

  /// Returns the status and the content of the response to a call.
  private func answer(_ call: APIClient) async throws -> (status: HTTPStatus, text: String) {
    let response = try await call.response()
    return (response.status, String(decoding: try await response.body.collect(upTo: 1 << 16), as: UTF8.self))
  }

  private func form(_ text: String, _ options: URLFormOptions = URLFormOptions()) throws -> BlankForm {
    try URLFormDecoder(options: options).decode(BlankForm.self, from: text)
  }

  @Test("A member that a form left blank keeps its initial value, unless the empty string is a value of its type")
  func blanks() throws {
    #expect(try form("n=&isOn=&state=&page[size]=") == BlankForm())
    #expect(try form("n&isOn&page[size]") == BlankForm())
    #expect(try form("n=7&isOn=&state=open") == BlankForm(n: 7, state: .open))
    #expect(try form("name=") == BlankForm(name: ""))
    #expect(try form("page[states]=") == BlankForm(page: BlankPage(states: [])))
    #expect(try form("limit=&most=") == BlankForm(limit: nil, most: nil))
    var options = URLFormOptions()
    options.nils = .empty
    #expect(try form("n=&state=&page[size]=", options) == BlankForm())
    #expect(try form("limit=&most=&patch=", options) == BlankForm(limit: nil, most: nil, patch: .clear))
  }

  @Test("A wrong member is refused, but a blank member next to it is accepted")
  func wrong() async throws {
    #expect(throws: DecodingError.self) { try form("n=x") }
    #expect(throws: DecodingError.self) { try form("n=&n=") }
    let call = client("query").query("f[n]", "").query("f[isOn]", "maybe").query("f[state]", "")
    let (status, text) = try await answer(call)
    #expect(status == .badRequest)
    #expect(text.contains("f[isOn]") && !text.contains("f[n]") && !text.contains("f[state]"), "\(text)")
    let json: (String) throws -> BlankForm = { try JSONReader().decode(BlankForm.self, from: Array($0.utf8)) }
    #expect(throws: (any Error).self) { try json(#"{"n":null}"#) }
    #expect(throws: (any Error).self) { try json(#"{"n":""}"#) }
    #expect(try json(#"{"note":null,"limit":null}"#) == BlankForm(limit: nil, note: .null))
  }

  @Test("A server reads blank members in queries and forms")
  func calls() async throws {
    let expected = "\(BlankForm(state: .open))"
    let call = client("query").query("f[n]", "").query("f[page][size]", "").query("f[state]", "open")
    #expect(try await answer(call) == (.ok, expected))
    let body = "n=&page[size]=&state=open"
    #expect(try await answer(client("form").post.body(bytes: Array(body.utf8), type: .urlForm)) == (.ok, expected))
    let part = "--b\r\nContent-Disposition: form-data; name=\""
    let parts = "\(part)f[n]\"\r\n\r\n\r\n\(part)f[state]\"\r\n\r\nopen\r\n--b--\r\n"
    let type = MediaType("multipart/form-data; boundary=b")
    #expect(try await answer(client("parts").post.body(bytes: Array(parts.utf8), type: type)) == (.ok, expected))
  }
}
