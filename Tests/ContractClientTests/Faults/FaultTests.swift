import Contract
import ContractClient
import ContractHTTP
import ContractLoop
import ContractTestSupport
import ContractTesting
import Glibc
import Testing

/// Every fault of a misbehaving server, and the client's result.
@Suite("Misbehaving servers", .ownThreads, .timeLimit(.minutes(5)))
struct FaultTests {
  /// Long enough for everything else, even on a busy machine.
  private static let options = TransportOptions(timeout: .seconds(60), maxResponseBytes: 4 << 20)

  /// Returns a short timeout for faults that can end only with it.
  private static func options(for fault: Fault) -> TransportOptions {
    TransportOptions(
      timeout: fault.outcome == .error(.timeout) ? .milliseconds(300) : .seconds(60), maxResponseBytes: 4 << 20)
  }

  private static func request(
    _ method: HTTPMethod, _ server: MisbehavingServer, _ target: String, _ body: HTTPBody = .empty
  ) -> HTTPRequest {
    HTTPRequest(method, target, scheme: "http", authority: "127.0.0.1:\(server.port)", body: body)
  }

  /// The result of a call.
  private static func outcome(
    _ transport: CurlTransport, _ request: HTTPRequest, _ options: TransportOptions = options
  ) async throws -> Fault.Outcome {
    do {
      return .response(try await transport.send(request, options: options).status)
    } catch let error as ClientError {
      return .error(error.code)
    }
  }

  @Test("Every fault ends the call as documented, and the next call succeeds", arguments: Fault.all)
  func table(fault: Fault) async throws {
    let server = try MisbehavingServer()
    defer { server.stop() }
    // The fault is played on a separate loop, whose thread no other test uses.
    try await ContractLoop.run { try await Self.play(fault, server) }
  }

  private static func play(_ fault: Fault, _ server: MisbehavingServer) async throws {
    let transport = CurlTransport()
    let options = options(for: fault)
    let bodies: [(HTTPMethod, HTTPBody)] = [
      (.get, .empty), (.post, .bytes([1, 2])), (.put, .bytes([UInt8](repeating: 1, count: 300_000))),
    ]
    // Redirects are played only with GET, because a redirect of another method is delivered as the response.
    for (method, body) in fault.name.hasPrefix("redirect") ? Array(bodies.prefix(1)) : bodies {
      for _ in 0..<(fault.outcome == .error(.timeout) ? 1 : 2) {
        let outcome = try await outcome(transport, request(method, server, "/\(fault.name)", body), options)
        #expect(outcome == fault.outcome, "\(method)")
        let next = try await transport.send(request(.put, server, "/"), options: TransportOptions())
        #expect(next.text == "ok")
      }
    }
  }

  @Test("A response cut off after any byte fails the call with lostConnection", arguments: [false, true])
  func cuts(isChunked: Bool) async throws {
    let response =
      isChunked
      ? "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX-T: 1\r\n\r\n"
      : "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc"
    let transport = CurlTransport()
    for end in [Fault.Step.close, .reset] {
      let cuts = Fault.cuts(of: response, end)
      #expect(cuts.count == response.utf8.count)
      let server = try MisbehavingServer(cuts)
      defer { server.stop() }
      for cut in cuts {
        for (method, body) in [(HTTPMethod.get, HTTPBody.empty), (.post, .bytes([1]))] {
          let outcome = try await Self.outcome(transport, Self.request(method, server, "/\(cut)", body))
          #expect(outcome == .error(.lostConnection), "\(method) \(cut) \(end)")
        }
      }
      #expect(try await Self.outcome(transport, Self.request(.get, server, "/")) == .response(.ok))
    }
  }

  @Test("A fault before the request fails the call as documented")
  func greetings() async throws {
    let rows: [Fault] = [
      Fault("reset", [.reset], .error(.lostConnection)), Fault("close", [.close], .error(.lostConnection)),
      Fault("hang", [.hang], .error(.timeout)),
      Fault("garbage", [.send("\u{1}\u{2}\u{3}\r\n\r\n"), .closeWriting], .error(.malformedResponse)),
    ]
    for fault in rows {
      let server = try MisbehavingServer([], greeting: fault)
      defer { server.stop() }
      for (method, body) in [(HTTPMethod.get, HTTPBody.empty), (.put, .bytes([UInt8](repeating: 1, count: 300_000)))] {
        let outcome = try await Self.outcome(
          CurlTransport(), Self.request(method, server, "/", body), Self.options(for: fault))
        // An immediate reset may arrive before the connection counts as established, and sending to a closed server may fail
        // before its response is read.
        let isLost =
          fault.name == "reset" && outcome == .error(.noConnection)
          || fault.name == "garbage" && outcome == .error(.lostConnection)
        #expect(outcome == fault.outcome || isLost, "\(method) \(fault) \(outcome)")
      }
    }
  }

