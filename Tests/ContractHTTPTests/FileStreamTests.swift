import ContractHTTP
import Glibc
import Testing

@Suite("Streams of files")
struct FileStreamTests {
  private struct Broken: Error {}

  /// A folder that is removed with the test.
  final class Folder: Sendable {
    let path: String

    init() {
      var name = Array("/tmp/contract-stream-XXXXXX".utf8CString)
      path = mkdtemp(&name).map { String(cString: $0) } ?? "/nonexistent"
    }

    deinit {
      for name in names { unlink("\(path)/\(name)") }
      rmdir(path)
    }

    /// The names in the folder.
    var names: [String] {
      guard let folder = opendir(path) else { return [] }
      defer { closedir(folder) }
      var names: [String] = []
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != "." && name != ".." { names.append(name) }
      }
      return names.sorted()
    }
  }

  private static let bytes = (0..<200_001).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 9) }

  private static func all(of stream: ByteStream) async throws -> [UInt8] { try await stream.collect(upTo: 1 << 20) }

  @Test("A file, or a range within it, is streamed in chunks with its length, and a file stream can be replayed")
  func reading() async throws {
    let folder = Folder()
    let path = folder.path + "/a.csv"
    #expect(try await ByteStream(Self.bytes).write(to: path) == Self.bytes.count)
    let stream = try ByteStream(file: path)
    #expect(stream.length == Self.bytes.count && stream.mediaType == MediaType("text/csv; charset=utf-8"))
    #expect(try ByteStream(file: path, mediaType: .json).mediaType == .json)
    #expect(try await stream.next()?.count == FileReader.chunkBytes)
    for _ in 0..<2 { #expect(try await Self.all(of: #require(stream.replayed)) == Self.bytes) }
    let part = try ByteStream(file: path, bytes: 100_000..<170_000)
    #expect(part.length == 70_000)
    #expect(try await Self.all(of: part) == Array(Self.bytes[100_000..<170_000]))
    #expect(try ByteStream(file: path, bytes: 200_001..<200_001).length == 0)
    #expect(throws: FileError.self) { try ByteStream(file: path, bytes: 200_000..<200_002) }
    #expect(throws: FileError.self) { try ByteStream(file: path, bytes: -1..<2) }
    #expect(try await Self.all(of: stream).count == Self.bytes.count - FileReader.chunkBytes)
    #expect(try await stream.next() == nil)
  }

  @Test("A stream omits bytes appended after its file was opened, and ends early if the file shrinks")
  func changing() async throws {
    let folder = Folder()
    let path = folder.path + "/a"
    try await ByteStream(Array("abcdef".utf8)).write(to: path)
    let stream = try ByteStream(file: path)
    let longer = try #require(stream.replayed)
    let file = try OpenFile(updating: path)
    try file.write(Array("ghi".utf8), at: 6)
    #expect(try await Self.all(of: longer) == Array("abcdef".utf8))
    try file.truncate(to: 2)
    #expect(try await Self.all(of: stream) == Array("ab".utf8))
  }

  @Test(
    "A path that does not name a regular file is refused with the reason",
    arguments: [
      (path: "/tmp/contract-none", isMissing: true, reason: "No such file"),
      (path: "/tmp", isMissing: false, reason: "not a regular file"),
      (path: "/dev/null", isMissing: false, reason: "not a regular file"),
      (path: "/etc/hostname\0.csv", isMissing: false, reason: "NUL"),
    ] as [(path: String, isMissing: Bool, reason: String)])
  func refused(path: String, isMissing: Bool, reason: String) {
    let error = #expect(throws: FileError.self) { try ByteStream(file: path) }
    #expect(error?.isMissing == isMissing && error?.description.contains(reason) == true)
  }

  @Test("Writing a stream to an existing file replaces the file only after the stream ends")
  func replacing() async throws {
    let folder = Folder()
    let path = folder.path + "/a"
    try await ByteStream(Array("old".utf8)).write(to: path)
    let names = Lock<[String]>([])
    let parts = Lock(["n", "ew"])
    let stream = ByteStream { () async throws -> [UInt8]? in
      let part = parts.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      if part == nil { names.withLock { $0 = folder.names } }
      #expect(try await Self.all(of: ByteStream(file: path)) == Array("old".utf8))
      return part.map { Array($0.utf8) }
    }
    #expect(try await stream.write(to: path) == 3)
    #expect(names.withLock { $0.count == 2 && $0[1].hasSuffix(".part") })
    #expect(folder.names == ["a"])
    #expect(try await Self.all(of: ByteStream(file: path)) == Array("new".utf8))
  }

  @Test("Writing a stream leaves no file if the stream fails, ends early or is cancelled, or the path is invalid")
  func failing() async throws {
    let folder = Folder()
    let path = folder.path + "/a"
    let parts = Lock(3)
    let failing = ByteStream {
      let left = parts.withLock { left in
        left -= 1
        return left
      }
      if left < 0 { throw Broken() }
      return [1, 2, 3]
    }
    await #expect(throws: Broken.self) { try await failing.write(to: path) }
    let short = Lock<[UInt8]?>([1])
    await #expect(throws: FileError.self) {
      try await ByteStream(length: 2) { short.withLock { $0.take() } }.write(to: path)
    }
    let task = Task {
      try await ByteStream {
        withUnsafeCurrentTask { $0?.cancel() }
        return nil
      }.write(to: path)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    await #expect(throws: FileError.self) { try await ByteStream([1]).write(to: folder.path + "/none/a") }
    await #expect(throws: FileError.self) { try await ByteStream([1]).write(to: folder.path) }
    #expect(folder.names.isEmpty)
  }

  @Test("An unnamed file returns the bytes written to it, and does not appear in its folder")
  func unnamed() throws {
    let folder = Folder()
    let file = try OpenFile(unnamedIn: folder.path)
    try file.write(Self.bytes, at: 0)
    #expect(try file.size == Self.bytes.count && folder.names.isEmpty)
    #expect(try file.read(from: 200_000, upTo: 10) == Array(Self.bytes.suffix(1)))
  }
}
