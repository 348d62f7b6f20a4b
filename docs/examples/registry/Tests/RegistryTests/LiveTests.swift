import Contract
import ContractTesting
import FoundationEssentials
import Glibc
import Registry
import Testing

@Suite("A real registry", .serialized, .enabled(if: LiveServer.current != nil))
struct LiveTests {
  @Test("A new recording can be replayed")
  func record() async throws {
    let live = try #require(LiveServer.current)
    let recording = APIClient(baseURL: live.url).environment(try .recording(to: live.fixtures, replacing: true))
    try await RecordedSessionTests.session(Registry(recording))
    let replaying = APIClient(baseURL: "http://replayed").environment(try .replaying(from: live.fixtures))
    try await RecordedSessionTests.session(Registry(replaying))
  }

  @Test("A file is uploaded and downloaded with progress")
  func files() async throws {
    let registry = Registry(baseURL: try #require(LiveServer.current).url)
    let folder = FileManager.default.temporaryDirectory.appending(path: "registry-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let bytes = (0..<500_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
    let source = folder.appending(path: "source").path
    let copy = folder.appending(path: "copy").path
    try Data(bytes).write(to: URL(filePath: source))
    let (sent, received) = (Lock<[Int64]>([]), Lock<[Int64]>([]))
    let blob = try await registry.upload(file: source, mediaType: "text/plain", to: "live/files") { count, size in
      sent.withLock { $0.append(count) }
      if size != 500_000 { Issue.record("the size is \(size)") }
    }
    try await registry.download(blob, of: "live/files", to: copy) { count, _ in received.withLock { $0.append(count) } }
    #expect(try Data(contentsOf: URL(filePath: copy)) == Data(bytes))
    #expect(sent.withLock { $0.last } == 500_000 && received.withLock { $0.last } == 500_000)
    #expect(sent.withLock { $0 == $0.sorted() } && received.withLock { $0 == $0.sorted() })
  }

  @Test("An upload continues after the registry is killed", .enabled(if: LiveServer.restart != nil))
  func killed() async throws {
    let restart = try #require(LiveServer.restart)
    let registry = Registry(baseURL: try #require(LiveServer.current).url)
    let folder = FileManager.default.temporaryDirectory.appending(path: "registry-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let bytes = (0..<500_000).map { UInt8(truncatingIfNeeded: $0 &* 11 &+ $0 >> 7) }
    let (source, copy) = (folder.appending(path: "source").path, folder.appending(path: "copy").path)
    try await ByteStream(bytes).write(to: source)
    let steps = Lock<[Int64]>([])
    let blob = try await registry.upload(
      file: source, mediaType: "text/plain", to: "live/killed", chunkBytes: 100_000
    ) { count, _ in
      if count == 200_000 { #expect(system(restart) == 0) }
      steps.withLock { $0.append(count) }
    }
    // Each chunk was stored once.
    #expect(steps.withLock { $0 } == [100_000, 200_000, 300_000, 400_000, 500_000])
    let killed = Lock(false)
    try await registry.download(blob, of: "live/killed", to: copy) { _, _ in
      let isFirst = killed.withLock { killed in
        defer { killed = true }
        return !killed
      }
      if isFirst { #expect(system(restart) == 0) }
    }
    #expect(try await ByteStream(file: copy).collect(upTo: 1 << 20) == bytes)
  }

  @Test("A blob with another digest is not stored")
  func mismatch() async throws {
    let registry = Registry(baseURL: try #require(LiveServer.current).url)
    let blob = try await registry.upload(Array("x".utf8), mediaType: "text/plain", to: "live/files")
    guard case .open(let location, let id) = try await registry.api.startUpload(name: "live/files") else { return }
    let session = RegistryV2API(APIClient(baseURL: try #require(LiveServer.current).url).at(location))
    do throws(RegistryError) {
      _ = try await session.finishUpload(name: "live/files", id: id, digest: blob.digest, content: Array("y".utf8))
      Issue.record("another digest is accepted")
    } catch {
      guard case .declared(.digestInvalid) = error else {
        Issue.record("\(error)")
        return
      }
    }
  }
}
