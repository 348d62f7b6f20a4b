import Contract
import FoundationEssentials
import Testing

@testable import ContractHTTP

/// Values that were sent as empty strings, and empty lists.
@Suite("Empty values")
struct EmptyValueTests {
  typealias IDs = [Int]
  struct Page: Codable, Equatable { var size: Int }

  static func operation(
    _ method: HTTPMethod = .post, content: RequestContent = .json, wire: Contract.Wire = .standard
  ) -> APIOperation {
    APIOperation(id: "probe", method: method, path: "/", requestContent: content, traits: [.wire(wire)])
  }

  static func decoder(_ query: String, wire: Contract.Wire = .standard) async throws -> RequestDecoder {
    RequestDecoder(try await RoundTrip.request(HTTPRequest(.post, "/?" + query), operation(wire: wire)))
  }

  @Test("An empty query value is nil unless its type has an empty value", arguments: ["v=", "v", "a=1&v=&b=2"])
  func query(text: String) async throws {
    var decoder = try await Self.decoder(text)
    #expect(decoder.value(.query, "v", as: Int?.self) == .some(nil))
    #expect(decoder.value(.query, "v", as: Bool?.self) == .some(nil))
    #expect(decoder.value(.query, "v", as: Double?.self) == .some(nil))
    #expect(decoder.value(.query, "v", as: UUID?.self) == .some(nil))
    #expect(decoder.value(.query, "v", as: Date?.self) == .some(nil))
    #expect(decoder.value(.query, "v", as: Color?.self) == .some(nil))
    #expect(decoder.value(.query, "v", as: Level?.self) == .some(nil))
    #expect(decoder.value(.query, "v", as: Version?.self) == .some(nil))
    #expect(decoder.value(.query, "v", as: Page?.self) == .some(nil))
    #expect(decoder.value(.query, "v", as: [Int].self) == [])
    #expect(decoder.value(.query, "v", as: [Color].self) == [])
    #expect(decoder.value(.query, "v", as: Set<Int>.self) == [])
    #expect(decoder.value(.query, "v", as: [Int]?.self) == .some([]))
    #expect(decoder.value(.query, "v", as: Int.self, default: 3) == 3)
    #expect(decoder.value(.query, "v", as: Color.self, default: .red) == .red)
    #expect(decoder.value(.query, "v", as: Level.self, default: .low) == .low)
    #expect(decoder.value(.query, "v", as: Version.self, default: Version(1, 2)) == Version(1, 2))
    #expect(decoder.value(.query, "v", as: String.self) == "")
    #expect(decoder.value(.query, "v", as: String?.self) == "")
    #expect(decoder.value(.query, "v", as: String.self, default: "d") == "")
    #expect(decoder.value(.query, "v", as: [String].self) == [""])
    #expect(decoder.value(.query, "v", as: Data?.self) == Data())
    #expect(decoder.flag("v") == true)
    #expect(decoder.failures == [])
  }

  @Test("A value named `limit[]` is not read as the single value `limit`")
  func otherNames() async throws {
    var decoder = try await Self.decoder("limit[]=3")
    #expect(decoder.value(.query, "limit", as: Int.self, default: 5) == 5)
    #expect(decoder.value(.query, "limit", as: Int?.self, default: 5) == .some(5))
    #expect(decoder.value(.query, "limit", as: Int?.self) == .some(nil))
    #expect(decoder.failures == [])
  }

