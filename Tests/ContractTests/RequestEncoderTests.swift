import Contract
import FoundationEssentials
import Testing

@Suite("Request encoder")
struct RequestEncoderTests {
  static func target(_ template: PathTemplate, _ encode: (inout RequestEncoder) throws -> Void) throws -> String {
    var encoder = RequestEncoder(for: APIOperation(id: "probe", method: .get, path: template))
    try encode(&encoder)
    return try encoder.finish().target
  }

  @Test("A target is encoded in declaration order")
  func targets() throws {
    #expect(try Self.target("/") { _ in } == "/")
    #expect(try Self.target("/a%20b/:id") { try $0.value(.path, "id", "x/y z?") } == "/a%20b/x%2Fy%20z%3F")
    #expect(try Self.target("/{id}/e") { try $0.value(.path, "id", -7) } == "/-7/e")
    #expect(
      try Self.target("/t") {
        try $0.value(.query, "done", true)
        try $0.value(.query, "tag", ["a&b", "c d", "+"])
        try $0.value(.query, "none", nil as Int?)
        try $0.value(.query, "empty", [Int]())
        try $0.value(.query, "ä", "")
      } == "/t?done=true&tag=a%26b&tag=c%20d&tag=%2B&%C3%A4=")
    #expect(try Self.target("/t?kind=x%20y") { try $0.value(.query, "n", 1) } == "/t?kind=x%20y&n=1")
    #expect(try Self.target("/t?fields=id,name&full") { try $0.value(.query, "n", 1) } == "/t?fields=id,name&full&n=1")
    #expect(try Self.target("/f/{rest...}") { try $0.value(.path, "rest", "a/b c") } == "/f/a/b%20c")
    #expect(try Self.target("/f/{rest...}") { try $0.value(.path, "rest", "") } == "/f/")
    #expect(try Self.target("/f/{rest...}") { try $0.value(.path, "rest", "a.b/..c/d/") } == "/f/a.b/..c/d/")
    #expect(try Self.target("/v/{n...}/t") { try $0.value(.path, "n", "a/b c/%2F") } == "/v/a/b%20c/%252F/t")
  }

  @Test("An encoding error of a value names its location and omits the value")
  func encodingErrors() async {
    struct Entry: Codable, Sendable {
      var tokens: [String]
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        var list = container.nestedUnkeyedContainer(forKey: .tokens)
        try list.encode("a")
        let path = list.codingPath + [Index(intValue: list.count)]
        throw EncodingError.invalidValue("secret", .init(codingPath: path, debugDescription: "The token is expired."))
      }
      enum Keys: CodingKey { case tokens }
    }
    struct Index: CodingKey {
      var intValue: Int?
      var stringValue: String { "\(intValue ?? 0)" }
      init(intValue: Int) { self.intValue = intValue }
      init?(stringValue: String) { nil }
    }
    struct Save: EndpointRequest {
      static let content = RequestContent.json
      func encode(into encoder: inout RequestEncoder) throws { try encoder.body(Entry(tokens: [])) }
      static func decode(from decoder: inout RequestDecoder) -> Save? { Save() }
    }
    let endpoint = Endpoint<Save, Int>(.post, "/", id: "entries.save")
    let caller = ResultTableTests.Answer(response: HTTPResponse(.ok))
    await #expect {
      try await caller.call(endpoint, Save())
    } throws: {
      "\($0)" == "entries.save: `tokens[1]` cannot be sent: The token is expired. [invalidInput]"
    }
  }

  @Test("An encoding error of a field names the field and the location in it")
  func encodingErrorsOfFields() {
    struct Plain: Encodable { var k: [Double] }
    let fields: [(String, (inout RequestEncoder) throws -> Void)] = [
      ("c", { $0.double(.body, "c", .nan) }), ("c", { try $0.field("c", Double.nan) }),
      ("b 1", { try $0.field("b", [1, .nan]) }), ("b 1", { try $0.field("b", [1, .nan] as [Double]?) }),
      ("a k 1", { try $0.field("a", ["k": [1, .nan]]) }), ("a k 1", { try $0.field("a", Plain(k: [1, .nan])) }),
    ]
    let operation = APIOperation(id: "probe", method: .post, path: "/", requestContent: .json)
    for (path, write) in fields {
      #expect {
        var encoder = RequestEncoder(for: operation)
        try encoder.field("first", 1)
        try write(&encoder)
        _ = try encoder.finish()
      } throws: { error in
        guard case EncodingError.invalidValue(_, let context) = error else { return false }
        let steps = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
        return steps.joined(separator: " ") == path
      }
    }
  }

  @Test(
    "A constant part of a target is sent as written, except that invalid characters are percent-encoded",
    arguments: [
      ("/notes:archive", "/notes:archive"), ("/a@b;v=1,2/$x!*'()+&=", "/a@b;v=1,2/$x!*'()+&="),
      ("/%7Eme/%2f", "/%7Eme/%2f"), ("/ä/x^y", "/%C3%A4/x%5Ey"), ("/t?full", "/t?full"), ("/t?a=&b", "/t?a=&b"),
      ("/t?a[]=1&b=x+y%20z&c=/?:@", "/t?a[]=1&b=x+y%20z&c=/?:@"), ("/t?q=ä\"", "/t?q=%C3%A4%22"), ("/t?", "/t"),
    ])
  func constantParts(template: String, target: String) throws {
    let path = try PathTemplate(template)
    #expect(try Self.target(path) { _ in } == target)
    #expect(path.description == target.prefix { $0 != "?" })
  }

  @Test("A value that cannot be sent is refused before the request")
  func refusals() {
    let cases: [(String, (inout RequestEncoder) throws -> Void)] = [
      (
        "the path value `id` is ``, which cannot be a path segment; send another value",
        { try $0.value(.path, "id", "") }
      ),
      (
        "the path value `id` is `..`, which cannot be a path segment; send another value",
        { try $0.value(.path, "id", "..") }
      ),
      (
        "the path value `id` is `.`, which cannot be a path segment; send another value",
        { try $0.value(.path, "id", ".") }
      ),
      ("the path value `id` contains NUL, which cannot be sent there", { try $0.value(.path, "id", "a\0") }),
      ("the query value `q` contains NUL, which cannot be sent there", { try $0.value(.query, "q", "\0") }),
      ("the header value `X-A` contains NUL, which cannot be sent there", { try $0.value(.header, "X-A", "\0") }),
      (
        "the query value `q` is an empty array, which would be read as nil; pass nil, or make it non-optional",
        { try $0.value(.query, "q", [] as [Int]?) }
      ),
      (
        "the query value `q` is an empty array, which would be read as nil; pass nil, or make it non-optional",
        { try $0.value(.query, "q", [] as Set<Int>?) }
      ),
      (
        "the query value `q` is an empty array, which would be read as nil; pass nil, or make it non-optional",
        { try $0.value(.query, "q", [] as [[String: Int]]?) }
      ),
      (
        "the query value `q` is an empty dictionary, which would be read as nil; pass nil, or make it non-optional",
        { try $0.value(.query, "q", [:] as [String: Int]?) }
      ),
      (
        "the path value `id` is nil or an array, but a path segment is a single value",
        { try $0.value(.path, "id", nil as Int?) }
      ),
      ("the path value `id` is missing, but the path of probe has this placeholder", { _ in }),
      (
        "the query value `d` has no text representation, because it is out of range",
        { try $0.value(.query, "d", Date(timeIntervalSince1970: 1e15)) }
      ),
    ]
    for (message, encode) in cases {
      #expect {
        try Self.target("/{id}", encode)
      } throws: {
        "\($0)" == message
      }
    }
  }

  @Test("An optional array with nil as its only element is refused where it would be read as nil")
  func onlyNil() throws {
    func send(_ list: [Int?]?, _ options: URLFormOptions, inQuery: Bool) throws -> HTTPRequest {
      let operation = APIOperation(
        id: "probe", method: .post, path: "/", requestContent: inQuery ? .none : .urlForm, traits: [.form(options)])
      var encoder = RequestEncoder(for: operation)
      if inQuery { try encoder.nestedIfPresent(.query, "k", list) } else { try encoder.field("k", list) }
      return try encoder.finish()
    }
    for inQuery in [true, false] {
      for nils in [URLFormOptions.NilStyle.bareKey, .empty] {
        let options = URLFormOptions(nils: nils)
        #expect(throws: EncodingError.self) { try send([nil], options, inQuery: inQuery) }
        #expect(throws: Never.self) { try send([nil, nil], options, inQuery: inQuery) }
        let brackets = URLFormOptions(arrays: .brackets, nils: nils)
        #expect(throws: Never.self) { try send([nil], brackets, inQuery: inQuery) }
      }
    }
    #expect(try send([nil, 1], URLFormOptions(nils: .bareKey), inQuery: true).target == "/?k&k=1")
  }

  @Test("The error names the first value that cannot be sent, even if a later function throws")
  func firstRefusal() {
    struct Search: EndpointRequest {
      let id: String
      func encode(into encoder: inout RequestEncoder) throws {
        encoder.string(.path, "id", id)
        encoder.string(.query, "q", "a\0")
        try encoder.value(.header, "X-A", "\0")
      }
      static func decode(from decoder: inout RequestDecoder) -> Search? { Search(id: decoder.string(.path, "id")) }
    }
    let cases = [
      ("..", "the path value `id` is `..`, which cannot be a path segment; send another value"),
      ("7", "the query value `q` contains NUL, which cannot be sent there"),
    ]
    for (id, message) in cases {
      #expect {
        try Endpoint<Search, Empty>(.get, "/{id}").location(of: Search(id: id))
      } throws: {
        "\($0)" == message
      }
    }
  }

  @Test(
    "A multi-segment path value with a dot segment is refused",
    arguments: ["..", ".", "a/../../admin", "a/.", "./a", "../\u{301}a", "\u{600}/.."])
  func navigation(rest: String) {
    #expect {
      try Self.target("/f/{rest...}") { try $0.value(.path, "rest", rest) }
    } throws: {
      "\($0)"
        == "the path value `rest` has the segment `.` or `..`, which servers interpret as navigation; send another value"
    }
  }

  @Test(
    "A multi-segment value with an empty segment is refused",
    arguments: ["", "/", "a/", "/a", "a//b"])
  func emptySegments(name: String) {
    #expect {
      try Self.target("/v2/{name...}/tags") { try $0.value(.path, "name", name) }
    } throws: {
      "\($0)"
        == "the path value `name` is `\(name)`, which is empty or has an empty segment; send one or more segments"
    }
  }

  @Test("A contract's constant header overrides the derived one, and an input overrides both")
  func constants() throws {
    let constants: HTTPFields = [
      .accept: "application/vnd.github+json", .contentType: "application/vnd.api+json", "X-Tag": "a",
    ]
    var repeated = constants
    repeated.append("X-Tag", "b")
    let operation = APIOperation(
      id: "probe", method: .post, path: "/", requestContent: .json, responseContent: .json, traits: [.fields(repeated)])
    func fields(_ encode: (inout RequestEncoder) throws -> Void) throws -> HTTPFields {
      var encoder = RequestEncoder(for: operation)
      try encode(&encoder)
      return try encoder.finish().fields
    }
    let plain = try fields { try $0.field("a", 1) }
    #expect(plain.values(.accept) == ["application/vnd.github+json"])
    #expect(plain.values(.contentType) == ["application/vnd.api+json"])
    #expect(plain.values("X-Tag") == ["a", "b"])
    let given = try fields {
      try $0.value(.header, "Accept", "text/csv")
      try $0.value(.header, "X-Tag", "c")
      try $0.field("a", 1)
    }
    #expect(given.values(.accept) == ["text/csv"] && given.values("X-Tag") == ["c"])
  }

  @Test("A header value cannot inject another header")
  func headers() throws {
    var encoder = RequestEncoder(for: APIOperation(id: "probe", method: .get, path: "/"))
    #expect(throws: InvalidInput.self) { try encoder.value(.header, "X-Note", "a\r\nX-Evil: 1") }
    #expect(throws: InvalidInput.self) { try encoder.value(.header, "X-Note", ["a\r\nX-Evil: 1"]) }
    try encoder.value(.header, "X-Tag", ["a", "b"])
    let fields = try encoder.finish().fields
    #expect(fields["X-Note"] == nil)
    #expect(fields.values("x-tag") == ["a", "b"])
    let encoded = APIOperation(
      id: "probe", method: .get, path: "/", traits: [.wire(Wire { $0.headerText = .percentEncoded })])
    var other = RequestEncoder(for: encoded)
    try other.value(.header, "X-Note", " 100% ü\r\nX-Evil: 1 ")
    #expect(try other.finish().fields["X-Note"] == "%20100%25 %C3%BC%0D%0AX-Evil: 1%20")
  }

  @Test("A member whose value cannot be encoded leaves no bytes")
  func refusedMember() async throws {
    var encoder = RequestEncoder(for: APIOperation(id: "p", method: .post, path: "/", requestContent: .json))
    #expect(throws: EncodingError.self) { try encoder.field("first", Double.nan) }
    try encoder.field("a", 1)
    #expect(throws: EncodingError.self) { try encoder.field("list", [1, Double.infinity]) }
    #expect(throws: EncodingError.self) { try encoder.field("any", Unwritable()) }
    try encoder.field("b", "x")
    #expect(
      String(decoding: try await encoder.finish().body.collect(upTo: 100), as: UTF8.self) == #"{"a":1,"b":"x"}"#)
  }

  private struct Unwritable: Encodable {
    var name = "x"
    var value = Double.nan
  }

  @Test("Members are encoded in order as one JSON object")
  func members() async throws {
    var encoder = RequestEncoder(for: APIOperation(id: "p", method: .post, path: "/", requestContent: .json))
    try encoder.field("b", 1)
    try encoder.field("a", ["x"])
    try encoder.field("c", nil as String?)
    let message = try encoder.finish()
    #expect(String(decoding: try await message.body.collect(upTo: 100), as: UTF8.self) == #"{"b":1,"a":["x"]}"#)
    #expect(message.fields[.contentType] == "application/json")
  }
}
