import ContractTesting
import FileContract
import FileService
import FoundationEssentials
import Testing

@testable import files

@Suite("The store of files", .timeLimit(.minutes(2)))
struct FilesTests {
  /// A server with a new folder, and the output of commands.
  private final class Fixture: Sendable {
    let folder = FileManager.default.temporaryDirectory.appending(path: "files-\(UUID())").path
    let lines = Lock<[String]>([])

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func run(_ arguments: String..., on client: APIClient) async throws {
      let output = Output(showsProgress: false) { text in self.lines.withLock { $0.append(String(text.dropLast())) } }
      try await #require(Command(arguments)).run(on: client, output)
    }
  }

  private static let bytes = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 9) }

  @Test("The contract is valid")
  func contract() {
    #expect(FilesEndpoints.all.verify().isEmpty)
  }

  @Test("A file is sent, listed, received and removed, and the changes are printed")
  func commands() async throws {
    let fixture = Fixture()
    let store = try FileStore(fixture.folder + "/store")
    let source = fixture.folder + "/source.bin"
    try await ByteStream(Self.bytes).write(to: source)
    try await withServer(store.routes) { client in
      let watching = Task { try await fixture.run("watch", "3", on: client) }
      while store.log.readerCount == 0 { try await Task.sleep(for: .milliseconds(5)) }
      try await fixture.run("put", source, "../a b.bin", on: client)
      try await fixture.run("list", on: client)
      try await fixture.run("get", "a b.bin", fixture.folder + "/copy", on: client)
      try await fixture.run("remove", "a b.bin", on: client)
      try await watching.value
      #expect(try await FilesAPI(client).list().isEmpty)
    }
    #expect(try await ByteStream(file: fixture.folder + "/copy").collect(upTo: 1 << 20) == Self.bytes)
    #expect(
      Set(fixture.lines.withLock { $0 }) == [
        "began\ta b.bin\t700000", "stored\ta b.bin\t700000", "removed\ta b.bin\t700000",
        "stored ../a b.bin, 700000 bytes, of which 0 were there", "700000\ta b.bin",
        "received a b.bin, 700000 bytes, of which 0 were there",
      ])
  }

  @Test("Progress reaches 100 %, and the result follows it")
  func progress() async throws {
    let fixture = Fixture()
    let store = try FileStore(fixture.folder + "/store")
    let source = fixture.folder + "/source.bin"
    try await ByteStream(Self.bytes).write(to: source)
    try await withServer(store.routes) { client in
      for arguments in [["put", source], ["get", "source.bin", fixture.folder + "/copy"]] {
        let texts = Lock<[String]>([])
        let output = Output(showsProgress: true) { text in texts.withLock { $0.append(text) } }
        try await #require(Command(arguments)).run(on: client, output)
        let shown = texts.withLock { $0 }
        let verb = arguments[0] == "put" ? "sent" : "received"
        #expect(shown.dropLast().last == "\r\(verb) 100 % of 700000 bytes")
        #expect(shown.last?.contains("700000 bytes, of which 0 were there") == true)
      }
    }
  }

  @Test("A reader that reconnects gets the missed changes")
  func missed() async throws {
    let fixture = Fixture()
    let store = try FileStore(fixture.folder)
    for size in 1...3 { store.log.add(FileEvent(.stored, StoredFile(name: "a", size: size))) }
    try await withServer(store.routes) { client in
      var sizes: [Int] = []
      for try await event in try await FilesAPI(client).events(lastEventID: "1") {
        sizes.append(event.file.size)
        if sizes.count == 2 { break }
      }
      #expect(sizes == [2, 3])
    }
  }

  @Test("A file that does not exist or is outside the folder is a declared error")
  func names() async throws {
    let fixture = Fixture()
    let store = try FileStore(fixture.folder)
    try await withServer(store.routes) { client in
      for name in ["a", "..", "../content", "."] {
        await #expect(throws: CallFailure<FileRefusal>.self) { try await FilesAPI(client).remove(name: name) }
      }
      let source = fixture.folder + "/source"
      try await ByteStream([1]).write(to: source)
      await #expect(throws: ClientError.self) { try await fixture.run("put", source, "..", on: client) }
    }
  }

  @Test(
    "An invalid command line is refused",
    arguments: [[], ["list", "x"], ["get", "a"], ["watch", "0"], ["watch", "x"], ["x"]])
  func wrong(arguments: [String]) {
    #expect(Command(arguments) == nil)
  }
}
