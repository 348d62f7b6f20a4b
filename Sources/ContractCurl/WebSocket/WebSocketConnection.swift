package import ContractHTTP
internal import ContractHTTP1
internal import ContractLoop

/// A WebSocket on a tunnel: what goes in and out, how long things may take, and its one end.
///
/// The first half is for everyone. The rest belongs to the loop's thread; nobody is resumed inside a call of libcurl.
package final class WebSocketConnection: CurlTunnelOwner,
  // SAFETY: made before the loop knows of it; from `start` on only the loop's thread touches what changes, through `onLoop`.
  @unchecked Sendable
{
  /// What a socket allows, and how long.
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

  /// A task that waits for a message to go, or for the end. What came of it stands beside the continuation.
  final class Waiter:
    // SAFETY: touched on the loop's thread alone until the task is resumed, and by the task after that.
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

  let mailbox = WebSocketMailbox()
  let loop: ContractLoop
  let limits: Limits

  // MARK: Loop thread only

  let tunnel: CurlTunnel
  var machine: WebSocketMachine
  var outgoing: WebSocketMachine.Outgoing?
  /// How much of it has been staged.
  var offset = 0
  var hasWritingFailed = false
  var senders: [Int: Waiter] = [:]
  var closers: [Waiter] = []
  var isReadingPaused = false
  /// What has been read and waits for another turn, or for somebody who takes messages.
  var unread: ArraySlice<UInt8> = []
  var isReadingQueued = false
  /// True once this end has been asked to close.
  var isClosingHere = false
  /// What came of it; nil while messages may come.
  var end: WebSocketEnd?
  var closeTimer: TimerToken?
  var writeTimer: TimerToken?
  /// When the connection last took a byte, or was given one to take.
  var lastProgress = LoopInstant.read()
  var keepAlive: KeepAlive?
  var keepAliveTimer: TimerToken?
  var lastHeard = LoopInstant.read()

  /// How many bytes are read before other work of the loop gets its turn.
  static let readBudget = 256 * 1024
  /// How many frames are: the shortest have two bytes, so that bytes alone would let more than 100,000 through.
  static let frameBudget = 1024

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
  func onLoop(_ work: @escaping @Sendable () -> Void) -> Bool {
    guard loop.isCurrent else { return loop.execute(work) }
    work()
    return true
  }

  /// Starts a WebSocket on an upgraded connection; nil if the connection has been taken before.
  package static func start(on upgraded: UpgradedConnection, _ limits: Limits) -> WebSocketConnection? {
    guard let (tunnel, leftover) = upgraded.take() else { return nil }
    let socket = WebSocketConnection(tunnel, limits)
    if !socket.onLoop({ socket.begin(leftover) }) { socket.mailbox.end(.failed(.engineStopped)) }
    return socket
  }

  /// Sends a framed message, and waits until the connection has taken it.
  ///
  /// - Returns: why it has not; a message that is cancelled has either not begun, or goes out whole.
  package nonisolated(nonsending) func send(_ frame: [UInt8]) async -> TransferFailure? {
    let sender = Waiter()
    await wait(sender) {
      self.enqueue(frame, sender)
    } onCancel: {
      self.withdraw(sender)
    }
    return sender.failure
  }

  /// Suspends the task until the loop has finished with it.
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

  /// Closes, and waits for the server's answer.
  ///
  /// - Returns: why there was none.
  package nonisolated(nonsending) func close(_ closure: WebSocketClosure) async -> TransferFailure? {
    // The loop may be gone with it.
    if mailbox.hasEnded { return nil }
    let closer = Waiter()
    await wait(closer) {
      self.close(closure, closer)
    } onCancel: {
      closer.isCancelled = true
      self.abandon(.cancelled, saying: closure)
    }
    return closer.failure
  }

  /// The next message, or how the socket has ended. A reader that is cancelled ends it.
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

  /// Nobody has the socket any more.
  package func letGo() {
    onLoop { self.abandon(.cancelled) }
  }

  // MARK: The beginning

  func begin(_ leftover: [UInt8]) {
    guard tunnel.isOpen else { return finish(.failed(.engineStopped)) }
    tunnel.owner = self
    lastHeard = .read()
    lookAfterPeer()
    unread = leftover[...]
    read()
  }

  func tunnelIsReady() {
    write()
    // What is queued has a turn of its own.
    if !isReadingPaused, !isReadingQueued { read() }
  }

  func tunnelEnds(_ failure: TransferFailure) { finish(.failed(failure)) }
}
