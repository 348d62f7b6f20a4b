package import ContractHTTP
internal import ContractHTTP1
internal import ContractLoop

/// A WebSocket on a tunnel: sending, receiving, timeouts and closing.
///
/// The package interface may be used from any thread. The state belongs to the loop's thread.
package final class WebSocketConnection: CurlTunnelOwner,
  // SAFETY: the caller creates it; from `start` on only the loop's thread uses what changes, through `onLoop`.
  @unchecked Sendable
{
  /// The limits and timeouts of a socket.
  package struct Limits: Sendable {
    let maxMessageBytes: Int
    let sendTimeout: Duration
    let closeTimeout: Duration
    let pingInterval: Duration?
    let pongTimeout: Duration

    package init(
      maxMessageBytes: Int, sendTimeout: Duration, closeTimeout: Duration, pingInterval: Duration?,
      pongTimeout: Duration
    ) {
      self.maxMessageBytes = maxMessageBytes
      self.sendTimeout = sendTimeout
      self.closeTimeout = closeTimeout
      self.pingInterval = pingInterval
      self.pongTimeout = pongTimeout
    }
  }

  /// A task that waits until a message is sent or the socket is closed.
  final class Waiter:
    // SAFETY: only the loop's thread uses it until the task is resumed, and only the task after that.
    @unchecked Sendable
  {
    var ticket: Int?
    var isCancelled = false
    var continuation: UnsafeContinuation<Void, Never>?
    var failure: TransferFailure?

    /// Resumes the task, once.
    func finish(_ failure: TransferFailure?) {
      guard let waiting = continuation else { return }
      continuation = nil
      self.failure = failure
      waiting.resume()
    }
  }

  /// The frame being sent, and the tasks that wait for theirs.
  struct Sending {
    var frame: WebSocketMachine.Outgoing?
    /// The number of bytes of `frame` that were staged.
    var offset = 0
    var hasFailed = false
    /// The waiting tasks by ticket.
    var waiters: [Int: Waiter] = [:]
    var timer: TimerToken?
    /// The time when the connection last accepted a byte, or the frame began.
    var lastProgress = LoopInstant.read()
  }

  /// The received bytes that were not parsed, and the reasons to stop reading.
  struct Receiving {
    /// True while messages wait to be read.
    var isPaused = false
    /// Bytes for another loop iteration, or for a reader.
    var unread: ArraySlice<UInt8> = []
    var isQueued = false
    var lastHeard = LoopInstant.read()
  }

  /// The end of the socket and the tasks that wait for it.
  struct Closing {
    /// True once this end has been asked to close.
    var isRequested = false
    var waiters: [Waiter] = []
    /// The end; nil while messages may be sent and received.
    var end: WebSocketEnd?
    var timer: TimerToken?
  }

  let mailbox = WebSocketMailbox()
  let loop: ContractLoop
  let limits: Limits

  // MARK: Loop thread only

  let tunnel: CurlTunnel
  var machine: WebSocketMachine
  var sending = Sending()
  var receiving = Receiving()
  var closing = Closing()
  var keepAlive: KeepAlive?
  var keepAliveTimer: TimerToken?

  private init(_ tunnel: CurlTunnel, _ limits: Limits) {
    self.tunnel = tunnel
    self.limits = limits
    loop = tunnel.engine.loop
    machine = WebSocketMachine(isClient: true, maxMessageBytes: limits.maxMessageBytes) {
      var generator = SystemRandomNumberGenerator()
      return UInt32(truncatingIfNeeded: generator.next())
    }
    keepAlive = limits.pingInterval.map { KeepAlive(interval: $0, timeout: limits.pongTimeout) }
  }

  // MARK: Calls from any thread

  /// Starts a WebSocket on an upgraded connection; returns nil if the connection was taken before.
  package static func start(on upgraded: UpgradedConnection, _ limits: Limits) -> WebSocketConnection? {
    guard let (tunnel, leftover) = upgraded.take() else { return nil }
    let socket = WebSocketConnection(tunnel, limits)
    if !socket.onLoop({ socket.begin(leftover) }) { socket.mailbox.end(.failed(.engineStopped)) }
    return socket
  }

  /// Sends a framed message and waits until the connection has accepted it.
  ///
  /// - Returns: The failure, if any. A cancelled message has either not begun, or is sent whole.
  package nonisolated(nonsending) func send(_ frame: [UInt8]) async -> TransferFailure? {
    let sender = Waiter()
    await wait(sender) {
      self.enqueue(frame, sender)
    } onCancel: {
      self.withdraw(sender)
    }
    return sender.failure
  }

  /// Closes the socket and waits for the server's Close frame.
  ///
  /// - Returns: The failure, if any.
  package nonisolated(nonsending) func close(_ closure: WebSocketClosure) async -> TransferFailure? {
    // The loop may have stopped together with the socket.
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

  /// Returns the next message, or the end of the socket. Cancelling the task ends the socket.
  package nonisolated(nonsending) func receive() async -> Result<WebSocketMessage, WebSocketEnd> {
    while true {
      switch mailbox.take() {
      case .message(let message, let wasFull):
        if wasFull { onLoop { self.resumeReading() } }
        return .success(message)
      case .end(let end):
        return .failure(end)
      case .wait:
        await withTaskCancellationHandler {
          await mailbox.wait()
        } onCancel: {
          onLoop { self.abandon(.cancelled) }
        }
      }
    }
  }

  /// Ends the socket, which has no user any more.
  package func release() {
    onLoop { self.abandon(.cancelled) }
  }

  /// Runs `work` on the loop, immediately on its own thread; returns false if the loop has stopped, and with it the socket.
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
        if !onLoop(work) { waiter.finish(.engineStopped) }
      }
    } onCancel: {
      onLoop(onCancel)
    }
  }

  // MARK: The tunnel

  private func begin(_ leftover: [UInt8]) {
    guard tunnel.isOpen else { return finish(.failed(.engineStopped)) }
    tunnel.owner = self
    receiving.lastHeard = .read()
    checkPeer()
    receiving.unread = leftover[...]
    read()
  }

  func tunnelIsReady() {
    write()
    // A queued read runs in its own loop iteration.
    if !receiving.isPaused, !receiving.isQueued { read() }
  }

  func tunnelEnds(_ failure: TransferFailure) { finish(.failed(failure)) }
}
