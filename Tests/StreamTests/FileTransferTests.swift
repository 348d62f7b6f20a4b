import ContractTestSupport
import ContractTesting
import Glibc
import Testing

@Suite("Files from disk to disk", .ownThreads, .timeLimit(.minutes(3)))
struct FileTransferTests {
  @Test("A file goes from the client's disk through a service to the client's disk in bounded memory")
  func mirror() async {
    await #expect(processExitsWith: .success) {
      let (source, target) = ("/tmp/contract-source-\(getpid())", "/tmp/contract-target-\(getpid())")
      defer { for path in [source, target] { unlink(path) } }
      let count = 64 << 20
      try await FileTransferTests.noise(count).write(to: source)
      let before = ProcessState.peakMemory
      let server = Server(port: 0, threads: 1, onError: { _, _ in }) { ArchiveRoutes(ArchiveService()) }
      try await withServer(server) { client in
        let mirrored = try await ArchiveAPI(client).mirror(data: ByteStream(file: source))
        try await mirrored.write(to: target)
      }
      // The file of 64 MiB is never in memory as a whole: each of the two senders and two receivers holds some hundred KiB.
      #expect(ProcessState.peakMemory - before < 24 << 10)
      let (sent, received) = (try ByteStream(file: source), try ByteStream(file: target))
      #expect(received.length == count)
      #expect(try await received.collect(upTo: count) == sent.collect(upTo: count))
    }
  }

  /// Returns `count` bytes, which differ from chunk to chunk.
  private static func noise(_ count: Int) -> ByteStream {
    let position = Lock(0)
    return ByteStream {
      let start = position.withLock { position in
        defer { position += 1 << 20 }
        return position
      }
      if start >= count { return nil }
      return [UInt8](repeating: UInt8(truncatingIfNeeded: start >> 20 &* 37), count: 1 << 20)
    }
  }
}
