/// Types with `@Schema` and what the macro makes of them.
extension ExpansionTests.Sample {
  static let schema = ExpansionTests.Sample(
    name: "a struct",
    source: #"""
      /// A thing to do.
      ///
      /// It has words.
      @Schema public struct Todo: Equatable {
        public var id: Int
        /// The words.
        @Validate(.length(1...80)) @Example("milk", "a \"b\"") public var title: String
        @Doc("Explicit.") public var note: String?
        public var limit = 20, page: Int = 1
        var tags: [String] = []
        @Deprecated var state: State = .open
        let version: Double = 1.5
        var `in`: [String: Int?]
        @Example(Owner(id: 1)) var owner: Owner
        static let shared = 1
        var count: Int { 1 }
        var observed: Bool? = true { didSet {} }
      }

      """#,
    expansion: #"""
      """#)

  static let schemaWithInitializer = ExpansionTests.Sample(
    name: "a struct with an initializer",
    source: #"""
      struct Outer {
        @Schema fileprivate struct Point {
          let x: Double, y: Double
          var cache = 0
          init(_ x: Double) { self.x = x; y = 0 }
          enum CodingKeys: String, CodingKey {
            case y, x = "X"
          }
        }
      }

      """#,
    expansion: #"""
      """#)

  static let schemaOfCases = ExpansionTests.Sample(
    name: "an enum with associated values",
    source: #"""
      @Schema indirect enum Shape: Codable {
        /// Nothing at all.
        case none
        case circle(radius: Double, Color? = nil)
        case line(Point)
        case `self`(`in`: Int, of: [Shape]?)
        enum CodingKeys: String, CodingKey { case none = "nothing", circle, line, `self` }
        enum LineCodingKeys: String, CodingKey { case _0 = "to" }
      }

      """#,
    expansion: #"""
      """#)

  static let schemaOfChoices = ExpansionTests.Sample(
    name: "an enum with raw values",
    source: #"""
      /// What has become of it.
      @Schema package enum State: String, CaseIterable {
        case open, done = "finished"
        case `default`
      }

      """#,
    expansion: #"""
      """#)

  static let schemaOfGeneric = ExpansionTests.Sample(
    name: "a generic struct",
    source: #"""
      @Schema struct Page<Item, Key: Hashable & Codable, Tag> where Tag: Sendable {
        @Validate(.count(...100)) var items: [Item]
        var next: Item?
        var keys: [Key]
        var tag: Tag
      }

      """#,
    expansion: #"""
      """#)

  static let schemaOfNothing = ExpansionTests.Sample(
    name: "a struct without members",
    source: #"""
      @Schema struct Nothing {}

      """#,
    expansion: #"""
      """#)
}
