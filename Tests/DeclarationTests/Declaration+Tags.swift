/// Enumerations with `@Tagged`.
extension Declaration {
  static let tags: [Declaration] = [
    Declaration(
      "tagged enumerations of every shape",
      """
      public struct Point: Codable, Sendable { var x: Int }
      @Schema public struct Rename: Sendable { var from: String, to: String? }
      @Schema @Tagged("type") public enum Event: Sendable {
        case labeled(label: String, by: Rename?, at: Point), `default`(_: Rename)
        /// Moved.
        case moved(Point)
        case closed
        case unknown(JSONValue)
        enum CodingKeys: String, CodingKey { case labeled, `default`, moved = "was.moved", closed }
      }
      @Schema @Tagged("kind", content: "value") enum Form: Sendable {
        case circle(Double), line(from: Int, to: Int?), name(String?), group([Form]), none
      }
      enum Outer<T: Schema> {
        @Schema @Tagged("t") enum Inner { case one(value: T), two(Rename), three }
      }
      @API @Mock protocol T: Sendable {
        @POST("/a") func a(event: Body<Event>) async throws -> [Form]
        @POST("/b") func b(form: Form, event: Event?) async throws -> Form?
      }
      func use(_ t: any T) async throws {
        switch try await t.b(form: .group([.none]), event: .closed) {
        case .circle, .line, .name, .group, .none?, nil: break
        }
      }
      """, []),
    Declaration(
      "values of a tagged enumeration that are not Codable", generatesCode: true,
      """
      struct Owner { var id: Int }
      @Schema @Tagged("type") enum Event {
        case opened(owner: Owner)
        case shut(Owner)
      }
      @Schema @Tagged("type", content: "value") enum Form { case circle(Owner) }
      """,
      [(4, 22, "member"), (5, 13, "flattened"), (7, 67, "value")].map { line, column, name in
        "\(line):\(column) error: '\(name)' is unavailable: a \(name == "member" ? name : "value") must be Codable: declare "
          + "its type with `: Codable, Sendable`, or mark it with @Schema"
      }),
    Declaration(
      "a flattened value of an unknown type",
      """
      @Schema @Tagged("type") enum Event {
        case opened(Ownr)
        case closed
      }
      """,
      ["3:15 error: cannot find type 'Ownr' in scope"]),
    Declaration(
      "values without names, and a value with the name of the tag",
      """
      @Schema @Tagged("type") enum Event {
        case opened(String), shut(type: Int)
        case moved(id: Int, [Int])
      }
      """,
      [
        "3:15 error: A value next to the tag needs a name; give 'String' a label, or write "
          + "'@Tagged(\"type\", content: \"value\")'.",
        "3:29 error: \"type\" is the name of the tag, so no value can have it; rename one of the two.",
        "4:23 error: A value next to the tag needs a name; give '[Int]' a label, or write "
          + "'@Tagged(\"type\", content: \"value\")'.",
      ]),
    Declaration(
      "enumerations of every shape whose case is the key",
      """
      public struct Point: Codable, Sendable { var x: Int }
      @Schema @Tagged(.key) public enum Act: Sendable {
        case put(Point), `default`(_: Int)
        /// Moved.
        case moved(from: Int, to: Point?)
        case list([Act]), note(String?), stop
        case unknown(JSONValue)
        enum CodingKeys: String, CodingKey { case put, `default`, moved = "was.moved", list, note, stop }
      }
      @Schema @Tagged(.key) enum Only { case one(Point) }
      @Schema @Tagged(.key) enum Bare { case one, two }
      @Schema @Tagged(TagForm.key) enum Spelled { case one }
      enum Outer<T: Schema> {
        @Schema @Tagged(.key) enum Inner { case one(T), two(value: T), three, unknown(JSONValue) }
      }
      @API @Mock protocol T: Sendable {
        @POST("/a") func a(act: Body<Act>) async throws -> [Act]
      }
      """, []),
    Declaration(
      "values of a key that are not Codable, and of an unknown type", generatesCode: true,
      """
      struct Owner { var id: Int }
      @Schema @Tagged(.key) enum Act { case put(Owner) }
      """,
      [
        "3:43 error: 'member' is unavailable: a member must be Codable: declare its type with `: Codable, Sendable`, or "
          + "mark it with @Schema"
      ]),
    Declaration(
      "a value of a key of an unknown type",
      """
      @Schema @Tagged(.key) enum Act { case put(Ownr), stop }
      """,
      ["2:43 error: cannot find type 'Ownr' in scope"]),
    Declaration(
      "an enumeration that cannot keep unknown cases, and one with nothing beside the key",
      """
      @Schema enum Act { case put(Int), unknown(JSONValue) }
      @Schema @Tagged(.key) enum Other { case put(Int, Int) }
      """,
      [
        "2:35 error: 'unknown' keeps other cases only with '@Tagged'; add '@Tagged(.key)' to 'Act', or give the value a "
          + "label.",
        "3:45 error: A key with several values holds an object, whose members need names; give 'Int' a label.",
        "3:50 error: A key with several values holds an object, whose members need names; give 'Int' a label.",
      ]),
    Declaration(
      "a content beside the key",
      """
      @Schema @Tagged(.key, content: "value") enum Act { case put(Int) }
      """,
      [
        "2:10 error: 'Tagged(_:content:)' is unavailable: with '.key' the value of the case is the value of its key; "
          + "remove 'content'"
      ]),
    Declaration(
      "positional structs of every shape",
      """
      public struct Point: Codable, Sendable { var x: Int }
      @Schema @Positional public struct Sample: Sendable {
        private var seconds: Double
        @Validate(.length(1...5)) var name: String
        let point: Point, more: [Sample]
        public var time: Double { seconds }
        var note: String?, limit = 20, kind: Kind = .open
        let version = 2
      }
      enum Kind: String, Codable { case open }
      @Schema @Positional struct Own {
        var a: Int, b: Point?
        init(_ a: Int) { self.a = a }
      }
      @Schema @Positional struct Old { @available(*, deprecated) var a: Point? }
      enum Outer<T: Schema> { @Schema @Positional struct Inner { var one: T, two: [T]? } }
      @API @Mock protocol T: Sendable {
        @POST("/a") func a(sample: Body<Sample>) async throws -> [Sample]
      }
      """, []),
    Declaration(
      "an element that is not Codable", generatesCode: true,
      """
      struct Owner { var id: Int }
      @Schema @Positional struct Sample { var owner: Owner }
      """,
      [
        "3:48 error: 'position' is unavailable: an element must be Codable: declare its type with `: Codable, Sendable`, or "
          + "mark it with @Schema"
      ]),
    Declaration(
      "an element of an unknown type",
      """
      @Schema @Positional struct Sample { var owner: Ownr, id: Int }
      """,
      ["2:48 error: cannot find type 'Ownr' in scope"]),
  ]
}
