internal import ContractLoop

/// Accepts connections for one loop. Loop thread only.
final class Listener: LoopHandler {
  /// Held, so that a server that is let go without being stopped goes on; closing ends the circle.
  private let server: ServerLoop
  private var socket: ListeningSocket?
  private let interest: Interest
  private var registration: Registration?
  private var pause: TimerToken?

  /// Connections accepted before the loop turns to others.
  private static let maxAcceptsPerTurn = 64
  /// The same where all loops wait for one socket, so that the first to wake does not take everybody.
  private static let maxSharedAcceptsPerTurn = 8
  /// How long accepting pauses when descriptors or places have run out. A closed connection ends the pause early.
  private static let pauseTime = Duration.milliseconds(100)

  init(_ socket: ListeningSocket, on server: ServerLoop) {
    self.socket = socket
    self.interest = socket.isExclusive ? [.read, .exclusive] : .read
    self.server = server
  }

  func open() throws(SystemError) {
    guard let socket else { return }
    registration = try server.loop.register(socket.raw, interest, handler: self)
  }

  func ready(_ events: ReadyEvents, on loop: ContractLoop) {
    _ = accept(upTo: interest.contains(.exclusive) ? Self.maxSharedAcceptsPerTurn : Self.maxAcceptsPerTurn)
  }

  /// Accepts at most `count` connections; true when nobody waits any more.
  ///
  /// - Parameter isLast: true takes them although all places are taken.
  private func accept(upTo count: Int, isLast: Bool = false) -> Bool {
    guard let socket else { return true }
    var hasMadeRoom = false
    for _ in 0..<count {
      if !server.count.take(isForced: isLast) {
        guard Syscalls.hasInput(socket.raw) else { return true }
        guard server.makeRoom(), server.count.take() else {
          pauseAccepting()
          return false
        }
      }
      do throws(SystemError) {
        switch try server.kernel.accept(socket.raw) {
        case .connection(let connection, let peer):
          server.accepted(connection, peer: peer, through: socket.intake)
          continue
        case .aborted:
          server.count.release()
          continue
        case .wouldBlock:
          server.count.release()
          return true
        case .exhausted:
          server.count.release()
          // Descriptors that others in the process take are no reason to close all: one more try for each.
          if !hasMadeRoom && server.makeRoom() {
            hasMadeRoom = true
            continue
          }
          pauseAccepting()
          return false
        }
      } catch {
        // The listening socket itself is broken; there is nothing to accept from it now.
        server.count.release()
        pauseAccepting()
        return false
      }
    }
    return false
  }

  /// Takes the listener out of epoll's sight: it is level-triggered and would spin on a connection nobody can accept.
  private func pauseAccepting() {
    guard pause == nil, let registration else { return }
    try? server.loop.modify(registration, [])
    pause = server.loop.schedule(after: Self.pauseTime) { [weak self] in self?.endPause() }
  }

  /// There is room again.
  func resume() {
    guard let pause else { return }
    server.loop.cancel(pause)
    endPause()
  }

  private func endPause() {
    pause = nil
    guard let registration else { return }
    try? server.loop.modify(registration, interest)
  }

  /// Accepts whoever waits, as far as there are descriptors, and closes: the kernel resets what a closed listener leaves
  /// behind.
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
      if accept(upTo: Self.maxAcceptsPerTurn, isLast: true) || pause != nil { break }
    }
  }
}
