internal import CPosix
internal import ContractHTTP

/// A watch that calls a function on a loop when the process receives one of several signals.
///
/// The signal handler only writes to an eventfd. Several watches may share a signal, and each is called. The last one
/// to stop restores the previous signal action.
package final class SignalWatch: Sendable {
  private let loop: ContractLoop
  private let entries: Lock<[Entry]>

  private struct Entry: Sendable {
    let source: SignalSource
    var registration: Registration?
  }

  /// Installs the signal handlers immediately. `body` runs on `loop` with the signal number, once for signals that
  /// arrive together.
  ///
  /// - Parameter once: true to restore the previous signal action after the first signal, even while the loop is too
  ///   busy to process it. The first watch of a signal decides.
  package init(
    _ signals: [Int32], once: Bool = false, on loop: ContractLoop, _ body: @escaping @Sendable (Int32) -> Void
  ) throws(SystemError) {
    self.loop = loop
    var sources: [Entry] = []
    for signal in signals {
      sources.append(Entry(source: try SignalSource(signal, once: once, body), registration: nil))
    }
    entries = Lock(sources)
    loop.execute { self.register() }
  }

  deinit { stop() }

  private func register() {
    let sources = entries.withLock { $0.map(\.source) }
    for (index, source) in sources.enumerated() {
      // epoll refuses a new eventfd only if memory is short. The signal is then ignored.
      guard let registration = try? loop.register(source.event.raw, .read, handler: source) else { continue }
      let isStopped = entries.withLock { entries in
        if entries.isEmpty { return true }
        entries[index].registration = registration
        return false
      }
      if isStopped { loop.deregister(registration) }
    }
  }

  /// Stops the watch and restores the signal actions. Callable on any thread. A queued call of `body` may still run.
  package func stop() {
    let ended = entries.withLock { entries in
      defer { entries = [] }
      return entries
    }
    for entry in ended {
      entry.source.end()
      let loop = loop
      guard let registration = entry.registration else { continue }
      // The closure holds the source, so that its descriptor is not closed while registered.
      loop.execute { [source = entry.source] in withExtendedLifetime(source) { loop.deregister(registration) } }
    }
  }

  /// Ignores SIGPIPE unless the program handles it. Sockets never raise it, as `send` suppresses it, but writes to
  /// other files may.
  package static func ignoreBrokenPipe() throws(SystemError) {
    _ = try Syscalls.value("sigaction", on: "SIGPIPE") { contract_signal_ignore_broken_pipe() }
  }
}

/// A watched signal.
private final class SignalSource: LoopHandler, Sendable {
  let event: Descriptor
  private let signal: Int32
  private let body: @Sendable (Int32) -> Void

  init(_ signal: Int32, once: Bool, _ body: @escaping @Sendable (Int32) -> Void) throws(SystemError) {
    self.signal = signal
    self.body = body
    event = try Syscalls.eventDescriptor()
    _ = try Syscalls.value("sigaction", on: "signal \(signal)") {
      contract_signal_watch(signal, event.raw, once ? 1 : 0)
    }
  }

  deinit { end() }

  func end() {
    contract_signal_unwatch(signal, event.raw)
  }

  func ready(_ events: ReadyEvents, on loop: ContractLoop) {
    if contract_eventfd_consume(event.raw) > 0 { body(signal) }
  }
}
