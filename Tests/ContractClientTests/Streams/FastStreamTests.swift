import Contract
import ContractClient
import ContractHTTP
import Dispatch
import Testing

/// An executor with one thread, on which a task that never suspends keeps all others waiting.
private final class OneThread: TaskExecutor {
  private let queue = DispatchQueue(label: "one thread")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedTaskExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }
}

@Suite("Streams that arrive faster than they are read", .timeLimit(.minutes(1)))
struct FastStreamTests {
  /// Sends chunks until the client leaves.
  private static func endless() -> ScriptedServer {
    let chunk = "4000\r\n" + String(repeating: "x", count: 0x4000) + "\r\n"
    return ScriptedServer { connection in
      guard connection.readRequest() != nil,
        connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      else { return }
      while connection.send(chunk) {}
    }
  }

  /// Works for longer than the next part takes to arrive.
  private static func work() {
    let end = ContinuousClock.now + .milliseconds(5)
    while ContinuousClock.now < end {}
  }

  @Test("A reader lets other tasks of its thread run, and ends when one of them cancels it")
  func turns() async throws {
    let server = Self.endless()
    defer { server.stop() }
    let response = try await APIClient(baseURL: server.baseURL, transport: CurlTransport()).stream()
    // After ten parts, the server is ahead of the reader, so `next()` always has bytes and need not wait.
    let (ahead, signal) = AsyncStream.makeStream(of: Never.self)
    let parts = try await withTaskExecutorPreference(OneThread()) {
      try await withThrowingTaskGroup(of: Int?.self) { group in
        group.addTask {
          var count = 0
          do {
            // If the reader did not let other tasks run, the second task would run only when the reader waits or ends.
            while count < 200, try await response.bytes.next() != nil {
              count += 1
              if count == 10 { signal.finish() }
              Self.work()
            }
          } catch {
            #expect((error as? ClientError)?.code == .cancelled)
          }
          return count
        }
        group.addTask {
          for await _ in ahead {}
          return nil
        }
        var parts = 0
        while let result = try await group.next() {
          if let result { parts = result } else { group.cancelAll() }
        }
        return parts
      }
    }
    #expect(parts < 50, "the reader was cancelled after \(parts) parts")
  }
}
