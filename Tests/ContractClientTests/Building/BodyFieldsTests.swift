import Contract
import ContractClient
import ContractHTTP
import ContractTesting
import Testing

@Suite("Members added to bodies")
struct BodyFieldsTests {
  private struct Login: Codable, BodyRequest { var name: String }

  private static let boundary = "b"

  /// A call, and the body that it sends.
  static let rows: [(call: @Sendable (APIClient) -> APIClient, type: String?, body: String)] = [
    ({ $0.body(["name": "Jo"]) }, "application/json", #"{"name":"Jo","tenant":"a&b","tags":["x","y"]}"#),
    ({ $0.body(bytes: Array(" {} ".utf8), type: .json) }, "application/json", #" {"tenant":"a&b","tags":["x","y"]} "#),
    ({ $0.body(["tenant": "own"]) }, "application/json", #"{"tenant":"own","tags":["x","y"]}"#),
    ({ $0.body(["tenant": "own", "tags": 1]) }, "application/json", #"{"tenant":"own","tags":1}"#),
    ({ $0.form(["name": "Jo"]) }, "application/x-www-form-urlencoded", "name=Jo&tenant=a%26b&tags=x&tags=y"),
    ({ $0.form(["tenant": "own"]) }, "application/x-www-form-urlencoded", "tenant=own&tags=x&tags=y"),
    ({ $0.post }, "application/json", #"{"tenant":"a&b","tags":["x","y"]}"#),
    ({ $0.bodyFormat(.urlForm).put }, "application/x-www-form-urlencoded", "tenant=a%26b&tags=x&tags=y"),
    ({ $0.get }, nil, ""), ({ $0.delete }, nil, ""),
  ]

  @Test("A member is added to JSON objects and forms, and existing members win", arguments: rows.indices)
  func bodies(row: Int) async throws {
    let (call, type, body) = Self.rows[row]
    let transport = AnsweringTransport(.json("{}"))
    let client = call(APIClient(transport)).bodyFields(["tenant": "a&b", "nick": nil as String?, "tags": ["x", "y"]])
    _ = try await client.response()
    let request = transport.requests[0]
    #expect(request.fields[.contentType]?.rawValue == type)
    #expect(String(decoding: try await request.body.collect(upTo: 4096), as: UTF8.self) == body)
  }

  /// A form, its wire format, and the form with the members `card` and `x`.
  static let nested: [(form: String, nesting: URLFormOptions.NestingStyle, body: String)] = [
    ("card[number]=42", .brackets, "card[number]=42&x=1"),
    ("card%5Bnumber%5D=42", .brackets, "card%5Bnumber%5D=42&x=1"),
    ("card[]=42&x[0]=3", .brackets, "card[]=42&x[0]=3"),
    ("cards[number]=42", .brackets, "cards[number]=42&card=7&x=1"),
    ("card.number=42", .brackets, "card.number=42&card=7&x=1"),
    ("card.number=42", .dots, "card.number=42&x=1"),
  ]

  @Test("A form member `card[number]` wins over an added member `card`", arguments: nested.indices)
  func nestedMembers(row: Int) async throws {
    let (form, nesting, body) = Self.nested[row]
    let transport = AnsweringTransport(.json("{}"))
    var wire = Wire()
    wire.form.nesting = nesting
    let client = APIClient(transport).wire(wire).bodyFields(["card": 7, "x": 1])
    _ = try await client.body(bytes: Array(form.utf8), type: .urlForm).response()
    _ = try await client.multipart(Part(text: "42", name: "card[number]")).response()
    let content = try await transport.requests[0].body.collect(upTo: 4096)
    #expect(String(decoding: content, as: UTF8.self) == body)
    let type = try #require(MediaType(transport.requests[1].fields[.contentType]?.rawValue ?? ""))
    let parts = try MultipartDecoder().decode(try await transport.requests[1].body.collect(upTo: 4096), mediaType: type)
    #expect(parts.parts.map(\.name) == ["card[number]", "x"])
  }

  private static let ids = ["userID": 1]

  /// A call of a client that maps names, and the body that it sends.
  static let mapped: [(call: @Sendable (APIClient) -> APIClient, body: String)] = [
    ({ $0.body(["userID": 1]) }, #"{"userID":1,"madeBy":{"lastName":3}}"#),
    ({ $0.body(["userID": 1, "z": 2]) }, #"{"userID":1,"z":2,"madeBy":{"lastName":3}}"#),
    ({ $0.form(["userID": 1]) }, "userID=1&madeBy%5BlastName%5D=3"),
    ({ $0.form(ids) }, "userID=1&madeBy%5BlastName%5D=3"),
    ({ $0.post }, #"{"userID":2,"madeBy":{"lastName":3}}"#),
    ({ $0.bodyFormat(.urlForm).post }, "userID=2&madeBy%5BlastName%5D=3"),
    ({ $0.form(Named(lastName: 1)) }, "last_name=1&userID=2&madeBy%5BlastName%5D=3"),
  ]

  private struct Named: Codable { var lastName: Int }

  @Test("A client that maps names sends the names in literals unchanged", arguments: mapped.indices)
  func mappedNames(row: Int) async throws {
    let (call, body) = Self.mapped[row]
    let transport = AnsweringTransport(.json("{}"))
    let client = APIClient(transport).wire(Wire { $0.keys = .snakeCase })
    _ = try await call(client).bodyFields(["userID": 2, "madeBy": ["lastName": 3]]).response()
    #expect(String(decoding: try await transport.requests[0].body.collect(upTo: 4096), as: UTF8.self) == body)
    let parts = client.multipart(Part(text: "1", name: "userID")).bodyFields(["userID": 2, "madeBy": 3])
    _ = try await parts.response()
    let type = try #require(MediaType(transport.requests[1].fields[.contentType]?.rawValue ?? ""))
    let form = try MultipartDecoder().decode(try await transport.requests[1].body.collect(upTo: 4096), mediaType: type)
    #expect(form.parts.map(\.name) == ["userID", "madeBy"])
  }

  @Test("A member is added to a multipart form as a part")
  func parts() async throws {
    let transport = AnsweringTransport(.json("{}"))
    let client = APIClient(transport).bodyField("tenant", "a").bodyField("name", "other")
    _ = try await client.multipart(Part(text: "Jo", name: "name"), Part(data: [0, 13, 10], name: "f")).response()
    let request = transport.requests[0]
    let type = try #require(MediaType(request.fields[.contentType]?.rawValue ?? ""))
    let form = try MultipartDecoder().decode(try await request.body.collect(upTo: 4096), mediaType: type)
    #expect(form.parts.map(\.name) == ["name", "f", "tenant"])
    #expect(form.parts.map(\.bytes) == [Array("Jo".utf8), [0, 13, 10], Array("a".utf8)])
  }

  @Test("Members are added to the bodies of contract calls before compression")
  func contracts() async throws {
    let transport = AnsweringTransport(.json("[]"))
    let endpoint = Endpoint<Login, [Int]>(.post, "/login", result: .json)
    let client = APIClient(transport).modifyRequest { request, configuration in
      try request.addBodyFields(["seconds": configuration.timeout == .seconds(9) ? 9 : 0], configuration)
    }
    _ = try await client.timeout(.seconds(9)).call(endpoint, Login(name: "Jo"))
    _ = try await client.compressingBodies(from: 1).call(endpoint, Login(name: "Jo"))
    #expect(try await transport.requests[0].body.collect(upTo: 99) == Array(#"{"name":"Jo","seconds":9}"#.utf8))
    let content = try await transport.requests[1].body.collect(upTo: 99)
    #expect(try Inflater.inflate(content, .gzip, maxOutputBytes: 99) == Array(#"{"name":"Jo","seconds":0}"#.utf8))
  }

  /// A call to which nothing can be added, and the reason.
  static let refusals: [(call: @Sendable (APIClient) -> APIClient, reason: String)] = [
    ({ $0.body([1, 2]) }, "it is JSON, but not an object"), ({ $0.body("text") }, "it is JSON, but not an object"),
    ({ $0.body(bytes: Array("{".utf8), type: .json) }, "it is JSON, but not an object"),
    ({ $0.body(text: "a") }, "it is text/plain"),
    ({ $0.body(bytes: [1], type: nil) }, "it is data without a media type"),
    ({ $0.body(file: "/etc/hostname") }, "a stream or a file"),
    ({ $0.body(["a": 1]).compressingBodies(from: 1) }, "before `.compressingBodies"),
  ]

  @Test(
    "Adding a member to a body that is neither a JSON object nor a form is refused, and nothing is sent",
    arguments: refusals.indices)
  func refused(row: Int) async throws {
    let transport = AnsweringTransport(.json("{}"))
    let client = Self.refusals[row].call(APIClient(transport)).bodyField("tenant", "a")
    let error = await #expect(throws: ClientError.self) { _ = try await client.response() }
    #expect(error?.code == .invalidInput && error?.message.contains(Self.refusals[row].reason) == true)
    #expect(transport.requests.isEmpty)
  }
}
