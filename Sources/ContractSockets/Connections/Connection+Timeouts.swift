internal import ContractHTTP
internal import ContractHTTP1
internal import ContractLoop

/// Timeouts.
extension Connection {
  /// Sets the timer for the event that the connection waits for.
  func armTimer() {
    let wait = currentWait
    let isNew = wait != timing.wait || request.serial != timing.serial
    // After a handler has run, the loop's time may be outdated, so the clock is read. Otherwise the duration of this
    // handler would count against the timeout of the client or of the next handler. The other waits follow a response,
    // which checks the time of the loop (`ClockCheck`), or an event.
    let now = isNew && wait.mayFollowHandler ? LoopInstant.read() : server.now
    let isRestarted = isNew || timing.hasSent
    if isNew { timing.begin(wait, for: request.serial, at: now) }
    timing.hasSent = false
    arm(deadline(of: wait, at: now, isNew: isNew, isRestarted: isRestarted))
  }

  /// Returns the deadline of the event that the connection waits for.
  ///
  /// - Parameters:
  ///   - isNew: false if the connection already waits for this event.
  ///   - isRestarted: true for a new wait, or if bytes were sent since the timer was set.
  private func deadline(
    of wait: ConnectionTiming.Wait, at now: LoopInstant, isNew: Bool, isRestarted: Bool
  ) -> LoopInstant {
    let settings = server.settings
    func sinceBeginning(_ nanoseconds: Int64) -> LoopInstant {
      isNew ? now.advanced(byNanoseconds: nanoseconds) : timing.deadline
    }
    func sinceSending(_ nanoseconds: Int64) -> LoopInstant {
      isRestarted ? now.advanced(byNanoseconds: nanoseconds) : timing.deadline
    }
    switch wait {
    case .nothing: return .distantFuture
    case .request: return sinceBeginning(settings.idleTimeout)
    case .handshake: return sinceBeginning(settings.handshakeTimeout)
    case .opening, .head: return sinceBeginning(settings.headerTimeout)
    case .content:
      let (start, count) = awaitedInput.map { ($0.rateStart, $0.receivedBytes) } ?? (timing.start, timing.receivedBytes)
      return min(
        now.advanced(byNanoseconds: settings.bodyTimeout),
        start.deadline(for: count, rate: settings.minBodyBytesPerSecond, grace: settings.rateGrace))
    case .handler: return isNew ? handlerDeadline(from: now) : timing.deadline
    case .writable:
      let rate = timing.start.deadline(
        for: timing.sentBytes, rate: settings.minResponseBytesPerSecond, grace: settings.writeTimeout)
      return min(sinceSending(settings.writeTimeout), rate)
    case .departure: return sinceSending(settings.departureTimeout)
    case .chunk:
      let interval = outgoing?.heartbeat?.interval ?? .zero
      return isRestarted ? now.advanced(by: max(interval, .milliseconds(1))) : timing.deadline
    case .end:
      let longest = server.isDraining ? EngineSettings.drainingLinger : settings.lingerTimeout
      return min(timing.start.advanced(byNanoseconds: settings.lingerTimeout), now.advanced(byNanoseconds: longest))
    }
  }

  /// Starts the timeout of a handler again after it has received bytes, or the end of its input.
  func handlerHasReceived() {
    // While the client still has to read earlier bytes (`.writable`), its own timeout continues.
    guard state == .handling, timing.wait != .writable else { return }
    timing.endWait()
    armTimer()
  }

  private func arm(_ deadline: LoopInstant) {
    guard deadline.nanoseconds != timing.deadline.nanoseconds else { return }
    timing.deadline = deadline
    // A timer that fires too early is set again, so postponing it costs only this comparison.
    if timing.token != nil, timing.armed <= deadline { return }
    timing.armed = deadline
    if let token = timing.token, server.loop.reschedule(token, at: deadline) { return }
    timing.token = server.loop.schedule(at: deadline, self)
  }

