import Contract
import ContractTesting
import Testing

@API private protocol Albums: Sendable {
  @POST("/list") @Multipart @Default("more", [Part]())
  func list(cover: Part, more: [Part]) async throws -> [String]

  @POST("/one") @Multipart @Default("cover", Part(text: "plain"))
  func one(cover: Part) async throws -> [String]
}

private struct AlbumService: Albums {
  func list(cover: Part, more: [Part]) async throws -> [String] { ([cover] + more).compactMap(\.text) }
  func one(cover: Part) async throws -> [String] { [cover.text ?? "-"] }
}

@API private struct Pictures: Sendable {
  @POST("/pictures") @Multipart func add(@Field cover: Part, @Field("others") more: [Part] = []) -> [String] {}
}

@Suite("Parts with defaults")
struct PartDefaultTests {
  private let cover = Part(text: "c")
  private let albums = AlbumsAPI(AlbumsRoutes(AlbumService()).inProcess)

  @Test("A list of parts with a default is sent and read")
  func lists() async throws {
    #expect(try await albums.list(cover: cover, more: [Part(text: "1"), Part(text: "2")]) == ["c", "1", "2"])
    #expect(try await albums.list(cover: cover) == ["c"])
  }

  @Test("An absent part with a default is the default")
  func parts() async throws {
    #expect(try await albums.one(cover: cover) == ["c"])
    #expect(try await albums.one() == ["plain"])
  }

  @Test("A function of a scope can have a list of parts with a default")
  func scopes() async throws {
    var router = Router()
    router.on(Pictures.Endpoints.add) { _, input in ([input.cover] + input.more).compactMap(\.text) }
    let pictures = Pictures(Server(port: 0, router: router).inProcess)
    #expect(try await pictures.add(cover: cover, more: [Part(text: "1"), Part(text: "2")]) == ["c", "1", "2"])
    #expect(try await pictures.add(cover: cover) == ["c"])
  }
}
