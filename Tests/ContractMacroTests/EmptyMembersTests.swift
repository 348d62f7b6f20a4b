import Contract
import ContractTesting
import Testing

@Schema enum SoughtState: String, Sendable { case open, closed }

@Schema struct SoughtPage: Equatable, Sendable { var size: Int? }

@Schema struct Sought: Equatable, Sendable {
  var states: [SoughtState] = [.open]
  var ids: Set<Int> = [1]
  var page: SoughtPage = SoughtPage(size: 1)
  var counts: [String: Int] = ["a": 1]
  var none: [Int] = []
  var q: String = "d"
}

@Schema struct SoughtNames: Equatable, Sendable {
  var names: [String] = ["x"]
  var ids: [Int] = [1]
}

@Schema struct SoughtOptional: Equatable, Sendable { var ids: [Int]? = [1] }

private struct Plain: Codable, Equatable { var one: Sought, more: [Sought] }

@API protocol Seeks: Sendable {
  @GET("/query") func query(sought: Sought) async throws -> Sought
  @URLForm @POST("/body") func body(sought: Body<Sought>) async throws -> Sought
  @URLForm @POST("/field") func field(sought: Sought) async throws -> Sought
  @Multipart @POST("/part") func part(sought: Sought) async throws -> Sought
  @POST("/json") func json(sought: Body<Sought>) async throws -> Sought
}

private struct SeekService: Seeks {
  func query(sought: Sought) async throws -> Sought { sought }
  func body(sought: Sought) async throws -> Sought { sought }
  func field(sought: Sought) async throws -> Sought { sought }
  func part(sought: Sought) async throws -> Sought { sought }
  func json(sought: Sought) async throws -> Sought { sought }
}

@Suite("Empty members with initial values")
struct EmptyMembersTests {
  private static let empty = Sought(states: [], ids: [], page: SoughtPage(), counts: [:], q: "x")

  private static let options: [URLFormOptions] = {
    let arrays: [URLFormOptions.ArrayStyle] = [.repeated, .brackets, .indexed, .separated(by: ",")]
    let nesting: [URLFormOptions.NestingStyle] = [.brackets, .dots, .json]
    let nils: [URLFormOptions.NilStyle] = [.omitted, .bareKey, .empty]
    return arrays.flatMap { arrays in
      nesting.flatMap { nesting in
        nils.map { nils in
          var options = URLFormOptions()
          options.arrays = arrays
          options.nesting = nesting
          options.nils = nils
          return options
        }
      }
    }
  }()

  @Test("An empty member of a form is not replaced by its initial value", arguments: options)
  func forms(options: URLFormOptions) throws {
    func read<T: Codable & Equatable>(_ value: T) throws -> T {
      try URLFormDecoder(options: options).decode(T.self, from: URLFormEncoder(options: options).encode(value))
    }
    #expect(try read(Self.empty) == Self.empty)
    #expect(try read(Sought()) == Sought())
    let plain = Plain(one: Self.empty, more: [Self.empty, Sought()])
    #expect(try read(plain) == plain)
  }

  @Test("An empty member is written as an empty string only if its initial value is not empty")
  func text() throws {
    let encoder = URLFormEncoder()
    #expect(try encoder.string(of: Self.empty) == "states=&ids=&page=&counts=&q=x")
    #expect(try encoder.string(of: SoughtNames(names: ["a"], ids: [])) == "names=a&ids=")
    #expect(try encoder.string(of: SoughtNames(names: [""], ids: [2])) == "names=&ids=2")
    #expect(try encoder.string(of: SoughtOptional(ids: [])) == "ids=")
  }

  @Test("An empty array is refused if an empty string would be read as an element or as nil")
  func refusals() {
    var nils = URLFormOptions()
    nils.nils = .empty
    let attempts: [(name: String, encode: () throws -> Void)] = [
      ("names", { _ = try URLFormEncoder().encode(SoughtNames(names: [], ids: [])) }),
      ("ids", { _ = try URLFormEncoder(options: nils).encode(SoughtOptional(ids: [])) }),
    ]
    for (name, encode) in attempts {
      let error = #expect(throws: EncodingError.self) { try encode() }
      guard case .invalidValue(_, let context)? = error else { continue }
      #expect(context.codingPath.map(\.stringValue) == [name])
      #expect(context.debugDescription.contains("initial value"))
    }
  }

  @Test("A server receives empty members in queries, forms, parts and JSON")
  func calls() async throws {
    let api = SeeksAPI(SeeksRoutes(SeekService()).inProcess)
    #expect(try await api.query(sought: Self.empty) == Self.empty)
    #expect(try await api.body(sought: Self.empty) == Self.empty)
    #expect(try await api.field(sought: Self.empty) == Self.empty)
    #expect(try await api.part(sought: Self.empty) == Self.empty)
    #expect(try await api.json(sought: Self.empty) == Self.empty)
  }
}