  /// The time since which the connection has been waiting for a request; nil when a request has begun to arrive.
  var idleSince: LoopInstant? {
    guard state == .reading, http.machine.wait == .request, timing.wait == .request, timing.serial == request.serial,
      !socket.isReadable, queue.isEmpty, pending.isEmpty
    else { return nil }
    return timing.start
  }

  /// True when the socket has bytes that the loop has not been notified of.
  var hasInput: Bool { Syscalls.hasInput(socket.raw) }

  private var currentWait: ConnectionTiming.Wait {
    if state == .lingering { return .end }
    if !queue.isEmpty { return .writable }
    switch state {
    case .opening: return isEncrypted ? .handshake : .opening
    case .handling: return isInputAwaited ? .content : .handler
    case .reading:
      switch http.machine.wait {
      // Empty lines before a request belong to its head.
      case .request: return timing.wait == .head && timing.serial == request.serial ? .head : .request
      case .head: return .head
      case .other: return .content
      }
    // The client must accept the last response and the end of an encrypted stream.
    case .closing: return .writable
    case .streaming:
      if outgoing?.isFile == true { return .writable }
      if isInputAwaited { return .content }
      // After the client's FIN, only the next chunk reveals whether the client is still connected. With chunked framing, a
      // probe has been sent instead.
      if socket.hasPeerFinished && outgoing?.framing != .chunked { return .departure }
      return outgoing?.heartbeat == nil ? .nothing : .chunk
    case .upgraded, .held, .lingering, .closed: return .nothing
    }
  }

  private func handlerDeadline(from now: LoopInstant) -> LoopInstant {
    let usual: LoopInstant
    if let own = request.admitted?.timeout {
      usual = now.advanced(by: own)
    } else {
      usual = server.settings.handlerTimeout.map { now.advanced(byNanoseconds: $0) } ?? .distantFuture
    }
    return request.admitted.map { min(usual, $0.expiry) } ?? usual
  }

  func timerFired(_ token: TimerToken, on loop: ContractLoop) {
    timing.token = nil
    // The handler has returned in time; only its response is still held, so send it now.
    if state == .held { return server.sendHeld() }
    if timing.deadline > loop.seen {
      if timing.deadline == .distantFuture { return }
      timing.armed = timing.deadline
      timing.token = loop.schedule(at: timing.deadline, self)
      return
    }
    let wait = timing.wait
    timing.endWait()
    switch wait {
    case .nothing: break
    case .opening, .handshake: if state == .opening { close() }
    // The connection stays open if a request has arrived in the meantime and waits for its handler.
    case .request: if state == .reading && http.machine.wait == .request { close() }
    case .content where state == .handling || state == .streaming: if isInputAwaited { failInput(.tooSlow) }
    case .head, .content: execute(http.machine.timeOut(), hasMoreInput: false)
    // With another serial, the state belongs to a later request, whose timeout has not begun.
    case .handler:
      if timing.serial == request.serial, state == .handling {
        refuseHandled(503, "the request took too long to handle")
      }
    // The client is not too slow: the connection has stopped sending in favor of others.
    case .writable where queue.isPaused && !queue.isEmpty: break
    case .writable:
      server.count.countDrop(upgraded?.tunnel == nil ? .slowReader : .silentWebSocket)
      abort()
    case .departure: if state == .streaming { abort() }
    case .chunk: writeHeartbeat()
    case .end: close()
    }
    if state != .closed { settle() }
  }

  /// Responds instead of a handler, and cancels the handler. The handler's response is discarded.
  func refuseHandled(_ status: HTTPStatus, _ reason: String) {
    let late = request.abandon()
    http.machine.closeAfterResponse()
    refuse(status, reason)
    // The code that the cancelled task runs at once may use other connections, so the loop's output must be empty.
    if state != .closed { moveOutputToQueue(from: 0) }
    late?.cancel()
  }
}
