internal import ContractHTTP
internal import ContractHTTP1
internal import ContractLoop

extension Connection {
  /// Arms the timer for what the connection waits for now.
  func armTimer() {
    let wait = currentWait
    let isNew = wait != timing.wait || serial != timing.serial
    // A handler may have kept the loop since the clock was read; that is no time the client has had, nor the next handler.
    let now = isNew && (wait == .room || wait == .handler || wait == .departure) ? LoopInstant.read() : server.now
    let hasSent = timing.hasSent
    if isNew { timing.begin(wait, for: serial, at: now) }
    timing.hasSent = false
    let settings = server.settings
    let deadline: LoopInstant
    switch wait {
    case .nothing:
      deadline = .distantFuture
    case .request:
      deadline = isNew ? now.advanced(byNanoseconds: settings.idleTimeout) : timing.deadline
    case .handshake:
      deadline = isNew ? now.advanced(byNanoseconds: settings.handshakeTimeout) : timing.deadline
    case .opening, .head:
      deadline = isNew ? now.advanced(byNanoseconds: settings.headerTimeout) : timing.deadline
    case .content:
      deadline = min(
        now.advanced(byNanoseconds: settings.bodyTimeout),
        timing.rateDeadline(timing.receivedBytes, settings.minBodyBytesPerSecond, grace: settings.rateGrace))
    case .handler:
      deadline = isNew ? handlerDeadline(from: now) : timing.deadline
    case .room:
      let rate = timing.rateDeadline(timing.sentBytes, settings.minResponseBytesPerSecond, grace: settings.writeTimeout)
      let silence = isNew || hasSent ? now.advanced(byNanoseconds: settings.writeTimeout) : timing.deadline
      deadline = min(silence, rate)
    case .departure:
      deadline = isNew || hasSent ? now.advanced(byNanoseconds: settings.departureTimeout) : timing.deadline
    case .end:
      let longest = server.isDraining ? EngineSettings.drainingLinger : settings.lingerTimeout
      deadline = min(timing.start.advanced(byNanoseconds: settings.lingerTimeout), now.advanced(byNanoseconds: longest))
    }
    arm(deadline)
  }

  private func arm(_ deadline: LoopInstant) {
    guard deadline.nanoseconds != timing.deadline.nanoseconds else { return }
    timing.deadline = deadline
    // One that fires too early looks again, so that postponing costs no more than this.
    if timing.token != nil, timing.armed <= deadline { return }
    timing.armed = deadline
    if let token = timing.token, server.loop.reschedule(token, at: deadline) { return }
    timing.token = server.loop.schedule(at: deadline, self)
  }

  /// Since when the connection has been waiting for a request, of which nothing has come; nil when it does something else.
  var idleSince: LoopInstant? {
    guard phase == .reading, machine.wait == .request, timing.wait == .request, timing.serial == serial, !isReadable,
      !isHeld, queue.isEmpty, pendingStart >= pending.count
    else { return nil }
    return timing.start
  }

  /// Something has come that the loop has not seen.
  var hasInput: Bool { Syscalls.hasInput(raw) }

  private var currentWait: ConnectionTiming.Wait {
    if phase == .lingering { return .end }
    if !queue.isEmpty { return .room }
    switch phase {
    case .opening: return isEncrypted ? .handshake : .opening
    case .handling: return .handler
    case .reading:
      switch machine.wait {
      // Empty lines before a request are part of its head.
      case .request: return timing.wait == .head && timing.serial == serial ? .head : .request
      case .head: return .head
      case .other: return .content
      }
    // The end of an encrypted stream.
    case .closing: return .room
    // A piece would tell whether the client is there; chunks have been probed.
    case .streaming: return hasPeerFinished && streamFraming != .chunked ? .departure : .nothing
    case .lingering, .closed: return .nothing
    }
  }

  private func handlerDeadline(from now: LoopInstant) -> LoopInstant {
    let usual: LoopInstant
    if let own = accepted?.timeout {
      usual = now.advanced(by: own)
    } else {
      usual = server.settings.handlerTimeout.map { now.advanced(byNanoseconds: $0) } ?? .distantFuture
    }
    return accepted.map { min(usual, $0.deadline) } ?? usual
  }

  func timerFired(_ token: TimerToken, on loop: ContractLoop) {
    timing.token = nil
    if isHeld {
      // What it has been waiting for is over.
      server.sendHeld()
      return
    }
    if timing.deadline > loop.seen {
      if timing.deadline == .distantFuture { return }
      timing.armed = timing.deadline
      timing.token = loop.schedule(at: timing.deadline, self)
      return
    }
    let wait = timing.wait
    timing.rest()
    switch wait {
    case .nothing: break
    case .opening, .handshake: if phase == .opening { close() }
    // A request may have come meanwhile, and wait for its handler.
    case .request: if phase == .reading && machine.wait == .request { close() }
    case .head, .content: take(machine.timeOut(), hasMoreInput: false)
    // Not the next request, which has not been timed yet.
    case .handler: if timing.serial == serial { giveUpHandler() }
    case .room: abort()
    case .departure: if phase == .streaming { abort() }
    case .end: close()
    }
    if phase != .closed { settle() }
  }

  /// The handler has had its time. Its task may go on, but this connection listens to it no more.
  private func giveUpHandler() {
    guard phase == .handling else { return }
    let late = worker
    worker = nil
    serial += 1
    machine.closeAfterResponse()
    refuse(503, "the request took too long to handle")
    // The answer may be a stream, which outlives the worker's hold on the request.
    lentHead = nil
    late?.cancel()
  }
}
