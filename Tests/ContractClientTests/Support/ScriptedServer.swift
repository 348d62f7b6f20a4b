import ContractHTTP
import Glibc

/// A server scripted by a test, byte by byte, on a free loopback port, with one thread per connection.
final class ScriptedServer: Sendable {
  private struct State {
    var descriptors: Set<Int32> = []
    var threads: [pthread_t] = []
    var acceptedCount = 0
    var isStopped = false
  }

  /// Where a server listens.
  enum Place {
    /// A free port of 127.0.0.1.
    case loopback
    /// This port of ::1.
    case loopback6(port: UInt16)
    /// A path, or an abstract name after a NUL.
    case unix(String)
  }

  /// The port, 0 for a Unix socket.
  let port: UInt16
  private let listener: Int32
  private let state = Lock(State())
  private let script: @Sendable (ScriptedConnection) -> Void

  /// Starts a server that runs `script` for each connection and then closes it.
  init(at place: Place = .loopback, _ script: @escaping @Sendable (ScriptedConnection) -> Void) {
    self.script = script
    let listening = Self.listen(at: place)
    precondition(listening.listener >= 0, "cannot listen there")
    (listener, port) = listening
    start { $0.acceptConnections() }
  }

  private static func listen(at place: Place) -> (listener: Int32, port: UInt16) {
    switch place {
    case .loopback:
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      let listener = listen(&address, AF_INET)
      return (listener, UInt16(bigEndian: address.sin_port))
    case .loopback6(let port):
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      address.sin6_addr = in6addr_loopback
      return (listen(&address, AF_INET6), port)
    case .unix(let path):
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      let length = MemoryLayout<sa_family_t>.size + path.utf8.count
      return (listen(&address, AF_UNIX, length: length), 0)
    }
  }

  private static func listen<Address>(_ address: inout Address, _ family: Int32, length: Int? = nil) -> Int32 {
    let listener = socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var length = socklen_t(length ?? MemoryLayout<Address>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard bind(listener, address, length) == 0, Glibc.listen(listener, 1024) == 0 else { return false }
        return family == AF_UNIX || getsockname(listener, address, &length) == 0
      }
    }
    if isListening { return listener }
    close(listener)
    return -1
  }

  /// A server that responds to each request on a connection with the bytes from `answer`, and closes after nil.
  convenience init(at place: Place = .loopback, answering answer: @escaping @Sendable (ReceivedRequest) -> String?) {
    self.init(at: place) { connection in
      while let request = connection.readRequest() {
        guard let bytes = answer(request) else { return }
        guard connection.send(bytes) else { return }
      }
    }
  }

  var baseURL: String { "http://127.0.0.1:\(port)" }

  /// The number of accepted connections.
  var acceptedCount: Int { state.withLock { $0.acceptedCount } }

  /// Refuses new connections; existing ones continue.
  func stopListening() { shutdown(listener, Int32(SHUT_RDWR)) }

  /// Closes everything and waits for every thread.
  func stop() {
    let mayStop = state.withLock { state in
      defer { state.isStopped = true }
      // The shutdown wakes the threads that read, and each of these threads closes its own descriptor.
      for descriptor in state.descriptors { shutdown(descriptor, Int32(SHUT_RDWR)) }
      return !state.isStopped
    }
    guard mayStop else { return }
    shutdown(listener, Int32(SHUT_RDWR))
    while let thread = state.withLock({ $0.threads.popLast() }) { pthread_join(thread, nil) }
    close(listener)
  }

  private func acceptConnections() {
    while true {
      let descriptor = accept(listener, nil, nil)
      guard descriptor >= 0 else { return }
      var on: Int32 = 1
      setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
      let isOpen = state.withLock { state in
        if state.isStopped { return false }
        state.acceptedCount += 1
        state.descriptors.insert(descriptor)
        return true
      }
      guard isOpen else {
        close(descriptor)
        return
      }
      start { $0.serve(descriptor) }
    }
  }

  private func serve(_ descriptor: Int32) {
    let connection = ScriptedConnection(descriptor)
    script(connection)
    state.withLock { _ = $0.descriptors.remove(descriptor) }
    connection.close()
  }

  private final class ThreadBody: Sendable {
    let server: ScriptedServer
    let body: @Sendable (ScriptedServer) -> Void

    init(_ server: ScriptedServer, _ body: @escaping @Sendable (ScriptedServer) -> Void) {
      self.server = server
      self.body = body
    }
  }

  private func start(_ body: @escaping @Sendable (ScriptedServer) -> Void) {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(ThreadBody(self, body)).toOpaque()
    let error = pthread_create(
      &thread, nil,
      { context in
        let thread = Unmanaged<ThreadBody>.fromOpaque(context!).takeRetainedValue()
        thread.body(thread.server)
        return nil
      }, context)
    precondition(error == 0, "no thread")
    state.withLock { $0.threads.append(thread) }
  }
}

