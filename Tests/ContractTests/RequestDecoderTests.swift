import Contract
import FoundationEssentials
import Testing

@testable import ContractHTTP

@Suite("Request decoder")
struct RequestDecoderTests {
  static func decoder(
    _ target: String = "/", fields: HTTPFields = [:], body: String = "", template: PathTemplate = "/"
  ) async throws -> RequestDecoder {
    let operation = APIOperation(id: "probe", method: .post, path: template)
    let message = HTTPRequest(.post, target, fields: fields, body: .bytes(Array(body.utf8)))
    return RequestDecoder(try await RoundTrip.request(message, operation))
  }

  @Test(
    "A Bool is read in the spellings of other clients",
    arguments: [
      (text: "true", value: true), (text: "T", value: true), (text: "YES", value: true), (text: "y", value: true),
      (text: "1", value: true), (text: "False", value: false), (text: "f", value: false), (text: "no", value: false),
      (text: "N", value: false), (text: "0", value: false),
    ] as [(text: String, value: Bool)])
  func bools(text: String, value: Bool) async throws {
    var decoder = try await Self.decoder("/?v=\(text)")
    #expect(decoder.value(.query, "v", as: Bool.self) == value)
  }

  @Test("An array is read from repeated names, brackets and indexes")
  func arrays() async throws {
    var decoder = try await Self.decoder("/?k=a&k%5B%5D=b&k[2]=c&k[x]=no&kk=no&k+=no")
    #expect(decoder.value(.query, "k", as: [String].self) == ["a", "b", "c"])
  }

  @Test("In a query, `+` is a space and `%2B` a plus")
  func plus() async throws {
    var decoder = try await Self.decoder("/?v=a+b%2Bc")
    #expect(decoder.value(.query, "v", as: String.self) == "a b+c")
  }

  @Test("The default is used only if nothing was sent")
  func defaults() async throws {
    var decoder = try await Self.decoder("/?b=x", body: #"{"t":null}"#)
    #expect(decoder.value(.query, "a", as: Int.self, default: 20) == 20)
    #expect(decoder.value(.query, "b", as: Int.self, default: 20) == nil)
    #expect(decoder.field("s", as: Int.self, default: 3) == 3)
    #expect(decoder.field("t", as: Int.self, default: 3) == nil)
    #expect(
      decoder.failures.map(\.message) == ["`b` was `x`. It must be an `Int`.", "`t` was `null`. It must be an `Int`."])
  }

