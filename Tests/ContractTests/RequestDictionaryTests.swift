import Contract
import Testing

@testable import ContractHTTP

@Suite("Dictionaries and flags")
struct RequestDictionaryTests {
  @Test(
    "A flag is read from every spelling of clients",
    arguments: [
      (target: "/", value: false), (target: "/?on", value: true), (target: "/?on=", value: true),
      (target: "/?on=1", value: true), (target: "/?on=false", value: false), (target: "/?x&on&y", value: true),
      (target: "/?only", value: false),
    ] as [(target: String, value: Bool)])
  func flags(target: String, value: Bool) async throws {
    var decoder = try await RequestDecoderTests.decoder(target)
    #expect(decoder.flag("on") == value)
    #expect(decoder.failures == [])
  }

  @Test("An invalid or repeated flag is refused", arguments: ["/?on=maybe", "/?on&on"])
  func wrongFlags(target: String) async throws {
    var decoder = try await RequestDecoderTests.decoder(target)
    #expect(decoder.flag("on") == nil)
    #expect(decoder.failures.map(\.name) == ["on"])
  }

  @Test("A query dictionary contains the names that no other input claims")
  func query() async throws {
    var decoder = try await RequestDecoderTests.decoder(
      "/?id=1&a+b=c%20d&tag[]=x&tag%5B0%5D=y&tags=z&e&fixed=1", template: "/?fixed=1")
    let entries = decoder.dictionary(.query, "more", as: [String: String].self, except: ["id", "tag"])
    #expect(entries == ["a b": "c d", "tags": "z", "e": ""])
    #expect(decoder.failures == [])
    let optional = decoder.dictionary(
      .query, "more", as: [String: String]?.self, except: ["id", "tag", "a b", "tags", "e"])
    #expect(optional == .some(nil))
  }

  @Test("An unreadable dictionary entry is reported by name")
  func unreadableEntries() async throws {
    var decoder = try await RequestDecoderTests.decoder("/?a=1&a=2&b=%FF&%FF=c")
    #expect(decoder.dictionary(.query, "more", as: [String: String].self) == nil)
    #expect(decoder.failures.map { "\($0.name) \($0.code)" } == ["a repeated", "b type", "%FF syntax"])
  }

  @Test("A header dictionary joins lines case-insensitively and omits framing headers")
  func fields() async throws {
    let fields: HTTPFields = [
      "X-A": "1", "host": "h", "ACCEPT": "*/*", "x-a": "2", "Claimed": "c", "X-P": "%C3%A4", "Content-Length": "0",
    ]
    var decoder = try await RequestDecoderTests.decoder(fields: fields)
    let entries = decoder.dictionary(.header, "more", as: [String: String].self, except: ["claimed"])
    #expect(entries == ["X-A": "1, 2", "X-P": "%C3%A4"])
  }

  @Test("A header dictionary does not contain the header of the request's cookies")
  func cookies() async throws {
    let session = InputDescription(.cookie, "session", type: "String", isRequired: true)
    let operation = APIOperation(id: "probe", method: .get, path: "/", inputs: [session])
    var encoder = RequestEncoder(for: operation)
    try encoder.value(.cookie, "session", "s")
    try encoder.dictionary(.header, "more", ["X-A": "1"])
    let message = try encoder.finish()
    #expect(message.fields.values("Cookie") == ["session=s"])
    var decoder = RequestDecoder(try await RoundTrip.request(message, operation))
    let more = decoder.dictionary(.header, "more", as: [String: String].self)
    #expect(more?["X-A"] == "1" && more?.keys.contains { $0.lowercased() == "cookie" } == false)
    var refused = RequestEncoder(for: operation)
    try refused.value(.cookie, "session", "s")
    #expect(throws: InvalidInput.self) { try refused.dictionary(.header, "more", ["cookie": "a=b"]) }
    // Without an input that is a cookie, the header is an entry like any other.
    let result = try await RoundTrip(.header)(
      { try $0.dictionary(.header, "more", ["Cookie": "a=b"]) },
      { $0.dictionary(.header, "more", as: [String: String].self) })
    #expect(result.value == ["Cookie": "a=b"])
  }

  @Test("A dictionary does not contain inputs whose names only the operation knows, such as those of a wrapper")
  func wrapped() async throws {
    for location in [ParameterLocation.query, .header] {
      let seal = InputDescription(location, "seal", type: "String", isRequired: true)
      let operation = APIOperation(id: "probe", method: .get, path: "/", inputs: [seal])
      var encoder = RequestEncoder(for: operation)
      try encoder.value(location, "seal", "s")
      try encoder.dictionary(location, "more", ["other": "1"])
      var decoder = RequestDecoder(try await RoundTrip.request(try encoder.finish(), operation))
      #expect(decoder.dictionary(location, "more", as: [String: String].self) == ["other": "1"])
      #expect(throws: InvalidInput.self) { try encoder.dictionary(location, "more", ["seal": "t"]) }
    }
  }

