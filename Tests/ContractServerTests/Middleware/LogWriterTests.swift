import Contract
import ContractHTTP
import Testing

@testable import ContractServer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("Log writer and log files")
struct LogWriterTests {
  let sink = TestSink()

  @Test("A line that exceeds the buffer is dropped and counted")
  func bounded() {
    var buffer = LineBuffer(capacity: 10)
    let kept = [buffer.append([1, 2, 3, 4, 5, 10]), buffer.append([1, 2, 3, 4, 10]), buffer.append([1, 2, 3, 10])]
    #expect(kept == [true, false, true])
    #expect(buffer.dropped == 1)
    let taken = buffer.take().lines
    #expect(taken.count == 10 && buffer.bytes.isEmpty)
    let isRoomy = buffer.append([10])
    #expect(isRoomy)
  }

  @Test("Lines lost to a full disk are counted, and the next line starts on a new line")
  func fullDisk() async throws {
    let writer = LogWriter(sink, capacity: 100)
    sink.setRoom(7)
    writer.write(Array("one\n".utf8))
    await writer.flush()
    writer.write(Array("second\n".utf8))
    await writer.flush()
    writer.write(Array("third\n".utf8))
    await writer.flush()
    #expect(sink.text == "one\nsec")
    #expect(writer.dropped == 2)
    sink.setRoom(.max)
    writer.write(Array("fourth\n".utf8))
    await writer.flush()
    #expect(sink.text == "one\nsec\nfourth\n")
    #expect(writer.dropped == 2)
  }

  /// A sink during whose writes the writer gets another line to write.
  final class GreedySink: LogSink {
    let writer = Lock<LogWriter?>(nil)
    func write(_ bytes: ArraySlice<UInt8>) -> Int {
      writer.withLock { $0 }?.write([0x61, 0x0A])
      return bytes.count
    }
    func reopen() {}
  }

  @Test("A flush ends although writes continue", .timeLimit(.minutes(1)))
  func endlessWriting() async throws {
    let greedy = GreedySink()
    let writer = LogWriter(greedy, capacity: 100)
    greedy.writer.withLock { $0 = writer }
    writer.write([0x61, 0x0A])
    for _ in 0..<10 { await writer.flush() }
    greedy.writer.withLock { $0 = nil }
    await writer.flush()
    #expect(writer.dropped == 0)
  }

  @Test("Concurrent flushes all finish while others write", .timeLimit(.minutes(1)))
  func flushingAndWriting() async throws {
    let writer = LogWriter(sink, capacity: 1 << 20)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<1000 {
            writer.write([0x61, 0x0A])
            await writer.flush()
          }
        }
      }
    }
    #expect(sink.text.utf8.count == 8000 && writer.dropped == 0)
  }

  @Test("A log writer gives up on a blocked pipe")
  func stuckPipe() async throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let writer = LogWriter(LogFile(descriptor: ends[1], patience: 10), capacity: 1 << 20)
    let line = Array(repeating: UInt8(0x61), count: 9999) + [0x0A]
    for _ in 0..<20 { writer.write(line) }
    await writer.flush()
    // The pipe has room for 64 KiB, so most of the 20 lines of 10,000 bytes are dropped.
    #expect((13...19).contains(writer.dropped))
  }

  /// A sink that requests a rotation, and logs another line, while it writes the first one.
  final class RotatingSink: LogSink {
    let writer = Lock<LogWriter?>(nil)
    let events = Lock<[String]>([])

    func write(_ bytes: ArraySlice<UInt8>) -> Int {
      events.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
      if bytes.first == 0x31 {
        let writer = writer.withLock { $0 }
        writer?.write([0x32, 0x0A])
        writer?.reopen()
        writer?.reopen()
        writer?.write([0x33, 0x0A])
      }
      return bytes.count
    }

    func reopen() { events.withLock { $0.append("reopen") } }
  }

  @Test("Lines after a rotation go to the new file while earlier ones are being written", .timeLimit(.minutes(1)))
  func rotationWhileWriting() async {
    let sink = RotatingSink()
    let writer = LogWriter(sink, capacity: 100)
    sink.writer.withLock { $0 = writer }
    writer.write([0x31, 0x0A])
    for _ in 0..<3 { await writer.flush() }
    sink.writer.withLock { $0 = nil }
    #expect(sink.events.withLock { $0 } == ["1\n", "2\n", "reopen", "3\n"])
  }

  @Test("A log file is reopened after rotation")
  func rotation() async throws {
    let path = "/tmp/contract-log-\(UInt64.random(in: 0 ... .max))"
    defer {
      unlink(path)
      unlink(path + ".1")
    }
    let log = try AccessLog(.common, file: path)
    let server = try MiddlewareFixture([log])
    _ = try await server.send(.get, "/todos/1")
    await log.flush()
    #expect(rename(path, path + ".1") == 0)
    log.reopen()
    _ = try await server.send(.get, "/todos/2")
    await log.flush()
    for (name, target) in [(path + ".1", "/todos/1"), (path, "/todos/2")] {
      let file = try #require(fopen(name, "r"))
      var bytes = [UInt8](repeating: 0, count: 1000)
      let count = fread(&bytes, 1, bytes.count, file)
      fclose(file)
      let lines = String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
      #expect(lines.count == 1 && lines[0].contains("GET \(target) "))
    }
    #expect(log.droppedLines == 0)
  }

  @Test("A failure to reopen the log file is reported once, and lines continue to go to the old file")
  func failedRotation() async throws {
    let folder = TemporaryFolder()
    let (path, moved) = (folder.file("log"), folder.file("moved"))
    let errors = Lock<[LogFileError]>([])
    let writer = LogWriter(try LogFile(path: path) { error in errors.withLock { $0.append(error) } }, capacity: 100)
    #expect(rename(path, moved) == 0 && mkdir(path, 0o700) == 0)
    defer { rmdir(path) }
    writer.reopen()
    writer.write([0x61, 0x0A])
    await writer.flush()
    #expect(errors.withLock { $0 } == [LogFileError(path: path, code: EISDIR)])
    let file = try #require(fopen(moved, "r"))
    defer { fclose(file) }
    #expect(fgetc(file) == 0x61)
  }

  @Test("A named pipe with a reader receives lines, and a pipe without a reader is an error", .timeLimit(.minutes(1)))
  func namedPipe() async throws {
    let folder = TemporaryFolder()
    let path = folder.file("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    let error = #expect(throws: LogFileError.self) { try LogFile(path: path) }
    #expect(error?.code == ENXIO && error?.description.contains("; if it is a pipe, start its reader first") == true)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    let log = try LogFile(path: path)
    #expect(log.write([0x61, 0x0A]) == 2)
    var bytes = [UInt8](repeating: 0, count: 10)
    #expect(read(reader, &bytes, bytes.count) == 2)
  }

  @Test("A line for a full device is dropped, and a file that cannot be opened is an error")
  func files() async throws {
    let full = AccessLog(.common, try LogFile(path: "/dev/full"))
    let server = try MiddlewareFixture([full])
    #expect(try await server.send(.get, "/todos/1").status == 200)
    await full.flush()
    #expect(full.droppedLines == 1)
    #expect(throws: LogFileError.self) { try AccessLog(file: "/nonexistent/folder/log") }
  }
}