/// A request as it arrived.
struct ReceivedRequest: Sendable {
  /// The request line, such as `GET / HTTP/1.1`.
  var line: String
  /// The field lines.
  var fields: [String]
  /// The content, without chunk framing.
  var content: [UInt8]

  var target: String { String(line.split(separator: " ")[1]) }

  /// The value of the field with this name in lower case.
  func field(_ name: String) -> String? {
    fields.first { $0.lowercased().hasPrefix(name + ":") }
      .map { String($0.dropFirst(name.count + 1).drop { $0 == " " }) }
  }
}

/// One connection of a ``ScriptedServer``, used only by its thread.
final class ScriptedConnection {
  private var descriptor: Int32
  private var isReset = false
  private var buffer: [UInt8] = []

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// Sends all bytes; returns false if the peer has closed.
  @discardableResult
  func send(_ text: String) -> Bool {
    send(Array(text.utf8))
  }

  /// Sends all bytes; returns false if the peer has closed.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var offset = 0
    while offset < bytes.count {
      let count = bytes[offset...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      offset += count
    }
    return true
  }

  /// The next request with its content, or nil when the peer is gone.
  func readRequest() -> ReceivedRequest? {
    guard var request = readHead() else { return nil }
    if let text = request.field("content-length"), let length = Int(text) {
      guard let content = read(length) else { return nil }
      request.content = content
    } else if request.field("transfer-encoding") == "chunked" {
      guard let content = readChunks() else { return nil }
      request.content = content
    }
    return request
  }

  /// The next request's head, without its content.
  func readHead() -> ReceivedRequest? {
    var lines: [String] = []
    while let line = readLine() {
      if !line.isEmpty {
        lines.append(line)
      } else if let first = lines.first {
        return ReceivedRequest(line: first, fields: Array(lines.dropFirst()), content: [])
      }
    }
    return nil
  }

  private func readChunks() -> [UInt8]? {
    var content: [UInt8] = []
    while let line = readLine(), let size = Int(line, radix: 16) {
      guard let chunk = read(size), readLine() == "" else { return nil }
      if size == 0 { return content }
      content += chunk
    }
    return nil
  }

  private func readLine() -> String? {
    while true {
      if let end = buffer.firstIndex(of: 0x0A) {
        var line = buffer[..<end]
        if line.last == 0x0D { line = line.dropLast() }
        defer { buffer.removeSubrange(...end) }
        return String(decoding: line, as: UTF8.self)
      }
      guard receive() else { return nil }
    }
  }

  /// Reads exactly `count` bytes; returns nil if the peer closes before.
  func read(_ count: Int) -> [UInt8]? {
    while buffer.count < count {
      guard receive() else { return nil }
    }
    defer { buffer.removeFirst(count) }
    return Array(buffer.prefix(count))
  }

  /// Returns the next `count` bytes without consuming them; nil if the peer closes before.
  func peek(_ count: Int) -> [UInt8]? {
    while buffer.count < count {
      guard receive() else { return nil }
    }
    return Array(buffer.prefix(count))
  }

  /// Waits until the peer closes or resets, whatever else it sends.
  func waitForClose() {
    while receive() { buffer.removeAll() }
  }

  /// Waits for this time, or until the test stops the server.
  func wait(_ time: Duration) {
    var status = pollfd(fd: descriptor, events: 0, revents: 0)
    _ = poll(&status, 1, Int32(time / .milliseconds(1)))
  }

  private func receive() -> Bool {
    let received = [UInt8](unsafeUninitializedCapacity: 65_536) { bytes, count in
      count = max(0, recv(descriptor, bytes.baseAddress, bytes.count, 0))
    }
    buffer += received
    return !received.isEmpty
  }

  /// Closes with a reset instead of an orderly end.
  func reset() {
    isReset = true
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
  }

  func close() {
    guard descriptor >= 0 else { return }
    // The shutdown ends the connection even if a process that is just being started has a copy of the socket.
    if !isReset { shutdown(descriptor, Int32(SHUT_RDWR)) }
    Glibc.close(descriptor)
    descriptor = -1
  }
}
