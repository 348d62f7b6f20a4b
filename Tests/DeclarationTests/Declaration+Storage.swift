/// Properties, cases, initializers and effects in unusual forms.
extension Declaration {
  static let storage: [Declaration] = [
    Declaration(
      "several inputs in one declaration",
      """
      @Request struct R { @Query var page = 1, sort: String, after: Int? }
      func use() -> R { R(sort: "name", after: 3) }
      """,
      []),
    Declaration(
      "a tuple of inputs", generatesCode: true,
      """
      @Request struct R { @Query var limit: Int; var (a, b): (Int, Int) }
      """,
      ["2:48 error: A macro does not see the types of '(a, b)'; declare each property by itself."]),
    Declaration(
      "unavailable cases", generatesCode: true,
      """
      @Schema enum A { case a(Int); @available(*, unavailable) case b }
      @Schema enum B: String { case a; @available(*, unavailable) case b }
      @APIError enum C { @Status(404) case a; @available(*, unavailable) @Status(405) case b(x: Int) }
      @APIResult enum D { @Status(200) case a; @available(*, unavailable) @Status(201) case b }
      @APIError enum Free { @available(macOS, unavailable) @Status(404) case a }
      @API protocol T: Sendable {
        @available(macOS, unavailable) @GET("/a") func a() async throws
        @available(*, deprecated, message: "unavailable") @GET("/b") func b() async throws
      }
      """,
      ["2:31", "3:34", "4:41", "5:42"].map { place in
        "\(place) error: An unavailable case cannot be decoded; remove the case, or write '@available(*, deprecated)'."
      }),
    Declaration(
      "initializers with the labels of the inputs", generatesCode: true,
      """
      typealias TodoID = String
      struct Refusal: Error {}
      @Request public struct Converting {
        @Query public var id: String
        public init(id: Int) { self.id = "\\(id)" }
      }
      @Request struct Throwing {
        @Query var id: String; @Header("X") var token = nil
        init(id: String, token: String?) throws { self.id = id; self.token = token }
      }
      @Request struct Failing { @Query var ids: [Int]; init?(ids: Int...) { self.ids = ids } }
      @Request struct Generic { @Query var ids: [Int]; init(ids: some Sequence<Int>) { self.ids = Array(ids) } }
      @Request struct Aliased { @Query let id: TodoID; init(id: String) { self.id = id } }
      @Request struct Equal { @Query var limit: Int; init(limit: Int) { self.limit = min(limit, 100) } }
      @Request struct Nothing { init() throws { throw Refusal() } }
      func use() throws { _ = (Converting(id: 1), try Throwing(id: "a", token: nil), Failing(ids: 1, 2), Equal(limit: 1)) }
      """,
      []),
    Declaration(
      "an error in a request with an initializer of the inputs",
      """
      @Request struct R { @Query var a: Int; var b: Int; init(a: Int, b: Int) { self.a = a; self.b = b } }
      func use() -> R { R(a: 1, b: 2) }
      """,
      [
        "2:44 error: 'b' has no location; add '@Query', '@Header', '@Path', '@Field' or '@Body', or make it static or "
          + "computed."
      ]),
    Declaration(
      "coding keys of a request that is also Codable",
      """
      @Request struct R: Codable { @Query var sort: Int; enum CodingKeys: String, CodingKey { case sort = "sort_by" } }
      """,
      []),
    Declaration(
      "accessors that initialize stored properties", generatesCode: true,
      """
      @Schema struct A {
        var size: Int
        var half: Int { @storageRestrictions(initializes: size) init { size = newValue * 2 } get { size / 2 } }
      }
      @Schema struct B {
        private var size: Int
        var half: Int { @storageRestrictions(initializes: size) init { size = newValue * 2 } get { size / 2 } }
        init(half: Int) { self.half = half }
      }
      @Request(.get, "/a") struct C {
        @Query private var size: Int
        var half: Int { @storageRestrictions(initializes: size) init { size = newValue * 2 } get { size / 2 } }
        typealias Response = Int
      }
      """,
      [
        "4:59 error: The memberwise initializer has 'half' as a parameter instead of what it initializes, so '@Schema' "
          + "cannot call it; declare an initializer, or remove 'init'."
      ]),
    Declaration(
      "every spelling of any error",
      """
      @API @Mock protocol T: Sendable {
        @GET("/a") func a() async throws(any Error) -> Int
        @GET("/b") func b() async throws(any Swift.Error) -> Int
        @GET("/c") func c() async throws(Swift::Error) -> Int
        @GET("/d") func d(completion: @escaping @Sendable (Result<Int, any Swift::Error>) -> Void)
      }
      @Request struct R { @Query var a: Int }
      @API final class G: EndpointGroup {
        @GET("/a") var a: () async throws(any Error) -> Int
        @GET("/b") var b: (R) async throws(any Swift.Error) -> Int
        @GET("/c") var c: @Sendable () async throws(Swift::Error) -> Int
      }
      func mock(_ group: G) { group.a = { 1 } }
      """,
      []),
  ]
}
