import Contract
import ContractHTTP
import Testing

private enum Shade: String, Codable, Sendable { case light, dark }

@API private protocol ManyInputs: Sendable {
  @GET("/many/:owner") @Default("limit", 20)
  func find(
    owner: String, done: Bool, shade: Shade, limit: Int, after: Int?, ratio: Double, name: String?, ids: [Int],
    tags: [String]
  ) async throws -> String

  @POST("/many/:owner") @Default("count", 3) @Default("isOn", true) @Default("size", 1.5) @Default("word", "w")
  func make(
    owner: String, shade: Shade, count: Int, isOn: Bool, size: Double, word: String, title: String, mass: Double?,
    ids: [Int], tags: [String], version: Header<Int?>
  ) async throws -> String
}

/// A handwritten request with a generated one, whose inputs have other indexes here.
private struct Tenanted: EndpointRequest {
  let tenant: String
  let find: ManyInputsEndpoints.FindInput

  static var inputs: [InputDescription] {
    [InputDescription(.query, "tenant", type: "String", isRequired: true)] + ManyInputsEndpoints.FindInput.inputs
  }

  func encode(into encoder: inout RequestEncoder) throws {
    try encoder.value(.query, "tenant", tenant)
    try find.encode(into: &encoder)
  }

  static func decode(from decoder: inout RequestDecoder) -> Tenanted? {
    let tenant = decoder.value(.query, "tenant", as: String.self)
    let find = ManyInputsEndpoints.FindInput.decode(from: &decoder)
    guard let tenant, let find else { return nil }
    return Tenanted(tenant: tenant, find: find)
  }
}

@Request private struct Page {
  @Query var v: Int
  @Query var w: Int
  @Query var x: Int
  @Query var y: Int
  @Query var z: Int
}

/// A location that reads and writes a generated request.
@propertyWrapper private struct Nested: RequestLocation {
  var wrappedValue: Page

  static func inputs(_ name: String) -> [InputDescription] { Page.inputs }

  static func encode(_ value: Page, _ name: String, into encoder: inout RequestEncoder) throws {
    try value.encode(into: &encoder)
  }

  static func decode(_ name: String, from decoder: inout RequestDecoder) -> Page? { Page.decode(from: &decoder) }
}

@Request private struct Wrapping {
  @Path var id: Int
  @Nested var page: Page
  @Query var a: Int
  @Query var b: Int
  @Query var c: Int
  @Query var d: Int
  @Query var e: Int
}

/// The coders of more than four inputs find names by the indexes of the inputs.
@Suite("Operations with more than four inputs")
struct ManyInputsTests {
  private typealias FindInput = ManyInputsEndpoints.FindInput
  private typealias MakeInput = ManyInputsEndpoints.MakeInput

  private let found = FindInput(
    owner: "a/b", done: true, shade: .dark, after: 7, ratio: 0.5, name: "x y", ids: [1, 2], tags: ["t,u"])

  private func message<Input: EndpointRequest>(_ input: Input, _ operation: APIOperation) throws -> HTTPRequest {
    var encoder = RequestEncoder(for: operation)
    try input.encode(into: &encoder)
    return try encoder.finish()
  }

