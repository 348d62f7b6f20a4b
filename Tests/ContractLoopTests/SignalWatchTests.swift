import ContractHTTP
import ContractLoop
import ContractTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// Signals belong to the whole process, so one test runs at a time, and tests use only signals that nothing else here uses.
@Suite("Signals on a loop", .ownThreads, .serialized)
struct SignalWatchTests {
  private func handler(of signal: Int32) -> UInt {
    var action = sigaction()
    sigaction(signal, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
  }

  @Test("A signal calls the watch's callback on the loop, and stopping the watch restores the previous action")
  func callback() async throws {
    try await withLoop { loop in
      let before = handler(of: SIGUSR1)
      let heard = Outcome<(signal: Int32, isOnLoop: Bool)>()
      let watch = try SignalWatch([SIGUSR1, SIGUSR2], on: loop) { heard.set(($0, loop.isCurrent)) }
      #expect(handler(of: SIGUSR1) != before)
      kill(getpid(), SIGUSR2)
      let (signal, isOnLoop) = await heard.value
      #expect(signal == SIGUSR2 && isOnLoop)
      watch.stop()
      #expect(handler(of: SIGUSR1) == before)
      watch.stop()
    }
  }

  @Test("A signal that is pending when its watch stops does not end the process")
  func pending() async {
    await #expect(processExitsWith: .success) {
      let loop = try ContractLoop(name: "test-loop")
      try loop.start()
      defer { loop.stop() }
      let watch = try SignalWatch([SIGTERM], on: loop) { _ in }
      var terminate = sigset_t()
      sigemptyset(&terminate)
      sigaddset(&terminate, SIGTERM)
      pthread_sigmask(SIG_BLOCK, &terminate, nil)
      raise(SIGTERM)
      watch.stop()
      pthread_sigmask(SIG_UNBLOCK, &terminate, nil)
    }
  }

  @Test("A signal watched once ends the process when it is raised again, even before the callback has run")
  func once() async {
    await #expect(processExitsWith: .signal(SIGINT)) { try Self.raiseTwice(once: true) }
    await #expect(processExitsWith: .success) { try Self.raiseTwice(once: false) }
  }

