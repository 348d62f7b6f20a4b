internal import ContractHTTP
package import ContractLoop
internal import Synchronization

/// The engine: a number of loops, each with a listener of its own on one address, and the connections they accept.
package final class SocketServer: Sendable {
  /// Where and how the engine listens.
  package struct Options: Sendable {
    package var address: SocketAddress
    /// How many loops there are, each a thread; at least one.
    package var threads = 1
    package var limits = ServerLimits()
    package var timeouts = ServerTimeouts()
    /// Connections the kernel keeps until they are accepted; it caps the number itself.
    package var backlog: Int32 = 4096

    package init(_ address: SocketAddress) {
      self.address = address
    }
  }

  /// Where the server listens; the port is the real one when port 0 was asked for.
  package let address: SocketAddress
  private let loops: [ServerLoop]
  private let count: ConnectionCount
  private let phase = Lock(Phase.running)

  private enum Phase { case running, stopping }

  /// Binds and starts to accept.
  ///
  /// - Throws: ``SystemError`` when the address is in use or not allowed, or threads and descriptors have run out.
  package init(
    _ options: Options, responder: any HTTPResponder, kernel: any Kernel = SystemKernel()
  ) throws(SystemError) {
    let threads = max(1, options.threads)
    let sockets = try ListeningSockets(options.address, count: threads, backlog: options.backlog)
    let count = ConnectionCount(limit: min(options.limits.maxConnections, DescriptorLimit.connections))
    let settings = EngineSettings(options.limits, options.timeouts)
    var loops: [ServerLoop] = []
    for index in 0..<threads {
      loops.append(
        ServerLoop(
          loop: try ContractLoop(name: "contract-\(index)"), responder: responder, settings: settings, count: count,
          kernel: kernel))
    }
    self.address = sockets.address
    self.loops = loops
    self.count = count
    for server in loops {
      let raw = sockets.next().release()
      server.loop.execute {
        // A loop's fresh epoll has room for its first descriptor.
        try? server.listen(on: Descriptor(owning: raw))
      }
    }
    do throws(SystemError) {
      for server in loops { try server.loop.start() }
    } catch {
      for server in loops { server.loop.stop() }
      throw error
    }
  }

  /// The loops' executors, for work that wants to run beside the connections.
  package var executors: [ContractLoop] { loops.map(\.loop) }

  /// The connections open now, over all loops.
  package var connectionCount: Int { count.current }

  /// Stops accepting, lets the requests under way be answered with `Connection: close`, and ends the loops. Connections
  /// that are left after `deadline` are cut off and their handlers cancelled. A second call waits for nothing.
  package func stop(deadline: Duration) async {
    let isFirst = phase.withLock { phase in
      defer { phase = .stopping }
      return phase == .running
    }
    guard isFirst else { return }
    await drain(deadline: deadline)
    for server in loops { server.loop.stop() }
  }

  /// Every loop has been told when this suspends for the first time.
  private func drain(deadline: Duration) async {
    await withCheckedContinuation { continuation in
      let done = Countdown(loops.count) { continuation.resume() }
      for server in loops {
        let isQueued = server.loop.execute {
          let timer = server.loop.schedule(after: deadline) { server.abortAll() }
          server.drain {
            server.loop.cancel(timer)
            done.step()
          }
        }
        if !isQueued { done.step() }
      }
    }
  }
}

/// Calls back when as many steps as announced have been made, from whatever thread makes the last one.
private final class Countdown: Sendable {
  private let left: Atomic<Int>
  private let body: @Sendable () -> Void

  init(_ count: Int, _ body: @escaping @Sendable () -> Void) {
    self.left = Atomic(count)
    self.body = body
  }

  func step() {
    if left.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 { body() }
  }
}