  @Test("A query is written and read")
  func query() async throws {
    let operation = ManyInputsEndpoints.find.operation
    let message = try message(found, operation)
    #expect(
      message.target
        == "/many/a%2Fb?done=true&shade=dark&limit=20&after=7&ratio=0.5&name=x%20y&ids=1&ids=2&tags=t%2Cu")
    let input = try await RoundTrip.request(message, operation).input(FindInput.self)
    #expect(input.owner == "a/b" && input.done && input.shade == .dark && input.limit == 20 && input.after == 7)
    #expect(input.ratio == 0.5 && input.name == "x y" && input.ids == [1, 2] && input.tags == ["t,u"])
  }

  @Test("A body and a header are written and read")
  func body() async throws {
    let operation = ManyInputsEndpoints.make.operation
    let message = try message(
      MakeInput(owner: "o", shade: .light, title: "T", ids: [], tags: ["a"], version: 9), operation)
    #expect(message.target == "/many/o")
    #expect(message.fields["Version"] == "9")
    #expect(
      String(decoding: try await message.body.collect(upTo: 1 << 16), as: UTF8.self)
        == #"{"shade":"light","count":3,"isOn":true,"size":1.5,"word":"w","title":"T","ids":[],"tags":["a"]}"#)
    let input = try await RoundTrip.request(message, operation).input(MakeInput.self)
    #expect(input.shade == .light && input.count == 3 && input.isOn && input.size == 1.5 && input.word == "w")
    #expect(input.title == "T" && input.mass == nil && input.ids == [] && input.tags == ["a"] && input.version == 9)
  }

  @Test("A handwritten request with a generated one is written and read")
  func composed() async throws {
    let operation = Endpoint<Tenanted, String>(.get, "/many/:owner").operation
    let message = try message(Tenanted(tenant: "t", find: found), operation)
    #expect(message.target.hasPrefix("/many/a%2Fb?tenant=t&done=true&shade=dark&limit=20&"))
    let input = try await RoundTrip.request(message, operation).input(Tenanted.self)
    #expect(input.tenant == "t" && input.find.owner == "a/b" && input.find.limit == 20 && input.find.tags == ["t,u"])
  }

  @Test("The description of an operation has the defaults of inputs that follow a value without a placeholder")
  func defaults() {
    let find = ManyInputsEndpoints.find.operation.described
    let defaults = find.parameters.filter { $0.schema.defaultValue != nil }
    #expect(defaults.map(\.input.name) == ["limit"])
    #expect(defaults.map { $0.schema.defaultValue?.text(JSONOptions()) } == ["20"])
  }

  @Test("A wrapper with a generated request does not change the inputs after it")
  func wrapped() async throws {
    let operation = Endpoint<Wrapping, String>(.get, "/wrapping/:id").operation
    let sent = Wrapping(id: 1, page: Page(v: 5, w: 6, x: 7, y: 8, z: 9), a: 2, b: 3, c: 4, d: 10, e: 11)
    let message = try message(sent, operation)
    #expect(message.target == "/wrapping/1?v=5&w=6&x=7&y=8&z=9&a=2&b=3&c=4&d=10&e=11")
    let input = try await RoundTrip.request(message, operation).input(Wrapping.self)
    #expect(input.page.v == 5 && input.page.z == 9 && input.a == 2 && input.e == 11)
  }

  /// There is no placeholder for an invalid `shade`. The inputs after it are then read only for their failures.
  private static let queries: [(text: String, failures: String)] = [
    (
      "done=x&shade=red&limit=y&after=z&ratio=&name=%FF&ids=a&tags=%FF",
      "done type, shade type, limit type, after type, ratio missing, name type, ids type, tags type"
    ),
    (
      "done=x&shade=dark&limit=y&after=z&ratio=&name=%FF&ids=a&tags=%FF",
      "done type, limit type, after type, ratio missing, name type, ids type, tags type"
    ),
    ("", "done missing, shade missing, ratio missing"),
    ("done=1&shade=red&ratio=1", "shade type"),
    ("done=1&shade=dark&ratio=1&after=1&after=2", "after repeated"),
  ]

  @Test("All invalid values of a query are named in the order of the inputs", arguments: queries)
  func invalidQuery(text: String, failures: String) async throws {
    let operation = ManyInputsEndpoints.find.operation
    let request = try await RoundTrip.request(HTTPRequest(.get, "/many/me?\(text)"), operation)
    var decoder = RequestDecoder(request)
    _ = FindInput.decode(from: &decoder)
    #expect(decoder.failures.map { "\($0.name) \($0.code)" }.joined(separator: ", ") == failures)
  }

  private static let bodies: [(text: String, failures: String)] = [
    (
      #"{"shade":"red","count":null,"isOn":1,"size":"x","word":2,"mass":"x","ids":{},"tags":[1]}"#,
      "/shade, /count, /isOn, /size, /word, /title, /mass, /ids, /tags/0, Version"
    ),
    (
      #"{"shade":"dark","count":null,"isOn":1,"size":"x","word":2,"mass":"x","ids":{},"tags":[1]}"#,
      "/count, /isOn, /size, /word, /title, /mass, /ids, /tags/0, Version"
    ),
    (#"{"shade":"red","title":"T","ids":[],"tags":[],"mass":null}"#, "/shade, Version"),
    ("{}", "/shade, /title, /ids, /tags, Version"),
    ("[", ", Version"),
  ]

  @Test("All invalid members of a body are named in the order of the inputs", arguments: bodies)
  func invalidBody(text: String, failures: String) async throws {
    let operation = ManyInputsEndpoints.make.operation
    let message = HTTPRequest(.post, "/many/me", fields: ["Version": "x"], body: .bytes(Array(text.utf8)))
    var decoder = RequestDecoder(try await RoundTrip.request(message, operation))
    _ = MakeInput.decode(from: &decoder)
    #expect(decoder.failures.map(\.name).joined(separator: ", ") == failures)
  }
}
