import ContractTesting
import Testing

/// Runs a server on a free port while `body` runs, and gives it the port for raw connections, and a client.
func serve<Result>(_ server: Server, _ body: (Int, APIClient) async throws -> Result) async throws -> Result {
  try await withServer(server) { client in try await body(#require(server.address).port, client) }
}

/// The address for servers that are looked for after their end: a free port of 127.0.0.1 is somebody else's at once, in
/// this process or another.
let quietHost = "127.0.0.2"

/// Nobody can connect to the port of ``quietHost`` any more.
///
/// Asks again for a while: a process that is just being started has copies of all sockets until it is running, and
/// keeps a listener alive that was closed meanwhile.
func expectRefused(_ port: Int) async throws {
  for _ in 0..<1000 {
    guard (try? RawConnection(port: port, at: quietHost)) != nil else { return }
    try await Task.sleep(for: .milliseconds(5))
  }
  Issue.record("port \(port) of \(quietHost) still accepts connections")
}

/// Opens once and lets everybody through from then on.
///
/// Waiting does not end when the waiting task is cancelled; ``waitUnlessCancelled()`` does.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiters: [Int: CheckedContinuation<Bool, Never>] = [:]
    var cancelled: Set<Int> = []
    var count = 0
  }
  private let state = Lock(State())

  var isOpen: Bool { state.withLock { $0.isOpen } }

  func open() {
    let waiters = state.withLock { state in
      state.isOpen = true
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume(returning: true) }
  }

  func wait() async { _ = await wait(as: ticket()) }

  /// Waits, or throws as soon as the task is cancelled.
  func waitUnlessCancelled() async throws {
    let ticket = ticket()
    let isOpen = await withTaskCancellationHandler {
      await wait(as: ticket)
    } onCancel: {
      let waiter = state.withLock { state in
        if state.waiters[ticket] == nil { state.cancelled.insert(ticket) }
        return state.waiters.removeValue(forKey: ticket)
      }
      waiter?.resume(returning: false)
    }
    if !isOpen { throw CancellationError() }
  }

  private func ticket() -> Int {
    state.withLock { state in
      state.count += 1
      return state.count
    }
  }

  private func wait(as ticket: Int) async -> Bool {
    await withCheckedContinuation { continuation in
      let answer: Bool? = state.withLock { state in
        if state.isOpen { return true }
        if state.cancelled.remove(ticket) != nil { return false }
        state.waiters[ticket] = continuation
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }
}
