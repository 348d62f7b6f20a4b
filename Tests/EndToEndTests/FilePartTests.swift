import ContractTestSupport
import ContractTesting
import FoundationEssentials
import Testing

struct StoredPhotos: Codable, Equatable, Sendable {
  var names: [String?]
  var byteCounts: [Int]
  var sum: Int
}

@API
protocol FileAlbums: Sendable {
  @Multipart @POST("/albums/:id/photos") @MaxBody(8 << 20)
  func upload(id: Int, cover: Part, photos: [Part], title: String?) async throws -> StoredPhotos
}

struct FileAlbumService: FileAlbums {
  func upload(id: Int, cover: Part, photos: [Part], title: String?) async throws -> StoredPhotos {
    let parts = [cover] + photos
    return StoredPhotos(
      names: parts.map(\.fileName), byteCounts: parts.map(\.bytes.count),
      sum: parts.flatMap(\.bytes).reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF_FFFF })
  }
}

/// Parts of contracts whose content is a file on the client's side.
@Suite("File parts in a contract", .ownThreads, .timeLimit(.minutes(2)))
struct FilePartTests {
  @Test("A file part arrives as bytes, and a missing file is an input error")
  func upload() async throws {
    let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let path = "/tmp/contract-album-\(UInt64.random(in: .min ... .max)).jpg"
    try Data(content).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let routes = FileAlbumsRoutes(FileAlbumService())
    let calls: @Sendable (APIClient) async throws -> Void = { client in
      let albums = FileAlbumsAPI(client)
      let held = Part(fileName: "a.jpg", mimeType: "image/jpeg", content: content)
      let file = Part(file: path, fileName: "a.jpg", mimeType: "image/jpeg")
      let expected = try await albums.upload(id: 7, cover: held, photos: [held, held], title: "t")
      #expect(expected.byteCounts == [300_000, 300_000, 300_000])
      #expect(try await albums.upload(id: 7, cover: file, photos: [held, file], title: "t") == expected)
      let error = await #expect(throws: ClientError.self) {
        try await albums.upload(id: 7, cover: held, photos: [Part(file: path + "-none")], title: nil)
      }
      #expect(error?.code == .invalidInput && error?.message.contains("Part 2: cannot open the file") == true)
    }
    try await withServer(routes) { try await calls($0) }
    try await calls(routes.inProcess)
  }
}