  @Test("The members of another input are not entries of a dictionary", arguments: [false, true])
  func members(hasDots: Bool) async throws {
    var wire = Wire()
    if hasDots { wire.form.nesting = .dots }
    let filter = InputDescription(.query, "f", type: "Filter", isRequired: true)
    let operation = APIOperation(id: "probe", method: .get, path: "/", inputs: [filter], traits: [.wire(wire)])
    let message = HTTPRequest(.get, "/?f=1&f%5Ba%5D=2&f.a=3&fa=4&a=5")
    var decoder = RequestDecoder(try await RoundTrip.request(message, operation))
    let entries = decoder.dictionary(.query, "more", as: [String: String].self)
    #expect(entries == (hasDots ? ["fa": "4", "a": "5"] : ["f.a": "3", "fa": "4", "a": "5"]))
  }

  @Test(
    "A query dictionary round-trips",
    arguments: [
      [:], ["a": "b"], ["": ""], ["k&=+%": "ü ?/#", "[": "]", "a[b]": "c"],
    ] as [[String: String]])
  func roundTrip(entries: [String: String]) async throws {
    let result = try await RoundTrip(.query)(
      {
        try $0.value(.query, "id", 7)
        try $0.dictionary(.query, "more", entries, except: ["id"])
        try $0.flag("on", true)
      },
      { $0.dictionary(.query, "more", as: [String: String].self, except: ["id", "on"]) })
    #expect(result.value == entries)
    #expect(result.failures == [])
  }

  @Test("Key mapping applies to claimed names but not to dictionary keys")
  func keyMapping() async throws {
    let inputs = [InputDescription(.query, "pageSize", type: "Int", isRequired: true)]
    let operation = APIOperation(
      id: "probe", method: .get, path: "/", inputs: inputs, traits: [.wire(.papyrus), .keys(.snakeCase)])
    let entries = ["pageSize": "a/b", "otherKey": "c"]
    var encoder = RequestEncoder(for: operation)
    try encoder.value(.query, "pageSize", 7)
    try encoder.dictionary(.query, "more", entries, except: ["pageSize"])
    let message = try encoder.finish()
    #expect(message.target == "/?page_size=7&otherKey=c&pageSize=a%2Fb")
    var decoder = RequestDecoder(try await RoundTrip.request(message, operation))
    #expect(decoder.value(.query, "pageSize", as: Int.self) == 7)
    #expect(decoder.dictionary(.query, "more", as: [String: String].self, except: ["pageSize"]) == entries)

    var refused = RequestEncoder(for: operation)
    #expect(throws: InvalidInput.self) {
      try refused.dictionary(.query, "more", ["page_size": "1"], except: ["pageSize"])
    }
  }

  @Test("A query dictionary does not claim the members of a form sent as the query")
  func formAsQuery() async throws {
    let inputs = [
      InputDescription(.body, "a", type: "String", isRequired: true),
      InputDescription(.query, "more", type: "[String: String]", isRequired: true, isDictionary: true),
    ]
    let operation = APIOperation(id: "probe", method: .get, path: "/", inputs: inputs, requestContent: .urlForm)
    var encoder = RequestEncoder(for: operation)
    try encoder.field("a", "1")
    try encoder.dictionary(.query, "more", ["x": "2"])
    let message = try encoder.finish()
    #expect(Set(message.target.dropFirst(2).split(separator: "&")) == ["a=1", "x=2"])
    var decoder = RequestDecoder(try await RoundTrip.request(message, operation))
    #expect(decoder.field("a", as: String.self) == "1")
    #expect(decoder.dictionary(.query, "more", as: [String: String].self) == ["x": "2"])
    var refused = RequestEncoder(for: operation)
    #expect(throws: InvalidInput.self) { try refused.dictionary(.query, "more", ["a": "2"]) }
    // In a body, the names of the form are separate from those of the query.
    let post = APIOperation(id: "probe", method: .post, path: "/", inputs: inputs, requestContent: .urlForm)
    var both = RequestEncoder(for: post)
    try both.dictionary(.query, "more", ["a": "2"])
    let second = InputDescription(.query, "a", type: "String", isRequired: true)
    let ambiguous = APIOperation(
      id: "probe", method: .get, path: "/", inputs: [inputs[0], second], requestContent: .urlForm)
    #expect([ambiguous].verify().map(\.rule) == ["duplicate-input"])
  }
}
