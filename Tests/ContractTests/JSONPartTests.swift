import Contract
import FoundationEssentials
import Testing

@testable import ContractHTTP

/// Parts of multipart content that are JSON, as a browser's `FormData` sends a `Blob` of that type.
@Suite("JSON parts")
struct JSONPartTests {
  struct Meta: Codable, Equatable { var title: String; var tags: [Int] }

  /// A decoder for content with these parts: the fields of each, and its content.
  static func decoder(_ parts: [(disposition: String, type: String?, content: String)]) async throws -> RequestDecoder {
    let body =
      parts.map { part in
        "--b\r\nContent-Disposition: form-data; \(part.disposition)\r\n"
          + (part.type.map { "Content-Type: \($0)\r\n" } ?? "") + "\r\n\(part.content)\r\n"
      }.joined() + "--b--\r\n"
    let operation = APIOperation(id: "probe", method: .post, path: "/", requestContent: .multipart)
    let message = HTTPRequest(
      .post, "/", fields: [.contentType: "multipart/form-data; boundary=b"], body: .bytes(Array(body.utf8)))
    return RequestDecoder(try await RoundTrip.request(message, operation))
  }

  @Test(
    "A JSON part is decoded with or without a file name",
    arguments: [#"name="v""#, #"name="v"; filename="blob""#], ["application/json", "application/json;charset=utf-8"])
  func values(disposition: String, type: String) async throws {
    func value<T: Decodable>(_ content: String, as type: T.Type) async throws -> T? {
      var decoder = try await Self.decoder([(disposition, "application/json", content)])
      let value = decoder.field("v", as: T.self)
      #expect((value == nil) == !decoder.failures.isEmpty)
      return value
    }
    #expect(try await value(#"{"title":"a","tags":[1,2]}"#, as: Meta.self) == Meta(title: "a", tags: [1, 2]))
    #expect(try await value("[1, 2]", as: [Int].self) == [1, 2])
    #expect(try await value("[]", as: [String].self) == [])
    #expect(try await value(#" {"title":"a","tags":[]}"#, as: [Meta].self) == [Meta(title: "a", tags: [])])
    #expect(try await value("7", as: Set<Int>.self) == [7])
    #expect(try await value("7", as: Patch<[Int]>.self) == .set([7]))
    #expect(try await value("[7]", as: Patch<[Int]>.self) == .set([7]))
    #expect(try await value("null", as: Patch<[Int]>.self) == .clear)
    #expect(try await value("null", as: [Int].self) == nil)
    #expect(try await value(" 7 ", as: Int.self) == 7)
    #expect(try await value("true", as: Bool.self) == true)
    #expect(try await value(#""red""#, as: Color.self) == .red)
    #expect(try await value(#"{"a":1}"#, as: [String: Int].self) == ["a": 1])
    #expect(try await value(#""7""#, as: Int.self) == nil)
    #expect(try await value(#"1,"w":2"#, as: Int.self) == nil)
    #expect(try await value("", as: Int.self) == nil)
  }

  @Test("A JSON part may be repeated or null")
  func several() async throws {
    let json = "application/json"
    var decoder = try await Self.decoder([
      (#"name="v""#, json, #"{"title":"a","tags":[]}"#), (#"name="v""#, json, #"{"title":"b","tags":[1]}"#),
      (#"name="n""#, json, "null"),
      (#"name="o"; filename="blob""#, json, #"{"title":"d","tags":[2]}"#), (#"name="s""#, json, #""text""#),
      (#"name="t[title]""#, nil, "c"),
    ])
    #expect(decoder.field("v", as: [Meta].self) == [Meta(title: "a", tags: []), Meta(title: "b", tags: [1])])
    #expect(decoder.field("n", as: Meta?.self) == .some(nil))
    #expect(decoder.field("n", as: [Meta]?.self) == .some(nil))
    #expect(decoder.field("o", as: [Meta]?.self) == .some([Meta(title: "d", tags: [2])]))
    #expect(decoder.field("o", as: [Meta].self, default: []) == [Meta(title: "d", tags: [2])])
    #expect(decoder.field("absent", as: Meta?.self) == .some(nil))
    // A string is the whole content of its part, and members may still be spelled by names such as `t[title]`.
    #expect(decoder.field("s", as: String.self) == #""text""#)
    #expect(decoder.field("t", as: Meta.self) == Meta(title: "c", tags: []))
    #expect(decoder.failures == [])
  }

  @Test("An error in a JSON part is reported with its location")
  func failures() async throws {
    var decoder = try await Self.decoder([
      (#"name="v"; filename="blob""#, "application/json", #"{"title":1,"tags":["x"]}"#),
      (#"name="w/x""#, "application/json", "{"),
    ])
    #expect(decoder.field("v", as: Meta.self) == nil)
    #expect(decoder.field("w/x", as: Meta.self) == nil)
    #expect(
      decoder.failures.map { "\($0.name) \($0.code)" } == ["/v/title type", "/v/tags/0 type", "/w~1x syntax"])
    #expect(decoder.failures.last?.message == "body value `w/x` is not JSON")
  }

  @Test("A file part is not read as text")
  func files() async throws {
    let file = "; filename=\"a.bin\""
    var decoder = try await Self.decoder([
      (#"name="v""# + file, nil, "7"), (#"name="w""#, nil, "1"), (#"name="w""# + file, "text/plain", "2"),
      (#"name="s""# + file, "application/json", "{}"),
    ])
    #expect(decoder.field("v", as: Int.self) == nil)
    #expect(decoder.field("v", as: Int?.self) == nil)
    #expect(decoder.field("v", as: Int.self, default: 1) == nil)
    #expect(decoder.field("w", as: [Int].self) == nil)
    #expect(decoder.field("s", as: String.self) == nil)
    #expect(decoder.field("v", as: Part.self)?.bytes == [0x37])
    #expect(decoder.failures.map(\.name) == ["/v", "/v", "/v", "/w", "/s"])
    #expect(decoder.failures.allSatisfy { $0.code == .type })
    #expect(decoder.failures.last?.message == "`s` has the wrong type. It must be text, not a file.")
  }

  @Test("A field that is a part or a list of parts, optional or not, can have a default")
  func defaults() async throws {
    let file = #"name="v"; filename="a""#
    let part = Part(text: "d")
    var decoder = try await Self.decoder([(file, nil, "1"), (file, nil, "2"), (#"name="w"; filename="b""#, nil, "3")])
    #expect(decoder.field("v", as: [Part].self, default: [part])?.map(\.text) == ["1", "2"])
    #expect(decoder.field("v", as: [Part]?.self, default: [part])??.map(\.text) == ["1", "2"])
    #expect(decoder.field("w", as: Part.self, default: part)?.text == "3")
    #expect(decoder.field("w", as: Part?.self, default: part)??.text == "3")
    #expect(decoder.field("none", as: [Part].self, default: [part]) == [part])
    #expect(decoder.field("none", as: [Part]?.self, default: [part]) == [part])
    #expect(decoder.field("none", as: [Part]?.self, default: nil) == .some(nil))
    #expect(decoder.field("none", as: Part.self, default: part) == part)
    #expect(decoder.field("none", as: Part?.self, default: part) == part)
    #expect(decoder.failures == [])
  }

  /// A type that cannot be decoded.
  private struct Opaque { var value = 1 }

  @Test("A field of a type that cannot be decoded is refused with its pointer")
  func opaque() async throws {
    var decoder = try await Self.decoder([(#"name="a/b""#, nil, "1")])
    #expect(decoder.field("a/b", as: Opaque.self) == nil)
    #expect(decoder.field("c", as: Opaque.self, default: Opaque()) == nil)
    #expect(decoder.body(as: Opaque.self) == nil)
    decoder.refuse(.query, "q", expected: "a color")
    #expect(decoder.failures.map(\.name) == ["/a~1b", "/c", "", "q"])
    #expect(
      decoder.failures.map(\.message) == [
        "body value `a/b` must be a type that can be decoded", "body value `c` must be a type that can be decoded",
        "the body must be a type that can be decoded", "query value `q` must be a color",
      ])
  }
}