  @Test("A redirect loop ends after the allowed number of redirects")
  func redirects() async throws {
    let server = try MisbehavingServer()
    defer { server.stop() }
    for name in ["redirect-loop", "redirect-endless"] {
      let before = server.requestLines.count
      _ = try await Self.outcome(CurlTransport(), Self.request(.get, server, "/\(name)"))
      #expect(server.requestLines.count - before == 6)
    }
    #expect(Set(server.requestLines.suffix(6)).count == 6)
  }

  @Test("Misbehaving servers cost no memory beyond the limits and no descriptors")
  func bounded() async {
    await #expect(processExitsWith: .success) {
      let server = try MisbehavingServer()
      let before = (descriptors: FaultTests.descriptorCount(), memory: FaultTests.peakMemory())
      let greedy = Fault.all.filter {
        $0.name.hasPrefix("endless") || $0.name.hasPrefix("huge") || $0.name.hasSuffix("bomb")
      }
      precondition(greedy.count >= 10)
      let requests = greedy.map { FaultTests.request(.get, server, "/\($0.name)") }
      let all = Fault.all.map { FaultTests.request(.get, server, "/\($0.name)") }
      try await ContractLoop.run {
        let transport = CurlTransport()
        for request in requests + requests + requests {
          _ = try? await transport.send(request, options: FaultTests.options)
        }
        let options = TransportOptions(timeout: .milliseconds(700), maxResponseBytes: 4 << 20)
        // All faults, not only the greedy ones, are played at the same time.
        await withTaskGroup(of: Void.self) { group in
          for request in all {
            group.addTask { _ = try? await transport.send(request, options: options) }
          }
        }
      }
      server.stop()
      let growth = FaultTests.peakMemory() - before.memory
      // Each call may hold 4 MiB, and twice as much while its array grows.
      precondition(growth < 160 << 20, "grew by \(growth >> 20) MiB")
      // This waits for the descriptors of the loop, which are closed when its thread ends.
      var left = FaultTests.descriptorCount()
      for _ in 0..<200 where left > before.descriptors {
        poll(nil, 0, 10)
        left = FaultTests.descriptorCount()
      }
      precondition(left <= before.descriptors, "\(left) descriptors instead of \(before.descriptors)")
    }
  }

  private static func descriptorCount() -> Int {
    guard let folder = opendir("/proc/self/fd") else { return -1 }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    return count
  }

  /// The peak memory of the process in bytes.
  private static func peakMemory() -> Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss * 1024
  }

  @Test(
    "A fault can have any name, even one that a URL must escape",
    arguments: ["my fault", "users/7", "50%", "é?#", "a.b"])
  func names(name: String) async throws {
    let fault = Fault(name, [.close], .error(.lostConnection))
    let server = try MisbehavingServer([fault])
    defer { server.stop() }
    let client = APIClient(baseURL: server.baseURL(for: fault), transport: CurlTransport())
    #expect(await clientErrorCode { try await client("x").post.response() } == .lostConnection)
  }

  @Test("A server refuses a fault whose name cannot be part of a URL", arguments: ["", ".", ".."])
  func refusedNames(name: String) {
    let error = #expect(throws: MisbehavingServer.StartError.self) {
      try MisbehavingServer([Fault(name, [.close], .error(.lostConnection))])
    }
    #expect(error?.description.contains("cannot be part of a URL") == true)
  }

  @Test("A negative pause does not wait")
  func negativePause() async throws {
    let response = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na"
    let fault = Fault("negative", [.pause(.seconds(-1)), .send(response)], .response(.ok))
    let server = try MisbehavingServer([fault])
    defer { server.stop() }
    let client = APIClient(baseURL: server.baseURL(for: fault), transport: CurlTransport())
    #expect(try await client.timeout(.seconds(30)).response().text == "a")
  }
}
