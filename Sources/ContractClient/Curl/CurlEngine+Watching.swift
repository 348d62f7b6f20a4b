internal import CCurl
internal import ContractLoop

/// What libcurl wants watched: sockets, each with its interest, and one point in time.
extension CurlEngine: LoopTimerHandler {
  // MARK: Sockets

  /// libcurl's wish for a socket; called inside its calls.
  ///
  /// - Returns: false when the loop cannot watch the socket, which aborts the transfer.
  fileprivate func watch(_ descriptor: curl_socket_t, _ what: Int32) -> Bool {
    let interest: Interest
    switch what {
    case CURL_POLL_IN: interest = .read
    case CURL_POLL_OUT: interest = .write
    case CURL_POLL_INOUT: interest = [.read, .write]
    default:
      sockets.removeValue(forKey: descriptor)?.forget()
      return true
    }
    do throws(SystemError) {
      if let socket = sockets[descriptor] {
        try socket.watch(interest)
      } else {
        sockets[descriptor] = try CurlSocket(descriptor, interest, engine: self)
      }
      return true
    } catch {
      return false
    }
  }

  /// Tells libcurl what happened to a socket.
  fileprivate func socketReady(_ descriptor: curl_socket_t, _ mask: Int32) {
    var stillRunning: Int32 = 0
    _ = curl_multi_socket_action(multi, descriptor, mask, &stillRunning)
    settle()
  }

  // MARK: The clock

  /// libcurl's wish for a call: in so many milliseconds, at once (0), or never (-1). Called inside its calls.
  func setClock(milliseconds: Int) {
    guard milliseconds >= 0 else {
      if let clock { loop.cancel(clock) }
      clock = nil
      return
    }
    let moment = LoopInstant.read().advanced(byNanoseconds: Int64(clamping: milliseconds) &* 1_000_000)
    if let clock, loop.reschedule(clock, at: moment) { return }
    clock = loop.schedule(at: moment, self)
  }

  func timerFired(_ token: TimerToken, on loop: ContractLoop) {
    clock = nil
    isClockDue = true
    settle()
  }
}

/// One socket of libcurl's in the loop. Loop thread only.
final class CurlSocket: LoopHandler {
  private unowned let engine: CurlEngine
  private let descriptor: curl_socket_t
  private var interest: Interest
  private var registration: Registration?

  init(_ descriptor: curl_socket_t, _ interest: Interest, engine: CurlEngine) throws(SystemError) {
    self.engine = engine
    self.descriptor = descriptor
    self.interest = interest
    registration = try engine.loop.register(descriptor, interest, handler: self)
  }

  func watch(_ interest: Interest) throws(SystemError) {
    guard let registration else { return }
    try engine.loop.modify(registration, interest)
    self.interest = interest
  }

  /// Ends the watching; libcurl may close the descriptor next.
  func forget() {
    if let registration { engine.loop.deregister(registration) }
    registration = nil
  }

  func ready(_ events: ReadyEvents, on loop: ContractLoop) {
    var mask: Int32 = 0
    let isBroken = !events.isDisjoint(with: [.hangUp, .error])
    // libcurl learns of errors from its next read or write; told of an error alone it forgets what could still be read.
    if events.contains(.read) || (isBroken && interest.contains(.read)) { mask |= CURL_CSELECT_IN }
    if events.contains(.write) || (isBroken && interest.contains(.write)) { mask |= CURL_CSELECT_OUT }
    engine.socketReady(descriptor, mask)
  }
}

// MARK: - Callbacks

// SAFETY: libcurl calls these inside calls that the engine makes on the loop's thread, with the engine as context.

let onSocket: contract_curl_socket_function = { _, descriptor, what, context, _ in
  Unmanaged<CurlEngine>.fromOpaque(context!).takeUnretainedValue().watch(descriptor, what) ? 0 : -1
}

let onClock: contract_curl_timer_function = { _, milliseconds, context in
  let engine = Unmanaged<CurlEngine>.fromOpaque(context!).takeUnretainedValue()
  engine.isClockDue = milliseconds == 0
  engine.setClock(milliseconds: milliseconds == 0 ? -1 : milliseconds)
  return 0
}
