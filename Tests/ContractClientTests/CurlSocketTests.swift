import CCurl
import Contract
import ContractHTTP
import ContractLoop
import ContractTestSupport
import Glibc
import Testing

@testable import ContractClient
@testable import ContractCurl

@Suite("Sockets that the loop cannot watch", .ownThreads, .timeLimit(.minutes(5)))
struct CurlSocketTests {
  @Test("A failure to watch a socket is classified as a replaced socket, a full loop or a broken socket")
  func decisions() {
    let rows: [(code: Int32, isRegistered: Bool, failure: WatchFailure)] = [
      (code: ENOENT, isRegistered: true, failure: .replaced), (code: ENOENT, isRegistered: false, failure: .broken),
      (code: ENOSPC, isRegistered: false, failure: .full), (code: ENOMEM, isRegistered: false, failure: .full),
      (code: ENOMEM, isRegistered: true, failure: .full), (code: EBADF, isRegistered: true, failure: .broken),
      (code: EBADF, isRegistered: false, failure: .broken), (code: EPERM, isRegistered: false, failure: .broken),
      (code: EEXIST, isRegistered: false, failure: .broken),
    ]
    for (code, isRegistered, failure) in rows {
      #expect(WatchFailure(code, isRegistered: isRegistered) == failure, "\(code) \(isRegistered)")
    }
  }

  @Test("An invalid socket ends its own transfer and does not crash the process")
  func none() async {
    await #expect(processExitsWith: .success) {
      let server = ScriptedServer { $0.waitForClose() }
      let outcome = try await ContractLoop.run {
        let options = CurlOptions(CurlTransport.Configuration())
        guard let loop = ContractLoop.current, let engine = CurlEngine(loop: loop, options: options),
          let request = try? TransferRequest(
            server.request(), limits: .init(maxResponseBytes: 1, maxExpansion: 1, pace: .unlimited),
            timeout: .seconds(20), deadline: .distantFuture, mayRepeat: true, progress: nil)
        else { preconditionFailure("no engine") }
        for descriptor in [Int32(-1), .min] {
          engine.sockets.watch(descriptor, CURL_POLL_OUT, for: nil)
          engine.sockets.watch(descriptor, CURL_POLL_REMOVE, for: nil)
          engine.sockets.opened(descriptor)
          engine.sockets.forget(descriptor)
        }
        let transfer = Transfer(request, on: engine)
        engine.sockets.watch(-1, CURL_POLL_OUT, for: transfer)
        await engine.perform(transfer)
        engine.stop()
        return transfer.takeOutcome()
      }
      guard case .failure(let failure) = outcome else { preconditionFailure("the call succeeded without a response") }
      precondition(failure.code == .connectionLost, failure.description)
      server.stop()
    }
  }

  /// A call whose body is half sent, with its socket, and another call that waits for its response.
  private final class TwoCalls: Sendable {
    private let mayAnswer = Gate()
    private let halfSent: Signal
    private let askedOther: Signal
    private let maySendRest = Turnstile()
    let server: ScriptedServer
    let transport = CurlTransport()

    init() {
      let (mayAnswer, halfSent, askedOther) = (mayAnswer, Signal(), Signal())
      (self.halfSent, self.askedOther) = (halfSent, askedOther)
      server = ScriptedServer { connection in
        while let head = connection.readHead() {
          if head.line.hasPrefix("POST") {
            guard connection.read(1) != nil else { return }
            halfSent.raise()
            return connection.waitForClose()
          }
          if head.target == "/slow" {
            askedOther.raise()
            mayAnswer.wait()
          }
          connection.send(ok(head.target))
        }
      }
    }

    /// Runs `harm` with the socket of the half-sent call, and expects the other call to get its response.
    ///
    /// - Returns: the result of the harmed call.
    func run(_ harm: (Int32) async throws -> Void) async throws -> Result<HTTPResponse, any Error> {
      let parts = Lock([[1], [2]] as [[UInt8]])
      let maySendRest = maySendRest
      let body = ByteStream(length: 2) {
        let part = parts.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        if part == [2] { await maySendRest.pass() }
        return part
      }
      let upload = send(server.request(.post, "/", body: .stream(body)))
      await halfSent.wait()
      let socket = try #require(server.clientSockets.first)
      let other = send(server.request(.get, "/slow"))
      await askedOther.wait()
      try await harm(socket)
      maySendRest.open()
      let result = await upload.result
      mayAnswer.open()
      let (slow, next) = (try await other.value, try await send(server.request(.get, "/next")).value)
      precondition(slow.text == "/slow" && next.text == "/next")
      server.stop()
      return result
    }

    private func send(_ request: HTTPRequest) -> Task<HTTPResponse, any Error> {
      Task { [transport] in try await transport.send(request, options: TransportOptions()) }
    }
  }

  @Test("A socket that other code closes ends only its own call")
  func closed() async {
    await #expect(processExitsWith: .success) {
      let result = try await TwoCalls().run { socket in close(socket) }
      precondition(throws: ClientError.Code.lostConnection, result)
    }
  }

  @Test("A socket replaced under the same descriptor number is watched again")
  func replaced() async {
    await #expect(processExitsWith: .success) {
      var ends: [Int32] = [0, 0]
      precondition(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
      let far = ScriptedConnection(ends[1])
      let near = ends[0]
      let result = try await TwoCalls().run { socket in
        dup2(near, socket)
        close(near)
        far.send(ok("from afar", "Connection: close\r\n"))
      }
      let response = try result.get()
      precondition(response.text == "from afar")
    }
  }

  @Test(
    "Calls complete by polling while the loop can watch no more sockets",
    .enabled(if: CallRefusal.isAvailable, "needs seccomp"), arguments: [ENOSPC, ENOMEM])
  func full(code: Int32) async {
    await #expect(processExitsWith: .success) { [code] in
      let (first, second) = (ScriptedServer { $0.echoTargets() }, ScriptedServer { $0.echoTargets() })
      defer { for server in [first, second] { server.stop() } }
      let transport = CurlTransport()
      _ = try await transport.send(first.request(), options: TransportOptions())
      try #require(CallRefusal.beginWatching(code))
      let content = [UInt8](repeating: 1, count: 1 << 20)
      for server in [second, first, second] {
        for method in [HTTPMethod.get, .post] {
          let body: HTTPBody = method == .post ? .bytes(content) : .empty
          let response = try await transport.send(server.request(method, "/x", body: body), options: TransportOptions())
          precondition(response.text == "/x")
        }
      }
    }
  }
}

extension ScriptedConnection {
  /// Answers each request with its target.
  fileprivate func echoTargets() {
    while let request = readRequest(), send(ok(request.target)) {}
  }
}

private func precondition<Value>(throws code: ClientError.Code, _ result: Result<Value, any Error>) {
  switch result {
  case .success: preconditionFailure("no error")
  case .failure(let error): precondition((error as? ClientError)?.code == code, "\(error)")
  }
}