  @Test("A required empty value is reported as missing or empty")
  func required() async throws {
    var decoder = try await Self.decoder("v=&w=&w=")
    #expect(decoder.value(.query, "v", as: Int.self) == nil)
    #expect(decoder.value(.query, "v", as: Color.self) == nil)
    #expect(decoder.value(.query, "v", as: Version.self) == nil)
    #expect(decoder.value(.query, "w", as: Int?.self) == nil)
    let empty = "expected query value `v`, which is missing or empty"
    #expect(
      decoder.failures.map { "\($0.code): \($0.message)" } == [
        "missing: \(empty)", "missing: \(empty)", "missing: \(empty)",
        "repeated: query value `w` occurs more than once; send one `Int`",
      ])
  }

  @Test("An empty element of a query value is dropped unless its type has an empty value")
  func elements() async throws {
    let comma = Wire { $0.form.arrays = .separated(by: ",") }
    for (text, wire) in [
      ("v=&v=1&v=2", Contract.Wire.standard), ("v=1&v&v=2", .standard), ("v=1,,2,", comma), ("v=&v=1%2C,2", comma),
    ] {
      var decoder = try await Self.decoder(text, wire: wire)
      #expect(decoder.value(.query, "v", as: [Int].self) == [1, 2])
      #expect(decoder.value(.query, "v", as: [Int]?.self) == [1, 2])
      #expect(decoder.value(.query, "v", as: Set<Int>.self) == [1, 2])
      #expect(decoder.failures == [])
    }
    var decoder = try await Self.decoder("v=&v=&s=&s=a")
    #expect(decoder.value(.query, "v", as: [Int].self, default: [3]) == [])
    #expect(decoder.value(.query, "s", as: [String].self) == ["", "a"])
    #expect(decoder.failures == [])
  }

  @Test("An encoded separator separates elements whose type cannot contain it")
  func encodedSeparators() async throws {
    let wire = Wire { $0.form.arrays = .separated(by: ",") }
    var decoder = try await Self.decoder("v=1%2C2,3&s=a%2Cb,c&c=red%2cgreen,red&w=1%2Cx,3", wire: wire)
    #expect(decoder.value(.query, "v", as: [Int].self) == [1, 2, 3])
    #expect(decoder.value(.query, "v", as: [Double]?.self) == [1, 2, 3])
    #expect(decoder.value(.query, "v", as: Set<Int>.self) == [1, 2, 3])
    #expect(decoder.value(.query, "c", as: [Color].self) == [.red, .green, .red])
    #expect(decoder.value(.query, "s", as: [String].self) == ["a,b", "c"])
    #expect(decoder.failures == [])
    #expect(decoder.value(.query, "w", as: [Int].self) == nil)
    #expect(decoder.failures.map { "\($0.code) \($0.name)" } == ["type w"])
  }

  static let contents: [(type: String, body: String)] = [
    ("application/x-www-form-urlencoded", "v=&s=&n=&n=1&t=&t=a"),
    (
      "multipart/form-data; boundary=b",
      [("v", ""), ("s", ""), ("n", ""), ("n", "1"), ("t", ""), ("t", "a")].map { name, text in
        "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(text)\r\n"
      }.joined() + "--b--\r\n"
    ),
  ]

  @Test("An empty value in a form or part is read as in a query", arguments: contents)
  func forms(type: String, body: String) async throws {
    let content: RequestContent = type.hasPrefix("multipart") ? .multipart : .urlForm
    let message = HTTPRequest(
      .post, "/", fields: [.contentType: HTTPFieldValue(unchecked: type)], body: .bytes(Array(body.utf8)))
    var decoder = RequestDecoder(try await RoundTrip.request(message, Self.operation(content: content)))
    #expect(decoder.field("v", as: Int?.self) == .some(nil))
    #expect(decoder.field("v", as: Bool?.self) == .some(nil))
    #expect(decoder.field("v", as: Date?.self) == .some(nil))
    #expect(decoder.field("v", as: Color?.self) == .some(nil))
    #expect(decoder.field("v", as: Page?.self) == .some(nil))
    #expect(decoder.field("v", as: [Int].self) == [])
    #expect(decoder.field("v", as: Set<Int>.self) == [])
    #expect(decoder.field("v", as: Int.self, default: 3) == 3)
    #expect(decoder.field("v", as: Color.self, default: .red) == .red)
    #expect(decoder.field("v", as: [Int].self, default: [1]) == [])
    #expect(decoder.field("absent", as: [Int].self, default: [1]) == [1])
    #expect(decoder.field("s", as: String.self) == "")
    #expect(decoder.field("s", as: String?.self) == "")
    #expect(decoder.field("s", as: String.self, default: "d") == "")
    #expect(decoder.field("n", as: [Int].self) == [1])
    #expect(decoder.field("n", as: Set<Int>.self) == [1])
    #expect(decoder.field("n", as: [Int]?.self) == [1])
    #expect(decoder.field("t", as: [String].self) == ["", "a"])
    #expect(decoder.failures == [])
    #expect(decoder.field("v", as: Int.self) == nil)
    #expect(decoder.field("v", as: Color.self) == nil)
    let empty = "missing: expected body value `v`, which is missing or empty"
    #expect(decoder.failures.map { "\($0.code): \($0.message)" } == [empty, empty])
  }

  // MARK: Lists with defaults

  /// The target, or the content, of a request with an empty list that has a default.
  static func sent(
    _ operation: APIOperation, _ encode: (inout RequestEncoder) throws -> Void
  ) async throws -> String {
    var encoder = RequestEncoder(for: operation)
    try encode(&encoder)
    let message = try encoder.finish()
    let content = String(decoding: try await message.body.collect(upTo: 1000), as: UTF8.self)
    return content.isEmpty ? message.target + (message.fields.contains("IDs") ? " IDs" : "") : content
  }

  @Test(
    "An explicitly empty list is sent even if the parameter has a default",
    arguments: [Contract.Wire.standard, .papyrus, Wire { $0.form.arrays = .separated(by: ",") }])
  func explicitLists(wire: Contract.Wire) async throws {
    let none: IDs = []
    let set: Set<UInt8> = []
    let query = Self.operation(.get, wire: wire)
    let form = Self.operation(content: .urlForm, wire: wire)
    #expect(try await Self.sent(query) { try $0.keepEmpty(.query, "ids", none, over: [1]) } == "/?ids=")
    #expect(try await Self.sent(query) { try $0.keepEmpty(.query, "ids", set, over: [1]) } == "/?ids=")
    #expect(try await Self.sent(query) { try $0.keepEmpty(.query, "ids", [Color](), over: [.red]) } == "/?ids=")
    #expect(try await Self.sent(query) { try $0.keepEmpty(.header, "IDs", none, over: [1]) } == "/ IDs")
    #expect(try await Self.sent(query) { try $0.keepEmpty(.header, "IDs", [String](), over: [""]) } == "/ IDs")
    #expect(try await Self.sent(form) { try $0.keepEmpty(.body, "ids", none, over: [1]) } == "ids=")
    // There is no finding where nothing can be lost.
    #expect(try await Self.sent(query) { try $0.keepEmpty(.query, "ids", none, over: []) } == "/")
    #expect(try await Self.sent(query) { try $0.keepEmpty(.query, "ids", [2], over: [1]) } == "/")
    #expect(try await Self.sent(query) { try $0.keepEmpty(.query, "a", "", over: "x") } == "/")
    #expect(try await Self.sent(Self.operation(wire: wire)) { try $0.keepEmpty(.body, "ids", none, over: [1]) } == "/")
    let decoders: [(inout RequestDecoder) -> Bool] = [
      { $0.value(.query, "ids", as: IDs.self, default: [1]) == [] },
      { $0.value(.query, "ids", as: Set<UInt8>.self, default: [1]) == [] },
      { $0.value(.query, "ids", as: [Color].self, default: [.red]) == [] },
    ]
    for decode in decoders {
      var decoder = try await Self.decoder("ids=", wire: wire)
      let isEmpty = decode(&decoder)
      #expect(isEmpty)
      #expect(decoder.failures == [])
    }
  }

  @Test("An empty list that would be replaced by its default is refused")
  func refusedLists() async throws {
    let message =
      "is empty, which a query or form cannot represent, so the server would use its default; make the default empty, "
      + "or send it as JSON"
    func expectRefused(
      _ subject: String, _ operation: APIOperation, _ encode: (inout RequestEncoder) throws -> Void
    ) async {
      await #expect { try await Self.sent(operation, encode) } throws: { "\($0)" == "\(subject) \(message)" }
    }
    let query = Self.operation(.get)
    await expectRefused("the query value `tags`", query) { try $0.keepEmpty(.query, "tags", [String](), over: ["a"]) }
    await expectRefused("the query value `tags`", query) { try $0.keepEmpty(.query, "tags", [:], over: ["a": 1]) }
    for content in [RequestContent.urlForm, .multipart] {
      await expectRefused("the body value `tags`", Self.operation(content: content)) {
        try $0.keepEmpty(.body, "tags", Set<String>(), over: ["a"])
      }
    }
    let empties = Self.operation(.get, wire: Wire { $0.form.nils = .empty })
    await expectRefused("the query value `ids`", empties) { try $0.keepEmpty(.query, "ids", IDs(), over: [1]) }
  }

  @Test("Forms and parts refuse an empty optional list, which would be read as nil, but JSON may contain it")
  func emptyOptionalLists() throws {
    let fields: [(noun: String, (inout RequestEncoder) throws -> Void)] = [
      ("array", { try $0.field("v", [] as [Int]?) }), ("array", { try $0.field("v", [] as Set<String>?) }),
      ("array", { try $0.field("v", [] as [URL]?) }), ("dictionary", { try $0.field("v", [:] as [String: String]?) }),
    ]
    func encode(_ content: RequestContent, _ write: (inout RequestEncoder) throws -> Void) throws {
      var encoder = RequestEncoder(for: Self.operation(content: content))
      try write(&encoder)
      _ = try encoder.finish()
    }
    func refusal(_ noun: String) -> InvalidInput {
      InvalidInput(
        .body, "v", reason: "is an empty \(noun), which would be read as nil; pass nil, or make it non-optional")
    }
    for (noun, field) in fields {
      try encode(.json, field)
      for content in [RequestContent.urlForm, .multipart] {
        #expect(throws: refusal(noun)) { try encode(content, field) }
      }
    }
    #expect(throws: refusal("array")) { try encode(.multipart) { try $0.field("v", [] as [Part]?) } }
    for content in [RequestContent.urlForm, .multipart] {
      try encode(content) { try $0.field("v", [] as [Int]) }
      try encode(content) { try $0.field("v", [:] as [String: Int]) }
    }
    // A list that is not optional is read as empty.
    #expect(try RequestEncoderTests.target("/a") { try $0.value(.query, "q", [] as Set<Int>) } == "/a")
    #expect(try RequestEncoderTests.target("/a") { try $0.value(.query, "q", [:] as [String: Int]) } == "/a")
  }
}
