internal import ContractHTTP
internal import ContractHTTP1
internal import ContractLoop

/// A WebSocket on a tunnel: what goes in and out, how long things may take, and its one end.
///
/// The first half is for everyone. The rest belongs to the loop's thread; nobody is resumed inside a call of libcurl.
final class WebSocketConnection: CurlTunnelOwner,
  // SAFETY: made before the loop knows of it; from `start` on only the loop's thread touches what changes, through `onLoop`.
  @unchecked Sendable
{
  /// What a socket allows, and how long.
  struct Limits: Sendable {
    var maxMessageBytes: Int
    var sendTimeout: Duration
    var closeTimeout: Duration
    var pingInterval: Duration?
    var pongTimeout: Duration
  }

  /// One message on its way, for the task that waits for it.
  private final class Sender:
    // SAFETY: touched on the loop's thread alone.
    @unchecked Sendable
  {
    var ticket: Int?
    var isCancelled = false
    var continuation: UnsafeContinuation<TransferFailure?, Never>?

    func finish(_ failure: TransferFailure?) {
      let waiting = continuation
      continuation = nil
      waiting?.resume(returning: failure)
    }
  }

  let mailbox = WebSocketMailbox()
  let loop: ContractLoop
  let limits: Limits

  // MARK: Loop thread only

  let tunnel: CurlTunnel
  var machine: WebSocketMachine
  private var outgoing: WebSocketMachine.Outgoing?
  /// How much of it has been staged.
  private var offset = 0
  private var hasWritingFailed = false
  private var senders: [Int: Sender] = [:]
  private var closers: [UnsafeContinuation<TransferFailure?, Never>] = []
  private var isReadingPaused = false
  private var isReadingQueued = false
  /// True once this end has been asked to close.
  private var isClosingHere = false
  /// What came of it; nil while messages may come.
  private(set) var end: WebSocketEnd?
  private var closeTimer: TimerToken?
  private var writeTimer: TimerToken?
  /// When the connection last took a byte, or was given one to take.
  private var lastProgress = LoopInstant.read()
  private var keepAlive: KeepAlive?
  private var keepAliveTimer: TimerToken?
  private var lastHeard = LoopInstant.read()

  /// What is read before other work of the loop gets its turn.
  private static let readBudget = 256 * 1024

  init(_ tunnel: CurlTunnel, _ limits: Limits) {
    self.tunnel = tunnel
    self.limits = limits
    loop = tunnel.engine.loop
    machine = WebSocketMachine(isClient: true, maxMessageBytes: limits.maxMessageBytes) {
      var generator = SystemRandomNumberGenerator()
      return UInt32(truncatingIfNeeded: generator.next())
    }
    keepAlive = limits.pingInterval.map { KeepAlive(interval: $0, timeout: limits.pongTimeout) }
  }

  // MARK: For everyone

  /// Runs on the loop, at once when this is its thread; false when the loop has stopped, and with it the socket.
  @discardableResult
  private func onLoop(_ work: @escaping @Sendable () -> Void) -> Bool {
    guard loop.isCurrent else { return loop.execute(work) }
    work()
    return true
  }

  /// Takes over the tunnel.
  ///
  /// - Parameter leftover: bytes that have come with the opening handshake.
  func start(_ leftover: [UInt8]) {
    onLoop { self.begin(leftover) }
  }

  /// Sends a framed message, and waits until the connection has taken it.
  ///
  /// - Returns: why it has not; a message that is cancelled has either not begun, or goes out whole.
  nonisolated(nonsending) func send(_ frame: [UInt8]) async -> TransferFailure? {
    let sender = Sender()
    return await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let isAlive = onLoop { self.enqueue(frame, sender, continuation) }
        if !isAlive { continuation.resume(returning: .engineStopped) }
      }
    } onCancel: {
      onLoop { self.withdraw(sender) }
    }
  }

  /// Closes, and waits for the server's answer.
  ///
  /// - Returns: why there was none.
  nonisolated(nonsending) func close(_ closure: WebSocketClosure) async -> TransferFailure? {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let isAlive = onLoop { self.close(closure, continuation) }
        if !isAlive { continuation.resume(returning: nil) }
      }
    } onCancel: {
      onLoop { self.abandon(.cancelled, saying: closure) }
    }
  }

  /// The next message, or how the socket has ended. A reader that is cancelled ends it.
  nonisolated(nonsending) func receive() async -> Result<WebSocketMessage, EndReached> {
    while true {
      switch mailbox.take() {
      case .message(let message, let wasFull):
        if wasFull { onLoop { self.resumeReading() } }
        return .success(message)
      case .end(let end):
        return .failure(EndReached(end: end))
      case .wait:
        await withTaskCancellationHandler {
          await mailbox.wait()
        } onCancel: {
          onLoop { self.abandon(.cancelled) }
        }
      }
    }
  }

  /// Nothing more comes.
  struct EndReached: Error {
    let end: WebSocketEnd
  }

  /// Nobody has the socket any more.
  func letGo() {
    onLoop { self.abandon(.cancelled) }
  }

  // MARK: The beginning

  private func begin(_ leftover: [UInt8]) {
    guard tunnel.isOpen else { return finish(.failed(.engineStopped)) }
    tunnel.owner = self
    lastHeard = .read()
    lookAfterPeer()
    if !leftover.isEmpty { take(leftover.span) }
    read()
  }

  func tunnelIsReady() {
    write()
    if !isReadingPaused { read() }
  }

  func tunnelEnds(_ failure: TransferFailure) { finish(.failed(failure)) }

  // MARK: Out

  private func enqueue(
    _ frame: [UInt8], _ sender: Sender, _ continuation: UnsafeContinuation<TransferFailure?, Never>
  ) {
    if sender.isCancelled { return continuation.resume(returning: .cancelled) }
    if let end { return continuation.resume(returning: Self.failure(of: end)) }
    guard let ticket = machine.send(frame) else {
      return continuation.resume(returning: Self.failure(of: .finished))
    }
    sender.ticket = ticket
    sender.continuation = continuation
    senders[ticket] = sender
    write()
  }

  private func withdraw(_ sender: Sender) {
    sender.isCancelled = true
    guard let ticket = sender.ticket, senders[ticket] === sender else { return }
    _ = machine.withdraw(ticket)
    senders[ticket] = nil
    sender.finish(.cancelled)
  }

  /// Sends what there is, as far as the connection takes it.
  private func write() {
    if hasWritingFailed { return }
    do throws(TransferFailure) {
      while tunnel.isOpen {
        if !tunnel.isFlushed {
          let count = try tunnel.flush()
          if count > 0 { lastProgress = .read() }
          guard tunnel.isFlushed else { return watchWriting() }
        }
        guard let frame = frameToSend() else { return }
        if offset < frame.bytes.count {
          offset += tunnel.stage(frame.bytes[offset...])
        } else {
          complete(frame)
        }
      }
    } catch {
      // What the server has said before it closed counts for more than that it reads no longer.
      hasWritingFailed = true
      read()
      finish(.failed(error))
    }
  }

  private func frameToSend() -> WebSocketMachine.Outgoing? {
    if let outgoing { return outgoing }
    outgoing = machine.nextFrame()
    offset = 0
    if outgoing != nil { lastProgress = .read() }
    return outgoing
  }

  private func complete(_ frame: WebSocketMachine.Outgoing) {
    outgoing = nil
    if let ticket = frame.ticket { senders.removeValue(forKey: ticket)?.finish(nil) }
    if frame.isClose { armCloseTimer() }
  }

  private func watchWriting() {
    if writeTimer != nil { return }
    writeTimer = loop.schedule(after: limits.sendTimeout) { self.lookAtWriting() }
  }

  private func lookAtWriting() {
    writeTimer = nil
    if tunnel.isFlushed { return }
    let end = lastProgress.advanced(by: limits.sendTimeout)
    let now = LoopInstant.read()
    guard end <= now else {
      writeTimer = loop.schedule(after: .nanoseconds(end.nanoseconds - now.nanoseconds)) { self.lookAtWriting() }
      return
    }
    finish(.failed(TransferFailure(.tooSlow, "the server took no byte within \(limits.sendTimeout)")))
  }

  // MARK: In

  private func resumeReading() {
    guard isReadingPaused else { return }
    isReadingPaused = false
    lastHeard = .read()
    read()
  }

  /// Reads what there is, for as long as somebody takes it.
  private func read() {
    var budget = Self.readBudget
    do throws(TransferFailure) {
      while tunnel.isOpen, !isReadingPaused, let piece = try tunnel.receive() {
        guard !piece.isEmpty else { return finishAtEnd() }
        lastHeard = .read()
        take(piece.bindMemory(to: UInt8.self).span)
        budget -= piece.count
        if budget <= 0 { return readLater() }
      }
    } catch {
      finish(.failed(error))
    }
  }

  private func readLater() {
    if isReadingQueued { return }
    isReadingQueued = true
    loop.execute {
      self.isReadingQueued = false
      self.read()
    }
  }

  private func take(_ bytes: Span<UInt8>) {
    var position = 0
    while let event = machine.receive(bytes, from: &position) {
      switch event {
      case .message(let message):
        if mailbox.deliver(message), !isClosingHere { isReadingPaused = true }
      case .closed(let closure):
        conclude(isClosingHere ? .finished : .closed(closure))
      case .violated(let violation):
        let code: TransferFailure.Code =
          violation.code == .messageTooBig ? .responseTooLarge : .malformedResponse
        conclude(.failed(TransferFailure(code, violation.text)))
      }
    }
    write()
  }

  // MARK: The end

  /// No message comes or goes any more; a Close frame may, and then the server closes the connection.
  private func conclude(_ end: WebSocketEnd) {
    guard self.end == nil else { return }
    // Whoever closes has nothing to complain of but to itself.
    self.end = isClosingHere ? .finished : end
    isReadingPaused = false
    let failure = Self.failure(of: end)
    for sender in senders.values { sender.finish(failure) }
    senders = [:]
    mailbox.end(isClosingHere ? .finished : end)
    resumeClosers(with: end)
    armCloseTimer()
  }

  private func resumeClosers(with end: WebSocketEnd) {
    var failure: TransferFailure?
    if case .failed(let reason) = end { failure = reason }
    let waiting = closers
    closers = []
    for closer in waiting { closer.resume(returning: failure) }
  }

  private func close(_ closure: WebSocketClosure, _ continuation: UnsafeContinuation<TransferFailure?, Never>) {
    if end != nil { return continuation.resume(returning: nil) }
    closers.append(continuation)
    isClosingHere = true
    machine.close(closure)
    armCloseTimer()
    write()
    // What has not been taken yet must not keep the answer from being seen.
    if isReadingPaused {
      isReadingPaused = false
      read()
    }
  }

  private func armCloseTimer() {
    if closeTimer != nil || !tunnel.isOpen { return }
    closeTimer = loop.schedule(after: limits.closeTimeout) {
      self.closeTimer = nil
      self.finish(
        .failed(
          TransferFailure(.timeout, "the server did not answer the Close frame within \(self.limits.closeTimeout)")))
    }
  }

  /// The server has closed the connection.
  private func finishAtEnd() {
    finish(.failed(TransferFailure(.connectionLost, "the connection was closed without a Close frame")))
  }

  /// Ends it from here and now; the server is told if there is room.
  private func abandon(_ failure: TransferFailure, saying closure: WebSocketClosure = WebSocketClosure(.goingAway)) {
    guard tunnel.isOpen else { return }
    if outgoing == nil, !machine.hasSentClose {
      machine.abandon(closure)
      if let frame = machine.nextFrame(), tunnel.isFlushed {
        _ = tunnel.stage(frame.bytes[...])
        _ = try? tunnel.flush()
      }
    }
    finish(.failed(failure))
  }

  /// Closes the connection. What had ended before stays as it was.
  private func finish(_ end: WebSocketEnd) {
    tunnel.close()
    conclude(end)
    for timer in [closeTimer, writeTimer, keepAliveTimer] {
      if let timer { loop.cancel(timer) }
    }
    (closeTimer, writeTimer, keepAliveTimer) = (nil, nil, nil)
  }

  /// Why a message does not go out any more.
  private static func failure(of end: WebSocketEnd) -> TransferFailure {
    switch end {
    case .finished: TransferFailure(.webSocketClosed, "the WebSocket is closed")
    case .closed(let closure):
      TransferFailure(.webSocketClosed, "the server has closed the WebSocket with \(closure.code)", cause: closure)
    case .failed(let failure): failure
    }
  }

  // MARK: Signs of life

  private func lookAfterPeer() {
    keepAliveTimer = nil
    guard end == nil, tunnel.isOpen else { return }
    switch keepAlive?.decide(now: .read(), lastHeard: lastHeard, isReading: !isReadingPaused) {
    case .look(let moment):
      keepAliveTimer = loop.schedule(after: .nanoseconds(moment.nanoseconds - LoopInstant.read().nanoseconds)) {
        self.lookAfterPeer()
      }
    case .ping(let moment):
      machine.ping()
      keepAliveTimer = loop.schedule(after: .nanoseconds(moment.nanoseconds - LoopInstant.read().nanoseconds)) {
        self.lookAfterPeer()
      }
      write()
    case .end:
      finish(.failed(TransferFailure(.timeout, "the server gave no sign of life within \(limits.pongTimeout)")))
    case nil:
      break
    }
  }
}