  @Test(
    "A signal watched once ends process 1 of a container when it is raised again, also after the end of the watch",
    .enabled(if: enterProcessNamespace(inChild: true), "needs permission for a process namespace"),
    // ThreadSanitizer calls signal handlers late.
    .disabled(if: dlsym(nil, "__tsan_init") != nil, "ThreadSanitizer"))
  func processOne() async {
    await #expect(processExitsWith: .exitCode(128 + SIGINT)) {
      try Self.inProcessOne { try Self.raiseTwice(once: true) }
    }
    await #expect(processExitsWith: .exitCode(128 + SIGINT)) {
      try Self.inProcessOne { try Self.raiseAfterStop(raisesBefore: true) }
    }
    await #expect(processExitsWith: .exitCode(128 + SIGINT)) {
      try Self.inProcessOne { try Self.raiseAfterStop(raisesBefore: false) }
    }
  }

  /// Performs an action in process 1 of a namespace, and exits with the status of that process.
  static func inProcessOne(_ action: () throws -> Void) throws {
    try #require(enterProcessNamespace())
    let child = fork()
    if child == 0 {
      try action()
      _exit(0)
    }
    var status: Int32 = 0
    waitpid(child, &status, 0)
    _exit(status & 0x7F == 0 ? status >> 8 : 1)
  }

  /// Raises a signal twice while its loop does not run, as if a handler blocked the loop.
  static func raiseTwice(once: Bool) throws {
    let watch = try SignalWatch([SIGINT], once: once, on: ContractLoop(name: "test-loop")) { _ in }
    unblockInterrupt()
    raise(SIGINT)
    raise(SIGINT)
    watch.stop()
  }

  /// Raises a signal after its watch has ended, as a server does that shuts down.
  static func raiseAfterStop(raisesBefore: Bool) throws {
    let watch = try SignalWatch([SIGINT], once: true, on: ContractLoop(name: "test-loop")) { _ in }
    unblockInterrupt()
    if raisesBefore { raise(SIGINT) }
    watch.stop()
    raise(SIGINT)
  }

  /// Unblocks the signal, because the test may run on a thread of the system, which blocks signals.
  private static func unblockInterrupt() {
    var interrupt = sigset_t()
    sigemptyset(&interrupt)
    sigaddset(&interrupt, SIGINT)
    pthread_sigmask(SIG_UNBLOCK, &interrupt, nil)
  }

  @Test("Two watches of one signal both receive it, and the last one to stop restores the action")
  func shared() async throws {
    try await withLoop { loop in
      let before = handler(of: SIGUSR1)
      let (first, second, third) = (Outcome<Int32>(), Outcome<Int32>(), Outcome<Int32>())
      let one = try SignalWatch([SIGUSR1], on: loop) { first.set($0) }
      let two = try SignalWatch([SIGUSR1], on: loop) { signal in
        second.set(signal)
        if loop.registrationCount == 1 { third.set(signal) }
      }
      kill(getpid(), SIGUSR1)
      #expect(await first.value == SIGUSR1)
      #expect(await second.value == SIGUSR1)
      one.stop()
      #expect(handler(of: SIGUSR1) != before)
      _ = try await loop.perform { true }
      kill(getpid(), SIGUSR1)
      #expect(await third.value == SIGUSR1)
      two.stop()
      #expect(handler(of: SIGUSR1) == before)
    }
  }

  @Test("Watching a signal that cannot be caught throws, and leaves no handler installed")
  func refused() async throws {
    try await withLoop { loop in
      let before = handler(of: SIGUSR1)
      let error = #expect(throws: SystemError.self) { try SignalWatch([SIGUSR1, SIGKILL], on: loop) { _ in } }
      #expect(error?.description == "sigaction signal 9: Invalid argument (errno 22)")
      #expect(handler(of: SIGUSR1) == before)
    }
  }

  @Test("A released watch is deregistered and restores the action, even if signals are raised meanwhile")
  func churn() async throws {
    try await withLoop { loop in
      let before = handler(of: SIGUSR1)
      let keep = try SignalWatch([SIGUSR1], on: loop) { _ in }
      await withTaskGroup(of: Void.self) { group in
        // Unlike kill, raise has delivered the signal when it returns, so no signal is pending when the handler is
        // removed.
        group.addTask { for _ in 0..<500 { raise(SIGUSR1) } }
        for _ in 0..<2 {
          group.addTask { for _ in 0..<200 { _ = try? SignalWatch([SIGUSR1], on: loop) { _ in } } }
        }
      }
      keep.stop()
      // The first round releases the last watches, whose deregistration runs in the second round.
      for _ in 0..<2 { _ = try await loop.perform { true } }
      #expect(handler(of: SIGUSR1) == before)
      let left = try await loop.perform { loop.registrationCount }
      #expect(left == 0)
    }
  }
}

/// Lets the next child of this process be process 1 of a namespace. Returns false if that is not permitted.
///
/// - Parameter inChild: true to try it in a child, which leaves this process as it is.
private func enterProcessNamespace(inChild: Bool = false) -> Bool {
  // unshare(CLONE_NEWPID), which Swift does not import.
  typealias Unshare = @convention(c) (Int32) -> Int32
  guard let symbol = dlsym(nil, "unshare") else { return false }
  let unshare = unsafeBitCast(symbol, to: Unshare.self)
  guard inChild else { return unshare(0x2000_0000) == 0 }
  let child = fork()
  if child == 0 { _exit(unshare(0x2000_0000) == 0 ? 0 : 1) }
  var status: Int32 = 1
  return child > 0 && waitpid(child, &status, 0) == child && status == 0
}
