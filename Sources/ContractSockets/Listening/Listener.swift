internal import ContractLoop

/// A listening socket of one loop, which accepts connections. Accessed only on the loop's thread.
final class Listener: LoopHandler {
  /// Retained, so that a server that is released without being stopped continues. Closing breaks the cycle.
  private let server: ServerLoop
  private var socket: ListeningSocket?
  private let interest: Interest
  private var registration: Registration?
  private var pause: TimerToken?

  /// The maximum number of connections accepted in one iteration of the loop.
  private static let maxAcceptsPerTurn = 64
  /// The maximum for a socket that all loops wait for, so that the first loop to wake does not accept all connections.
  private static let maxSharedAcceptsPerTurn = 8
  /// The time for which accepting pauses when descriptors, connections or epoll's watches are exhausted. A closed
  /// connection ends the pause early.
  private static let pauseTime = Duration.milliseconds(100)

  init(_ socket: ListeningSocket, on server: ServerLoop) {
    self.socket = socket
    self.interest = socket.isExclusive ? [.read, .exclusive] : .read
    self.server = server
  }

  func open() { watch() }

  /// Waits for connections, or tries again after a pause: epoll may be out of memory or watches.
  private func watch() {
    guard let socket else { return }
    do throws(SystemError) {
      if let registration {
        try server.loop.modify(registration, interest)
      } else {
        registration = try server.loop.register(socket.raw, interest, handler: self)
      }
    } catch {
      beginPause()
    }
  }

  func ready(_ events: ReadyEvents, on loop: ContractLoop) {
    _ = accept(upTo: interest.contains(.exclusive) ? Self.maxSharedAcceptsPerTurn : Self.maxAcceptsPerTurn)
  }

  /// Accepts at most `count` connections. Returns true when no connection waits.
  ///
  /// - Parameter isForced: true to accept connections beyond the maximum number.
  private func accept(upTo count: Int, isForced: Bool = false) -> Bool {
    guard let socket else { return true }
    var hasMadeRoom = false
    for _ in 0..<count {
      if !server.count.take(isForced: isForced) {
        guard Syscalls.hasInput(socket.raw) else { return true }
        guard server.makeRoom(), server.count.take() else {
          pauseAccepting()
          return false
        }
      }
      do throws(SystemError) {
        switch try server.kernel.accept(socket.raw) {
        case .connection(let connection, let peer):
          server.accepted(connection, peer: peer, for: socket.settings)
          continue
        case .aborted:
          server.count.release()
          continue
        case .wouldBlock:
          server.count.release()
          return true
        case .exhausted:
          server.count.release()
          // At most one idle connection is closed for each call, because the missing descriptors may be in use elsewhere in the
          // process.
          if !hasMadeRoom && server.makeRoom() {
            hasMadeRoom = true
            continue
          }
          pauseAccepting()
          return false
        }
      } catch {
        // The listening socket itself failed.
        server.count.release()
        pauseAccepting()
        return false
      }
    }
    return false
  }

  /// Deregisters the socket's events: it is level-triggered, and a connection that cannot be accepted would keep epoll busy.
  private func pauseAccepting() {
    guard pause == nil, let registration else { return }
    // A failure has no effect: the socket is either no longer watched, or its next event pauses again.
    try? server.loop.modify(registration, [])
    beginPause()
  }

  private func beginPause() {
    pause = server.loop.schedule(after: Self.pauseTime) { [weak self] in self?.endPause() }
  }

  /// Ends a pause, because a connection was closed.
  func resume() {
    guard let pause else { return }
    server.loop.cancel(pause)
    endPause()
  }

  private func endPause() {
    pause = nil
    watch()
  }

  /// Accepts as many waiting connections as descriptors allow, and closes the socket. The kernel resets connections
  /// that a closed listener has not accepted.
  func close() {
    if let pause { server.loop.cancel(pause) }
    pause = nil
    acceptAll()
    socket?.willClose()
    if let pause { server.loop.cancel(pause) }
    if let registration { server.loop.deregister(registration) }
    registration = nil
    socket = nil
  }

  private func acceptAll() {
    for _ in 0..<1024 {
      if accept(upTo: Self.maxAcceptsPerTurn, isForced: true) || pause != nil { break }
    }
  }
}