  /// A query and the body with the same value, which is of the frequent types, of none, or absent.
  private static let frequentValues: [(query: String, body: String)] = [
    ("v=7", #"{"v":7}"#), ("v=true", #"{"v":true}"#), ("v=x%20y", #"{"v":"x y"}"#), ("v=1.5", #"{"v":1.5}"#),
    ("v=", #"{"v":""}"#), ("w=1", #"{"w":1}"#), ("v=1&v=2", #"{"v":[1,2]}"#), ("v=a&v=b", #"{"v":["a","b"]}"#),
    ("v", #"{"v":null}"#), ("v=99999999999999999999", #"{"v":99999999999999999999}"#), ("v=%FF", "{"),
  ]

  @Test(
    "Functions for frequent types read like the generic functions, and return a value after a failure",
    arguments: frequentValues)
  func frequentTypes(query: String, body: String) async throws {
    try await alike(query, body, 0, { $0.int($1, "v") }, { $0.value($1, "v", as: Int.self) }) {
      $0.field("v", as: Int.self)
    }
    try await alike(query, body, "", { $0.string($1, "v") }, { $0.value($1, "v", as: String.self) }) {
      $0.field("v", as: String.self)
    }
    try await alike(query, body, false, { $0.bool($1, "v") }, { $0.value($1, "v", as: Bool.self) }) {
      $0.field("v", as: Bool.self)
    }
    try await alike(query, body, 0, { $0.double($1, "v") }, { $0.value($1, "v", as: Double.self) }) {
      $0.field("v", as: Double.self)
    }
    try await alike(query, body, 0, { $0.int($1, "v", default: 5) }, { $0.value($1, "v", as: Int.self, default: 5) }) {
      $0.field("v", as: Int.self, default: 5)
    }
    try await alike(query, body, nil, { $0.optionalInt($1, "v") }, { $0.value($1, "v", as: Int?.self) }) {
      $0.field("v", as: Int?.self)
    }
    try await alike(query, body, nil, { $0.optionalString($1, "v") }, { $0.value($1, "v", as: String?.self) }) {
      $0.field("v", as: String?.self)
    }
    try await alike(query, body, nil, { $0.optionalBool($1, "v") }, { $0.value($1, "v", as: Bool?.self) }) {
      $0.field("v", as: Bool?.self)
    }
    try await alike(query, body, nil, { $0.optionalDouble($1, "v") }, { $0.value($1, "v", as: Double?.self) }) {
      $0.field("v", as: Double?.self)
    }
    try await alike(query, body, [], { $0.ints($1, "v") }, { $0.value($1, "v", as: [Int].self) }) {
      $0.field("v", as: [Int].self)
    }
    try await alike(query, body, [], { $0.strings($1, "v") }, { $0.value($1, "v", as: [String].self) }) {
      $0.field("v", as: [String].self)
    }
  }

  /// Expects that `frequent` reads the value of `anywhere` in the query and the value of `field` in the body, with their
  /// failures, after which it returns `blank`.
  private func alike<T: Equatable>(
    _ query: String, _ body: String, _ blank: T, _ frequent: (inout RequestDecoder, ParameterLocation) -> T,
    _ anywhere: (inout RequestDecoder, ParameterLocation) -> T?, field: (inout RequestDecoder) -> T?
  ) async throws {
    var one = try await Self.decoder("/?\(query)", body: body)
    var other = try await Self.decoder("/?\(query)", body: body)
    #expect(frequent(&one, .query) == anywhere(&other, .query) ?? blank)
    #expect(one.failures == other.failures)
    #expect(frequent(&one, .body) == field(&other) ?? blank)
    #expect(one.failures == other.failures)
  }

  @Test("All input errors are collected in reading order")
  func collects() async throws {
    var decoder = try await Self.decoder(
      "/x?limit=abc&one=1&one=2&color=pink", fields: ["X-Count": "many", "Authorization": "secret"],
      body: #"{"title":5}"#, template: "/{id}")
    _ = decoder.value(.path, "id", as: Int.self)
    _ = decoder.value(.query, "limit", as: Int.self)
    _ = decoder.value(.query, "missing", as: String.self)
    _ = decoder.value(.query, "one", as: Int.self)
    _ = decoder.value(.query, "color", as: Color.self)
    _ = decoder.value(.header, "X-Count", as: UInt8.self)
    _ = decoder.value(.header, "Authorization", as: UUID.self)
    _ = decoder.field("title", as: String.self)
    _ = decoder.field("tags", as: [String].self)
    let texts = decoder.failures.map { "\($0.location) \($0.name) \($0.code): \($0.message)" }
    #expect(
      texts == [
        "path id type: `id` was `x`. It must be an `Int`.",
        "query limit type: `limit` was `abc`. It must be an `Int`.",
        "query missing missing: expected query value `missing`",
        "query one repeated: query value `one` occurs more than once; send one `Int`",
        #"query color type: `color` was `pink`. It must be one of "red", "green", "deep blue/ü"."#,
        "header X-Count type: `X-Count` was `many`. It must be a `UInt8`.",
        "header Authorization type: `Authorization` has the wrong type. It must be a `UUID`.",
        "body /title type: `title` was `5`. It must be a `String`.",
        "body /tags missing: expected body value `tags`",
      ])
  }

  static let numbers: [(String, Double?)] = [
    ("1.5", 1.5), ("-2e3", -2000), ("1e308", 1e308), ("inf", .infinity), ("-inf", -.infinity), ("1e400", nil),
    ("-1e999", nil), ("0x1p3", nil), ("", nil), ("1,5", nil), ("5e-324", .leastNonzeroMagnitude),
  ]

  @Test("A number is read in decimal and refused out of range", arguments: numbers)
  func floatingPoint(text: String, number: Double?) async throws {
    var decoder = try await Self.decoder("/?n=\(text)")
    #expect(decoder.value(.query, "n", as: Double.self) == number)
    #expect(decoder.failures.isEmpty == (number != nil))
    var single = try await Self.decoder("/?n=\(text)")
    let value = single.value(.query, "n", as: Float.self)
    #expect(value == (text == "1e308" ? nil : number.map { Float($0) }))
  }

  struct Order: Codable {
    struct Item: Codable { var sku: String; var count: Int }
    struct Address: Codable { var zip: String }
    var id: UUID
    var items: [Item]
    var address: Address
    var note: String?
  }

  @Test("Every wrong value inside a nested body is located")
  func nested() async throws {
    var decoder = try await Self.decoder(
      body: #"{"id":"x","items":[{"sku":"a","count":1},{"count":"two"}],"address":{},"note":7}"#)
    #expect(decoder.body(as: Order.self) == nil)
    #expect(
      Set(decoder.failures.map { "\($0.name) \($0.code)" })
        == ["/id invalid", "/items/1/sku missing", "/items/1/count type", "/address/zip missing", "/note type"])
  }

  @Test("A JSON syntax error is reported once for the body")
  func syntax() async throws {
    var decoder = try await Self.decoder(body: #"{"a":1,}"#)
    #expect(decoder.field("a", as: Int.self) == nil)
    #expect(decoder.field("b", as: Int.self) == nil)
    #expect(decoder.failures.count == 1)
    #expect(decoder.failures[0].code == .syntax)
    #expect(decoder.failures[0].message.hasPrefix("the request body is not JSON: "))
  }

  @Test("An absent body is read as an object without members")
  func absent() async throws {
    var decoder = try await Self.decoder()
    #expect(decoder.field("a", as: Int.self) == nil)
    #expect(decoder.field("b", as: Int?.self) == .some(nil))
    #expect(decoder.body(as: Order.self) == nil)
    #expect(decoder.failures.map(\.message) == ["expected body value `a`", "expected a request body"])
  }

  @Test("A query value that is not percent-encoded UTF-8 is refused", arguments: ["%zz", "%F", "%FF", "%00"])
  func broken(text: String) async throws {
    var decoder = try await Self.decoder("/?v=\(text)")
    #expect(decoder.value(.query, "v", as: String.self) == nil)
    #expect(decoder.failures.map(\.code) == [.type])
  }

  @Test(
    "An unknown query name that cannot be decoded is ignored, even among an object's members",
    arguments: ["%zz", "%FF"])
  func strayNames(name: String) async throws {
    var decoder = try await Self.decoder("/?tags=a&\(name)=1&address[zip]=7&address[\(name)]=2")
    #expect(decoder.value(.query, "tags", as: [String].self) == ["a"])
    #expect(decoder.value(.query, "address", as: Order.Address.self)?.zip == "7")
    #expect(decoder.failures == [])
  }

  @Test("A header value of another client is read unchanged")
  func plainHeaders() async throws {
    var decoder = try await Self.decoder(fields: ["X-A": "100% sure", "X-B": "50%25", "Destination": "/a%20b"])
    #expect(decoder.value(.header, "x-a", as: String.self) == "100% sure")
    #expect(decoder.value(.header, "x-b", as: String.self) == "50%25")
    #expect(decoder.value(.header, "destination", as: String.self) == "/a%20b")
  }

  @Test("The constant query of a template is required")
  func constants() async throws {
    let decoder = try await Self.decoder("/?kind=y", template: "/?kind=x&flag")
    #expect(
      decoder.failures.map(\.message)
        == ["`kind` was `y`. It must be `x`.", "expected query value `flag`"])
  }

  @Test("A key mapping that renames an input does not rename a constant of the template")
  func mappedConstants() async throws {
    let inputs = [InputDescription(.query, "pageSize", type: "Int", isRequired: true)]
    let operation = APIOperation(
      id: "probe", method: .get, path: "/?pageSize=x", inputs: inputs, traits: [.keys(.snakeCase)])
    #expect([operation].verify() == [])
    var encoder = RequestEncoder(for: operation)
    try encoder.value(.query, "pageSize", 7)
    let message = try encoder.finish()
    #expect(message.target == "/?pageSize=x&page_size=7")
    var decoder = RequestDecoder(try await RoundTrip.request(message, operation))
    #expect(decoder.value(.query, "pageSize", as: Int.self) == 7)
    #expect(decoder.failures == [])
  }

  @Test("At most 100 failures are kept")
  func bounded() async throws {
    var decoder = try await Self.decoder("/?" + Array(repeating: "n=x", count: 500).joined(separator: "&"))
    #expect(decoder.value(.query, "n", as: [Int].self) == nil)
    #expect(decoder.failures.count == 100)
  }

  @Test("A missing condition precedes other failures, even if there are too many to keep")
  func condition() async throws {
    var decoder = try await Self.decoder("/?" + Array(repeating: "n=x", count: 500).joined(separator: "&"))
    #expect(decoder.value(.query, "n", as: [Int].self) == nil)
    #expect(decoder.ifMatch(.header, "If-Match") == nil)
    #expect(decoder.failures.count == 100)
    #expect(decoder.failures.first?.message == "expected header value `If-Match`")
    #expect(decoder.refusal().status == .preconditionRequired)
  }
}
