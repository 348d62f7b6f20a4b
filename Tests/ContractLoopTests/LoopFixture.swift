import ContractHTTP
import Testing

@testable import ContractLoop

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Runs `body` with a started loop and stops the loop afterwards, however `body` ends.
func withLoop<Result>(_ body: (ContractLoop) async throws -> Result) async throws -> Result {
  let loop = try ContractLoop(name: "test-loop")
  try loop.start()
  defer { loop.stop() }
  return try await body(loop)
}

extension ContractLoop {
  /// Runs `body` on the loop's thread and returns its result.
  func perform<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      let accepted = execute { continuation.resume(with: Swift.Result { try body() }) }
      if !accepted { continuation.resume(throwing: LoopStopped()) }
    }
  }
}

struct LoopStopped: Error {}

/// A value that a task awaits, set once from any thread.
final class Outcome<Value: Sendable>: Sendable {
  private enum State {
    case empty
    case awaited(CheckedContinuation<Value, Never>)
    case set(Value)
  }

  private let state = Lock(State.empty)

  func set(_ value: Value) {
    let waiter: CheckedContinuation<Value, Never>? = state.withLock { state in
      switch state {
      case .empty:
        state = .set(value)
        return nil
      case .awaited(let waiter):
        state = .set(value)
        return waiter
      case .set:
        return nil
      }
    }
    waiter?.resume(returning: value)
  }

  var value: Value {
    get async {
      await withCheckedContinuation { continuation in
        let ready: Value? = state.withLock { state in
          if case .set(let value) = state { return value }
          state = .awaited(continuation)
          return nil
        }
        if let ready { continuation.resume(returning: ready) }
      }
    }
  }
}

/// Reports readiness to a closure.
final class ClosureHandler: LoopHandler {
  private let body: (ReadyEvents, ContractLoop) -> Void

  init(_ body: @escaping (ReadyEvents, ContractLoop) -> Void) {
    self.body = body
  }

  func ready(_ events: ReadyEvents, on loop: ContractLoop) {
    body(events, loop)
  }
}

/// Two connected sockets, closed with the pair.
final class SocketPair: Sendable {
  let near: Descriptor
  let far: Descriptor

  init() throws {
    let (first, second) = try Syscalls.streamPair()
    near = Descriptor(owning: first)
    far = Descriptor(owning: second)
  }
}

/// Sends all of a short text on a socket that has room for it.
func send(_ text: String, on descriptor: Int32) throws {
  let sent = try Array(text.utf8).withUnsafeBytes { try SystemKernel().send(descriptor, $0) }
  #expect(sent == .moved(text.utf8.count))
}

/// The bytes that can be read now; nil if the call would block.
func receive(from descriptor: Int32) throws -> String? {
  var buffer = [UInt8](repeating: 0, count: 4096)
  let transfer = try buffer.withUnsafeMutableBytes { try SystemKernel().receive(descriptor, into: $0) }
  guard case .moved(let count) = transfer else { return nil }
  return String(decoding: buffer[..<count], as: UTF8.self)
}

/// The number of open descriptors of the process.
func openDescriptorCount() -> Int { FileNames.inFolder("/proc/self/fd").count }

/// The number of threads of the process with this name.
func threadCount(named name: String) -> Int {
  FileNames.inFolder("/proc/self/task").count { thread in
    guard let file = fopen("/proc/self/task/\(thread)/comm", "r") else { return false }
    defer { fclose(file) }
    var line = [UInt8](repeating: 0, count: 32)
    let length = fread(&line, 1, line.count, file)
    return String(decoding: line[..<max(0, length - 1)], as: UTF8.self) == name
  }
}
