import ContractHTTP
import Glibc

private final class Work: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}

/// Runs blocking code on a separate thread: the pool has few, and other tests need them.
func offPool<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
  return await withCheckedContinuation { continuation in
    var thread = pthread_t()
    let work = Work { continuation.resume(returning: body()) }
    let error = pthread_create(
      &thread, nil,
      { context in
        Unmanaged<Work>.fromOpaque(context!).takeRetainedValue().run()
        return nil
      }, Unmanaged.passRetained(work).toOpaque())
    precondition(error == 0, "no thread")
    pthread_detach(thread)
  }
}

/// A program that a test runs as a child process. A program that keeps running must close the descriptors that it
/// inherits from the test; otherwise connections stay open that the test has closed.
final class Subprocess: Sendable {
  private let id: pid_t
  private let input: Int32
  private let output: Int32
  private let pending = Lock<[UInt8]>([])

  /// Starts the program that the PATH finds under the first of `arguments`; nil when there is none.
  init?(_ arguments: [String]) {
    var inputs: [Int32] = [0, 0]
    var outputs: [Int32] = [0, 0]
    guard pipe(&inputs) == 0, pipe(&outputs) == 0 else { return nil }
    for end in inputs + outputs { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, inputs[0], 0)
    posix_spawn_file_actions_adddup2(&actions, outputs[1], 1)
    var texts: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for text in texts { free(text) } }
    var id: pid_t = 0
    let result = posix_spawnp(&id, arguments[0], &actions, nil, &texts, environ)
    close(inputs[0])
    close(outputs[1])
    guard result == 0 else {
      close(inputs[1])
      close(outputs[0])
      return nil
    }
    self.id = id
    self.input = inputs[1]
    self.output = outputs[0]
  }

  /// The next line that the program prints, or nil when it prints no more.
  func readLine() -> String? {
    while true {
      let line: String? = pending.withLock { bytes in
        guard let end = bytes.firstIndex(of: 0x0A) else { return nil }
        defer { bytes.removeSubrange(...end) }
        return String(decoding: bytes[..<end], as: UTF8.self)
      }
      if let line { return line }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(output, &bytes, bytes.count)
      guard count > 0 else { return nil }
      pending.withLock { [bytes] in $0 += bytes[..<count] }
    }
  }

  /// Closes its standard input, waits for its end and returns its exit status; -1 if a signal ended it.
  @discardableResult
  func finish() -> Int32 {
    close(input)
    while readLine() != nil {}
    close(output)
    var status: Int32 = 0
    waitpid(id, &status, 0)
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : -1
  }
}
