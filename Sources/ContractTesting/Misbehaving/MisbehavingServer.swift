internal import Contract
internal import ContractHTTP
internal import ContractLoop

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A server on a loopback socket that breaks HTTP on demand, for testing HTTP clients.
///
/// ```swift
/// let server = try MisbehavingServer()
/// defer { server.stop() }
/// for fault in Fault.all {
///   let todos = TodosAPI(APIClient(baseURL: server.baseURL(for: fault)).timeout(.seconds(1)))
///   …
/// }
/// ```
///
/// Requests below `/fault-name` trigger that fault; the name is percent-encoded. All other requests get `200 OK` with the
/// body `ok`. Each connection has a dedicated thread.
public final class MisbehavingServer: Sendable {
  private struct State {
    var descriptors: Set<Int32> = []
    /// All threads that have not been joined; `finishedThreads` lists those that have ended.
    var threads: Set<SystemThread> = []
    var finishedThreads: [SystemThread] = []
    var connectionCount = 0
    var requestLines: [String] = []
    var isStopped = false
  }

  /// The reason why a server could not start.
  public struct StartError: Error, CustomStringConvertible {
    /// The failed operation and the system's error message.
    public let description: String
  }

  /// The port of the server, chosen by the system.
  public let port: Int
  private let listener: Int32
  private let faults: [String: Fault]
  private let greeting: Fault?
  private let state = Lock(State())

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - faults: The faults that requests can select by name.
  ///   - greeting: The fault to perform on each connection before a request is read. Default: none.
  /// - Throws: ``StartError`` when the server cannot listen, or the name of a fault is empty, `.` or `..`.
  public init(_ faults: [Fault] = Fault.all, greeting: Fault? = nil) throws(StartError) {
    if let fault = faults.first(where: { ["", ".", ".."].contains($0.name) }) {
      throw StartError(description: "the fault name `\(fault.name)` cannot be part of a URL; rename the fault")
    }
    self.faults = Dictionary(faults.map { ($0.name, $0) }) { _, last in last }
    self.greeting = greeting
    (listener, port) = try Self.loopbackListener()
    start { $0.acceptConnections() }
  }

  /// The base URL for regular responses.
  public var baseURL: String { "http://127.0.0.1:\(port)" }

  /// Returns the base URL that triggers this fault.
  public func baseURL(for fault: Fault) -> String {
    "\(baseURL)/\(PercentEncoding.encoded(fault.name, for: .component))"
  }

  /// The number of connections accepted so far.
  public var connectionCount: Int { state.withLock { $0.connectionCount } }

  /// The request lines received so far, such as `GET /drip-head HTTP/1.1`.
  public var requestLines: [String] { state.withLock { $0.requestLines } }

  /// Closes all connections and waits for the threads. May be called repeatedly.
  public func stop() {
    let mayStop = state.withLock { state in
      defer { state.isStopped = true }
      // This call wakes blocked threads; each thread closes its own descriptor.
      for descriptor in state.descriptors { shutdown(descriptor, Int32(SHUT_RDWR)) }
      return !state.isStopped
    }
    guard mayStop else { return }
    shutdown(listener, Int32(SHUT_RDWR))
    while let thread = state.withLock({ $0.threads.popFirst() }) { thread.join() }
    close(listener)
  }

  // MARK: Connections

  private func acceptConnections() {
    while true {
      let descriptor = accept(listener, nil, nil)
      let code = errno
      joinFinishedThreads()
      guard descriptor >= 0 else {
        if state.withLock({ $0.isStopped }) || [EBADF, EINVAL, ENOTSOCK].contains(code) { return }
        // Other errors are temporary, such as a lack of memory or descriptors, so the loop continues after a short pause.
        poll(nil, 0, 10)
        continue
      }
      let isOpen = state.withLock { state in
        if state.isStopped { return false }
        state.connectionCount += 1
        state.descriptors.insert(descriptor)
        return true
      }
      guard isOpen, start({ $0.serve(descriptor) }) else {
        state.withLock { _ = $0.descriptors.remove(descriptor) }
        close(descriptor)
        continue
      }
    }
  }

  private func joinFinishedThreads() {
    let threads = state.withLock { state in
      let finished = state.finishedThreads.filter { state.threads.remove($0) != nil }
      state.finishedThreads = []
      return finished
    }
    for thread in threads { thread.join() }
  }

  private func serve(_ descriptor: Int32) {
    let connection = FaultyConnection(descriptor)
    if let greeting {
      connection.perform(greeting.steps)
    } else {
      while let head = connection.readHead() {
        state.withLock { $0.requestLines.append(head.line) }
        let name = head.line.split(atByte: " ").dropFirst().first?.split(whereByte: { "/?".utf8.contains($0) }).first
        let fault = name.flatMap {
          faults[PercentEncoding.decode(ArraySlice($0.utf8), plusIsSpace: false) ?? String($0)]
        }
        if fault?.readsContent != false, !connection.readContent(of: head) { break }
        if let fault {
          connection.perform(fault.steps)
          break
        }
        guard connection.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8)) else { break }
      }
    }
    state.withLock { state in
      state.descriptors.remove(descriptor)
      state.finishedThreads.append(.current)
    }
    connection.close()
  }

  // MARK: The system

  private static func loopbackListener() throws(StartError) -> (listener: Int32, port: Int) {
    do throws(SystemError) {
      let address = SocketAddress.ipv4(0x7F00_0001, port: 0)
      let listener = try Syscalls.streamSocket(for: address)
      try Syscalls.setNonBlocking(listener.raw, .blocking)
      try Syscalls.bind(listener.raw, to: address)
      try Syscalls.listen(listener.raw, backlog: 1024)
      let port = try Syscalls.localAddress(of: listener.raw).port ?? 0
      return (listener.release(), Int(port))
    } catch {
      throw StartError(description: "the misbehaving server cannot listen on 127.0.0.1: \(error)")
    }
  }

  /// Starts a thread for ``stop()`` to join. Returns false when the system cannot create one.
  @discardableResult
  private func start(_ body: @escaping @Sendable (MisbehavingServer) -> Void) -> Bool {
    guard let thread = try? SystemThread("misbehaving", { body(self) }) else { return false }
    state.withLock { _ = $0.threads.insert(thread) }
    return true
  }
}
