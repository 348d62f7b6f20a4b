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
  ]
}
