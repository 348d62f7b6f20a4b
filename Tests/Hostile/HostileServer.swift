import ContractHTTP
import ContractTestSupport
import Glibc

/// A server that executes the script of each call on raw sockets, with one thread for each connection.
///
/// A request's path over HTTP/1.1 is `/ID/HOP`; a request with another path gets 404 and the end of its connection.
final class HostileServer: Sendable {
  private struct State {
    var descriptors: Set<Int32> = []
    var threads: [pthread_t] = []
    /// The connection that last responded to a call.
    var lastUsed: Int32?
    var responseCount = 0
    var isStopped = false
  }

  let port: UInt16
  private let listener: Int32
  private let state = Lock(State())
  private let scripts: Scripts

  /// The behavior of a server for a call.
  enum Scripts: Sendable {
    /// By the call's number, the number of its redirects, and whether it is HEAD.
    case http1(@Sendable (Int, Int, Bool) -> HostileScript)
    /// By the call's number and its stream.
    case http2(@Sendable (Int, Int) -> HostileFrames)
  }

  init(_ scripts: Scripts) {
    self.scripts = scripts
    (listener, port) = Self.listen()
    Self.thread { self.acceptConnections() }.map { thread in state.withLock { $0.threads.append(thread) } }
  }

  /// The number of responses that have begun.
  var responseCount: Int { state.withLock { $0.responseCount } }

  private static func listen() -> (Int32, UInt16) {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    // SAFETY: a `sockaddr_in` begins as a `sockaddr`, and its length is passed.
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && Glibc.listen(listener, 1024) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
    guard isListening else { fatalError("no place to listen: \(errno)") }
    return (listener, UInt16(bigEndian: address.sin_port))
  }

  private func acceptConnections() {
    while true {
      let descriptor = accept(listener, nil, nil)
      guard descriptor >= 0 else { return }
      var on: Int32 = 1
      setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
      let isOpen = state.withLock { state in
        if !state.isStopped { state.descriptors.insert(descriptor) }
        return !state.isStopped
      }
      guard isOpen, let thread = Self.thread({ self.serve(descriptor) }) else {
        close(descriptor)
        continue
      }
      pthread_detach(thread)
    }
  }

  private func serve(_ descriptor: Int32) {
    let connection = HostileConnection(descriptor)
    switch scripts {
    case .http1(let script): while let head = connection.readHead(), respond(to: head, script, connection) {}
    case .http2(let frames): HostileFrameSession(connection: connection, frames: frames).run()
    }
    // The descriptor is removed and closed under the lock, so that `stop` cannot shut down a later one with the same number.
    state.withLock { state in
      state.descriptors.remove(descriptor)
      if state.lastUsed == descriptor { state.lastUsed = nil }
      close(descriptor)
    }
  }

  /// False when the connection is over.
  private func respond(
    to head: HostileConnection.Head, _ script: @Sendable (Int, Int, Bool) -> HostileScript,
    _ connection: HostileConnection
  ) -> Bool {
    guard let (id, hop) = head.call else {
      connection.send(Array("HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n".utf8))
      return false
    }
    let script = script(id, hop, head.method == "HEAD")
    if script.reading == .whole {
      if head.expectsContinue, script.continues { connection.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }
      guard connection.readContent(of: head) else { return false }
    }
    state.withLock { state in
      state.responseCount += 1
      state.lastUsed = connection.descriptor
    }
    for piece in script.pieces { guard connection.send(piece) else { return false } }
    switch script.ending {
    case .keep: return true
    case .close: return false
    case .reset: connection.reset()
    case .hang: connection.waitForClose()
    }
    return false
  }

  /// Sends bytes on the connection that last responded, if it is still there. They have arrived when this returns.
  ///
  /// - Returns: false when it is gone.
  func sendLate(_ bytes: [UInt8]) -> Bool {
    state.withLock { state in
      guard let descriptor = state.lastUsed else { return false }
      return HostileConnection(descriptor).send(bytes)
    }
  }

  /// Closes everything and waits until it is closed.
  func stop() {
    let threads = state.withLock { state in
      state.isStopped = true
      for descriptor in state.descriptors { shutdown(descriptor, Int32(SHUT_RDWR)) }
      return state.threads
    }
    shutdown(listener, Int32(SHUT_RDWR))
    for thread in threads { pthread_join(thread, nil) }
    close(listener)
  }

  // MARK: Threads

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private static func thread(_ run: @escaping @Sendable () -> Void) -> pthread_t? {
    var thread = pthread_t()
    // SAFETY: the thread becomes the owner of the retained reference; without a thread it is released here.
    let body = Unmanaged.passRetained(Body(run))
    let error = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, body.toOpaque())
    if error != 0 { body.release() }
    return error == 0 ? thread : nil
  }
}
