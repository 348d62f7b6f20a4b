internal import CCurl
internal import ContractLoop

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// One socket of libcurl's in the loop. Loop thread only.
///
/// libcurl starts and ends its watching with every transfer. A connection therefore stays with epoll in between, and
/// only what would be reported without being wanted is changed: room to send at once, anything else when it comes.
final class CurlSocket: LoopHandler {
  private unowned let engine: CurlEngine
  let descriptor: curl_socket_t
  /// True when libcurl says before it closes the descriptor, so that it may stay with epoll while nothing is wanted.
  let isConnection: Bool
  /// What libcurl wants to hear of.
  private(set) var wanted: Interest = []
  /// What epoll reports.
  private var watched: Interest = []
  private var registration: Registration?
  /// What is spoken on it, once a request has begun there.
  private var speech: Speech
  /// The last transfer that libcurl has watched it for, until that is over.
  private var user: ObjectIdentifier?
  /// The index in the engine's resting sockets, or -1.
  var restingIndex = -1
  /// The port under which ``SocketPorts`` lists the socket, or 0, and the next socket with that port.
  @exclusivity(unchecked) var listedPort: Int32 = 0
  @exclusivity(unchecked) var nextAtPort: CurlSocket?

  /// Who may say something on a connection.
  enum Speech {
    case unknown
    /// The server alone when it is asked.
    case http1
    /// Either end at any time.
    case http2
  }

  init(_ descriptor: curl_socket_t, isConnection: Bool, engine: CurlEngine) {
    self.engine = engine
    self.descriptor = descriptor
    self.isConnection = isConnection
    let isHTTP2 = engine.options.configuration.httpVersion == .http2PriorKnowledge
    speech = CurlLibrary.current.saysWhenRequestsBegin ? .unknown : isHTTP2 ? .http2 : .http1
  }

  /// What libcurl wants to hear of, in its own terms.
  var mask: Int32 {
    (wanted.contains(.read) ? CURL_CSELECT_IN : 0) | (wanted.contains(.write) ? CURL_CSELECT_OUT : 0)
  }

  /// From now on libcurl hears of `interest`, which may be nothing.
  func watch(_ interest: Interest) {
    wanted = interest
    if wanted.isEmpty { engine.rest(self) } else { engine.wake(self) }
    if watched.isSuperset(of: wanted), !watched.contains(.write) || wanted.contains(.write) { return }
    report(wanted.isEmpty ? .read : wanted)
  }

  private func report(_ interest: Interest) {
    let isRegistered = registration != nil
    do throws(SystemError) {
      if let registration {
        try engine.loop.modify(registration, interest)
      } else {
        registration = try engine.loop.register(descriptor, interest, handler: self)
      }
      watched = interest
    } catch {
      leaveLoop()
      // An idle connection needs no watching. Some versions of libcurl close the losers of parallel attempts to connect
      // first and say so afterwards.
      if wanted.isEmpty { return }
      let failure = WatchFailure(error.code, isRegistered: isRegistered)
      if failure == .replaced { return report(interest) }
      engine.missed(self, failure)
    }
  }

  /// Ends the watching; libcurl may close the descriptor next.
  func forget() {
    leaveLoop()
    wanted = []
    engine.wake(self)
  }

  // MARK: Who uses it

  /// This end's port; 0 before the socket connects, and for Unix sockets.
  var localPort: Int32 { listedPort > 0 ? listedPort : contract_curl_local_port(descriptor) }

  /// True when no transfer uses it, on a connection where the server speaks when it is asked, as far as can be told.
  var mayBeIdle: Bool { isConnection && speech == .http1 && user == nil }

  /// True when no transfer uses it, for sure: of connections without ports nobody can tell that they are used before libcurl
  /// wants to hear of them.
  private var isIdle: Bool { mayBeIdle && localPort > 0 }

  /// A transfer uses it.
  func carries(_ transfer: Transfer) {
    user = ObjectIdentifier(transfer)
    transfer.socket = self
    if transfer.hasBegun { speaks(transfer.speaksHTTP2) }
  }

  /// A request has begun on it.
  func speaks(_ isHTTP2: Bool) { speech = isHTTP2 ? .http2 : .http1 }

  /// The transfer is over.
  func letGo(of transfer: Transfer) {
    if user == ObjectIdentifier(transfer) { user = nil }
  }

  /// Ends the connection. libcurl cannot be told to; it finds a socket that the other end has closed.
  func discard() {
    leaveLoop()
    contract_curl_end_connection(descriptor)
  }

  private func leaveLoop() {
    if let registration { engine.loop.deregister(registration) }
    registration = nil
    watched = []
  }

  func ready(_ events: ReadyEvents, on loop: ContractLoop) {
    // An idle connection that was closed, or that sends what nobody asked for. One that pauses waits for its reader, and
    // what HTTP/2 says in between libcurl reads when it needs the connection.
    if wanted.isEmpty { return isIdle ? discard() : leaveLoop() }
    var mask: Int32 = 0
    let isBroken = events.contains(.hangUp) || events.contains(.error)
    // libcurl learns of errors from its next read or write; told of an error alone it forgets what could still be read.
    if wanted.contains(.read), isBroken || events.contains(.read) { mask |= CURL_CSELECT_IN }
    if wanted.contains(.write), isBroken || events.contains(.write) { mask |= CURL_CSELECT_OUT }
    if mask != 0 { return engine.socketReady(descriptor, mask) }
    report(wanted)
  }
}

/// What is done about a socket that epoll does not take: pure.
///
/// libcurl must not hear of it inside its own call: it would give up every transfer.
enum WatchFailure: Equatable {
  /// epoll does not know the descriptor any more: its number has been given to another socket, which is registered anew.
  case replaced
  /// Watches or memory are short. It is tried again, and until then the socket counts as ready now and then.
  case full
  /// There is no such socket: libcurl hears of an error.
  case broken

  /// - Parameters:
  ///   - code: the errno of `epoll_ctl`.
  ///   - isRegistered: true when a registration was to be changed.
  init(_ code: Int32, isRegistered: Bool) {
    switch code {
    case ENOENT where isRegistered: self = .replaced
    case ENOSPC, ENOMEM: self = .full
    default: self = .broken
    }
  }
}

// MARK: - Callbacks

// SAFETY: libcurl calls these inside calls that the engine makes on the loop's thread, the last of them in
// `CurlEngine.stop`, with the engine as context.

let onSocket: contract_curl_socket_function = { easy, descriptor, what, context, _ in
  let transfer = easy.flatMap(CurlHandle.of)?.transfer
  Unmanaged<CurlEngine>.fromOpaque(context!)._withUnsafeGuaranteedRef { $0.watch(descriptor, what, for: transfer) }
  // Anything else ends every transfer of the engine, for good.
  return 0
}

let onOpen: contract_curl_open_function = { context, descriptor, _ in
  Unmanaged<CurlEngine>.fromOpaque(context!).takeUnretainedValue().connectionOpened(descriptor)
  return CURL_SOCKOPT_OK
}

let onClose: contract_curl_close_function = { context, descriptor in
  Unmanaged<CurlEngine>.fromOpaque(context!).takeUnretainedValue().connectionCloses(descriptor)
  return descriptor < 0 ? -1 : close(descriptor)
}
