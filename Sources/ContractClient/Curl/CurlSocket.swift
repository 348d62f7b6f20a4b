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
  private let descriptor: curl_socket_t
  /// True when libcurl says before it closes the descriptor, so that it may stay with epoll while nothing is wanted.
  let isConnection: Bool
  /// What libcurl wants to hear of.
  private var wanted: Interest = []
  /// What epoll reports.
  private var watched: Interest = []
  private var registration: Registration?

  init(_ descriptor: curl_socket_t, isConnection: Bool, engine: CurlEngine) {
    self.engine = engine
    self.descriptor = descriptor
    self.isConnection = isConnection
  }

  /// From now on libcurl hears of `interest`, which may be nothing.
  func watch(_ interest: Interest) throws(SystemError) {
    wanted = interest
    if watched.isSuperset(of: wanted), !watched.contains(.write) || wanted.contains(.write) { return }
    try report(wanted.isEmpty ? .read : wanted)
  }

  private func report(_ interest: Interest) throws(SystemError) {
    if let registration {
      try engine.loop.modify(registration, interest)
    } else {
      registration = try engine.loop.register(descriptor, interest, handler: self)
    }
    watched = interest
  }

  /// Ends the watching; libcurl may close the descriptor next.
  func forget() {
    if let registration { engine.loop.deregister(registration) }
    registration = nil
    wanted = []
    watched = []
  }

  func ready(_ events: ReadyEvents, on loop: ContractLoop) {
    // An idle connection that was closed, or that sends what nobody asked for: libcurl finds out when it needs it.
    if wanted.isEmpty { return forget() }
    var mask: Int32 = 0
    let isBroken = events.contains(.hangUp) || events.contains(.error)
    // libcurl learns of errors from its next read or write; told of an error alone it forgets what could still be read.
    if wanted.contains(.read), isBroken || events.contains(.read) { mask |= CURL_CSELECT_IN }
    if wanted.contains(.write), isBroken || events.contains(.write) { mask |= CURL_CSELECT_OUT }
    if mask != 0 { return engine.socketReady(descriptor, mask) }
    // An error here means that the descriptor is closed, of which there is nothing to hear.
    try? report(wanted)
  }
}

// MARK: - Callbacks

// SAFETY: libcurl calls these inside calls that the engine makes on the loop's thread, the last of them in
// `CurlEngine.stop`, with the engine as context.

let onSocket: contract_curl_socket_function = { _, descriptor, what, context, _ in
  Unmanaged<CurlEngine>.fromOpaque(context!).takeUnretainedValue().watch(descriptor, what) ? 0 : -1
}

let onOpen: contract_curl_open_function = { context, descriptor, _ in
  Unmanaged<CurlEngine>.fromOpaque(context!).takeUnretainedValue().connectionOpened(descriptor)
  return CURL_SOCKOPT_OK
}

let onClose: contract_curl_close_function = { context, descriptor in
  Unmanaged<CurlEngine>.fromOpaque(context!).takeUnretainedValue().connectionCloses(descriptor)
  return close(descriptor)
}
