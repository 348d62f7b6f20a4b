package import ContractHTTP
package import ContractHTTP1
internal import ContractLoop

/// One end of a WebSocket on a tunnel: sending, receiving, timeouts and closing. Clients and servers share this code.
///
/// The package interface may be used from any thread. The state belongs to the loop's thread.
package final class WebSocketConnection: WebSocketSession, WebSocketTunnelOwner, LoopTimerHandler,
  // SAFETY: the caller creates the connection; after `start` only the loop's thread uses mutable state, through `onLoop`.
  @unchecked Sendable
{
  /// A task that waits until a message is sent or the socket is closed.
  final class Waiter:
    // SAFETY: only the loop's thread uses the waiter until the task is resumed, and only the task after that.
    @unchecked Sendable
  {
    var ticket: Int?
    var isCancelled = false
    var continuation: UnsafeContinuation<Void, Never>?
    var failure: WebSocketError?

    /// Resumes the task, once.
    func finish(_ failure: WebSocketError?) {
      guard let waiting = continuation else { return }
      continuation = nil
      self.failure = failure
      waiting.resume()
    }
  }

  /// The frame being sent, and the tasks that wait for queued frames.
  struct Sending {
    var frame: WebSocketMachine.Outgoing?
    /// The number of bytes of `frame` that were staged.
    var offset = 0
    /// The failure to send; nil while the connection accepts bytes. What the peer has sent is still received.
    var failure: WebSocketEnd?
    /// The waiting tasks by ticket.
    var waiters: [Int: Waiter] = [:]
    var timer: TimerToken?
    /// The time when the connection last accepted a byte, or the frame began.
    var lastProgress = LoopInstant.read()
    var burst = SendBurst()
  }

  /// The received bytes that were not parsed, and the reasons to stop reading.
  struct Receiving {
    /// True while messages wait to be read.
    var isPaused = false
    /// Received bytes that wait for another loop iteration, or for a reader.
    var unread: ArraySlice<UInt8> = []
    var isQueued = false
    /// True once a Pong was sent to find out whether the peer is there.
    var hasProbedPeer = false
    var lastHeard = LoopInstant.read()
  }

  /// The state of closing the WebSocket, and the tasks that wait until it is closed.
  struct Closing {
    /// True once this side has requested the close.
    var isRequested = false
    var waiters: [Waiter] = []
    /// The reason for the end of the WebSocket; nil while messages may be sent and received.
    var end: WebSocketEnd?
    var timer: TimerToken?
  }

  /// The timeouts of ``WebSocketOptions`` for sending and closing.
  struct Timeouts {
    let send: Duration
    let close: Duration

    init(_ options: WebSocketOptions) { (send, close) = (options.sendTimeout, options.closeTimeout) }
  }

  package let role: WebSocketRole
  let mailbox = WebSocketMailbox()
  let loop: ContractLoop
  let timeouts: Timeouts
  /// The agreed compression; nil for none.
  let compression: MessageCompression?

  // MARK: Loop thread only

  let tunnel: any WebSocketTunnel
  var machine: WebSocketMachine
  var sending = Sending()
  var receiving = Receiving()
  var closing = Closing()
  var keepAlive: KeepAlive?
  var keepAliveTimer: TimerToken?

  private init(
    _ tunnel: any WebSocketTunnel, as role: WebSocketRole, _ options: WebSocketOptions, _ agreement: PerMessageDeflate?
  ) {
    self.tunnel = tunnel
    self.role = role
    timeouts = Timeouts(options)
    loop = tunnel.loop
    compression = agreement.map {
      MessageCompression($0, as: role, minMessageBytes: options.compression?.minMessageBytes ?? .max)
    }
    machine = WebSocketMachine(
      role: role, maxMessageBytes: max(0, options.maxMessageBytes), compression: compression)
    keepAlive = options.pingInterval.map { KeepAlive(interval: $0, timeout: options.pongTimeout) }
  }

  // MARK: Calls from any thread

  /// Starts a WebSocket on a tunnel, from any thread. The tunnel must not be used in another way.
  ///
  /// - Parameter agreement: the compression that both ends have agreed on; nil for none.
  package static func start(
    on tunnel: any WebSocketTunnel & Sendable, as role: WebSocketRole, _ options: WebSocketOptions,
    compressing agreement: PerMessageDeflate?
  ) -> WebSocketConnection {
    let socket = WebSocketConnection(tunnel, as: role, options, agreement)
    if !socket.onLoop({ socket.begin() }) { socket.mailbox.end(.failed(.stopped)) }
    return socket
  }

  package nonisolated(nonsending) func send(_ message: WebSocketMessage) async -> WebSocketError? {
    let framed = framed(message)
    let sender = Waiter()
    await wait(sender) {
      self.enqueue(framed, sender)
    } onCancel: {
      self.withdraw(sender)
    }
    return sender.failure
  }

  /// Returns the frame of a message, if its compression does not depend on other messages. The calling thread then
  /// compresses long messages.
  private func framed(_ message: WebSocketMessage) -> WebSocketMachine.Message {
    if let compression, compression.keepsWindow, compression.compresses(message) { return .inContext(message) }
    let mask: UInt32? = role == .client ? .random(in: .min ... .max) : nil
    return .framed((compression?.frame(message) ?? WebSocketFrame(message)).bytes(mask: mask))
  }

  package nonisolated(nonsending) func close(_ closure: WebSocketClosure) async -> WebSocketError? {
    // Closing a closed socket is not an error. Without this check, it would be one if the loop has stopped as well.
    if mailbox.hasEnded { return nil }
    let closer = Waiter()
    await wait(closer) {
      self.close(closure, closer)
    } onCancel: {
      closer.isCancelled = true
      self.abandon(.cancelled, closure)
    }
    return closer.failure
  }

  package func take() -> Result<WebSocketMessage, WebSocketEnd>? {
    switch mailbox.take() {
    case .message(let message, let wasFull):
      if wasFull { onLoop { self.resumeReading() } }
      return .success(message)
    case .end(let end): return .failure(end)
    case .wait: return nil
    }
  }

  package func resumeOnArrival(_ reader: UnsafeContinuation<Void, Never>) { mailbox.resumeOnArrival(reader) }

  package func release() {
    onLoop { self.abandon(.cancelled) }
  }

  package func cancelReading() {
    onLoop {
      // The cancellation may be that of a lost connection. The reads then end by themselves, once all bytes are received.
      if self.tunnel.isOpen, self.tunnel.peer == .lost { self.readLater() } else { self.abandon(.cancelled) }
    }
  }

  /// Runs `work` on the loop, immediately if called on its thread; returns false if the loop, and with it the socket,
  /// has stopped.
  @discardableResult
  private func onLoop(_ work: @escaping @Sendable () -> Void) -> Bool {
    guard loop.isCurrent else { return loop.execute(work) }
    work()
    return true
  }

  /// Suspends the task until the loop has finished with the waiter.
  private nonisolated(nonsending) func wait(
    _ waiter: Waiter, _ work: @escaping @Sendable () -> Void, onCancel: @escaping @Sendable () -> Void
  ) async {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        waiter.continuation = continuation
        if !onLoop(work) { waiter.finish(.stopped) }
      }
    } onCancel: {
      onLoop(onCancel)
    }
  }

  // MARK: The tunnel

  private func begin() {
    guard tunnel.isOpen else { return finish(.failed(.stopped)) }
    receiving.lastHeard = .read()
    checkPeer()
    tunnel.attach(self)
  }

  package func tunnelIsReady() {
    write()
    // A read that is already queued runs in its own loop iteration, so nothing is read here.
    if !receiving.isPaused, !receiving.isQueued { read() } else { checkUnreadPeer() }
  }

  package func tunnelDrains() { close(WebSocketClosure(.goingAway), nil) }

  package func tunnelEnds(_ error: WebSocketError) { finish(.failed(error)) }
}
