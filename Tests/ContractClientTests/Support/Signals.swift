import ContractHTTP
import Glibc

/// Counts from any thread.
final class EventCounter: Sendable {
  private let state = Lock(0)

  var count: Int { state.withLock { $0 } }

  /// Adds one and returns the new count.
  @discardableResult
  func add() -> Int {
    state.withLock { count in
      count += 1
      return count
    }
  }
}

/// Something that happens once, on a server's thread, and that a test waits for.
final class Signal: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() {
    (stream, continuation) = AsyncStream.makeStream()
  }

  func raise() {
    continuation.yield()
  }

  /// Waits for a call of ``raise()`` that no earlier wait has consumed.
  func wait() async {
    for await _ in stream { return }
  }
}

/// A gate at which a server's thread waits until a test opens it.
final class Gate: Sendable {
  private let ends: (read: Int32, write: Int32)

  init() {
    var ends: [Int32] = [0, 0]
    precondition(pipe(&ends) == 0, "no pipe")
    self.ends = (ends[0], ends[1])
  }

  deinit {
    close(ends.read)
    close(ends.write)
  }

  func open() {
    var byte: UInt8 = 1
    _ = write(ends.write, &byte, 1)
  }

  /// Blocks the thread until ``open()``.
  func wait() {
    var byte: UInt8 = 0
    _ = read(ends.read, &byte, 1)
  }
}
