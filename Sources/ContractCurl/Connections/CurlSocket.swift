internal import CCurl
internal import ContractLoop

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A socket of libcurl in the loop. Loop thread only.
///
/// libcurl starts and stops watching a socket with every transfer. Between transfers, the socket of a connection stays
/// registered with epoll. The registration changes only to stop unwanted reports: immediately for reports that the
/// socket is writable, otherwise at the next report.
final class CurlSocket: LoopHandler {
  private unowned let sockets: CurlSockets
  let descriptor: curl_socket_t
  /// True if libcurl reports when it closes the descriptor, so that the socket can stay registered while idle.
  let isConnection: Bool
  /// The events that libcurl waits for.
  private(set) var wanted: Interest = []
  /// The events that epoll reports.
  private var watched: Interest = []
  private var registration: Registration?
  private var wireProtocol: WireProtocol
  /// The last transfer for which libcurl has watched the socket; nil once that transfer has ended.
  private var user: ObjectIdentifier?
  /// The index in the resting sockets; -1 if libcurl watches the socket.
  var restingIndex = -1
  /// The port under which ``SocketPorts`` lists the socket; 0 if it is not listed.
  var listedPort: Int32 = 0
  /// The next socket in the list of this port.
  var nextAtPort: CurlSocket?

  /// The protocol of a connection, which determines when each end may send.
  private enum WireProtocol {
    /// No request has begun yet.
    case unknown
    /// The server sends only in response to a request.
    case http1
    /// Both ends send at any time.
    case http2
  }

  init(_ descriptor: curl_socket_t, isConnection: Bool, in sockets: CurlSockets) {
    self.sockets = sockets
    self.descriptor = descriptor
    self.isConnection = isConnection
    let isHTTP2 = sockets.engine.options.configuration.httpVersion == .http2PriorKnowledge
    wireProtocol = CurlLibrary.current.reportsRequestStart ? .unknown : isHTTP2 ? .http2 : .http1
  }

  /// The wanted events as libcurl's mask.
  var mask: Int32 {
    (wanted.contains(.read) ? CURL_CSELECT_IN : 0) | (wanted.contains(.write) ? CURL_CSELECT_OUT : 0)
  }

  // MARK: Watching

  /// Sets the events to report to libcurl; none for an empty set.
  func watch(_ interest: Interest) {
    wanted = interest
    if wanted.isEmpty { sockets.rest(self) } else { sockets.wake(self) }
    if watched.isSuperset(of: wanted), !watched.contains(.write) || wanted.contains(.write) { return }
    report(wanted.isEmpty ? .read : wanted)
  }

  private func report(_ interest: Interest) {
    let isRegistered = registration != nil
    do throws(SystemError) {
      if let registration {
        try sockets.loop.modify(registration, interest)
      } else {
        registration = try sockets.loop.register(descriptor, interest, handler: self)
      }
      watched = interest
    } catch {
      leaveLoop()
      // The failure is ignored if nothing is to be watched. An idle connection needs no watching, and after parallel connection
      // attempts, some versions of libcurl close the unused sockets before they stop watching them.
      if wanted.isEmpty { return }
      let failure = WatchFailure(error.code, isRegistered: isRegistered)
      if failure == .replaced { return report(interest) }
      sockets.missed(self, failure)
    }
  }

  /// Stops watching; libcurl may close the descriptor next.
  func forget() {
    leaveLoop()
    wanted = []
    sockets.wake(self)
  }

  private func leaveLoop() {
    if let registration { sockets.loop.deregister(registration) }
    registration = nil
    watched = []
  }

  func ready(_ events: ReadyEvents, on loop: ContractLoop) {
    // An event of an idle HTTP/1.1 connection means that the server has closed it, or sends without a request. Other sockets
    // leave the loop: a paused transfer waits for its reader, and libcurl reads HTTP/2 frames when it needs the connection.
    if wanted.isEmpty { return isIdle ? discard() : leaveLoop() }
    var mask: Int32 = 0
    let isBroken = events.contains(.hangUp) || events.contains(.error)
    // An error is reported as readiness, so that libcurl finds it at its next read or write. If only the error were reported,
    // libcurl would drop bytes that could still be read.
    if wanted.contains(.read), isBroken || events.contains(.read) { mask |= CURL_CSELECT_IN }
    if wanted.contains(.write), isBroken || events.contains(.write) { mask |= CURL_CSELECT_OUT }
    if mask != 0 { return sockets.engine.socketReady(descriptor, mask) }
    report(wanted)
  }

  // MARK: Use by transfers

  /// The local port; 0 before the socket connects, and for Unix sockets.
  var localPort: Int32 { listedPort > 0 ? listedPort : contract_curl_local_port(descriptor) }

  /// True for an HTTP/1.1 connection without a known transfer.
  var mayBeIdle: Bool { isConnection && wireProtocol == .http1 && user == nil }

  /// True for an HTTP/1.1 connection without a transfer. A connection without a port may have a transfer for which
  /// libcurl does not watch it yet, so it is not idle.
  private var isIdle: Bool { mayBeIdle && localPort > 0 }

  /// Records that a transfer uses the socket.
  func carries(_ transfer: Transfer) {
    user = ObjectIdentifier(transfer)
    transfer.sending.use(self)
    if transfer.sending.hasBegun { speaks(transfer.sending.speaksHTTP2) }
  }

  /// Records the protocol when a request begins.
  func speaks(_ isHTTP2: Bool) { wireProtocol = isHTTP2 ? .http2 : .http1 }

  /// Records the end of a transfer.
  func release(_ transfer: Transfer) {
    if user == ObjectIdentifier(transfer) { user = nil }
  }

  /// Closes the connection. libcurl offers no function for this, but notices a socket closed by the peer.
  private func discard() {
    leaveLoop()
    contract_curl_end_connection(descriptor)
  }
}

/// The reaction to a socket that epoll refuses. A pure value.
///
/// libcurl must not be notified inside its own call, because it would end every transfer.
enum WatchFailure: Equatable {
  /// epoll does not know the descriptor: it now belongs to another socket, which is registered again.
  case replaced
  /// epoll is out of watches or memory. The socket is polled.
  case full
  /// The socket does not exist; libcurl gets an error.
  case broken

  /// - Parameters:
  ///   - code: The errno of `epoll_ctl`.
  ///   - isRegistered: Whether an existing registration was to be changed.
  init(_ code: Int32, isRegistered: Bool) {
    switch code {
    case ENOENT where isRegistered: self = .replaced
    case ENOSPC, ENOMEM: self = .full
    default: self = .broken
    }
  }
}
