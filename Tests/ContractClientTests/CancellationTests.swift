import Contract
import ContractClient
import ContractHTTP
import ContractLoop
import Glibc
import Testing

@Suite("Cancellation and shutdown", .timeLimit(.minutes(5)), .serialized)
struct CancellationTests {
  @Test("Cancelling a task aborts its transfer, and the server sees the close")
  func aborts() async throws {
    let (requested, closed) = (Signal(), Signal())
    try await ScriptedServer.with({ connection in
      _ = connection.readRequest()
      requested.raise()
      connection.waitForClose()
      closed.raise()
    }) { server in
      let transport = CurlTransport()
      let call = Task { try await transport.send(server.request(), options: TransportOptions()) }
      await requested.wait()
      call.cancel()
      #expect(await clientErrorCode { try await call.value } == .cancelled)
      await closed.wait()
    }
  }

  @Test("Cancelling a task on a loop aborts its transfer on that loop")
  func abortsOnLoop() async throws {
    let (requested, closed) = (Signal(), Signal())
    try await ScriptedServer.with({ connection in
      _ = connection.readRequest()
      requested.raise()
      connection.waitForClose()
      closed.raise()
    }) { server in
      let transport = CurlTransport()
      let request = server.request()
      try await ContractLoop.run {
        await withTaskGroup(of: ClientError.Code?.self) { group in
          group.addTask { await clientErrorCode { try await transport.send(request, options: TransportOptions()) } }
          await requested.wait()
          group.cancelAll()
          #expect(await group.next() == .cancelled)
        }
        await closed.wait()
      }
    }
  }

  @Test("A call of a cancelled task sends nothing")
  func before() async throws {
    try await ScriptedServer.with({ $0.waitForClose() }) { server in
      let transport = CurlTransport()
      let call = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await transport.send(server.request(), options: TransportOptions())
      }
      #expect(await clientErrorCode { try await call.value } == .cancelled)
      #expect(server.acceptedCount == 0)
    }
  }

  @Test("A transport without references finishes its call in flight")
  func droppedInFlight() async throws {
    let (requested, released) = (Signal(), Signal())
    let gate = Gate()
    try await ScriptedServer.with({ connection in
      _ = connection.readRequest()
      requested.raise()
      gate.wait()
      connection.send(ok("late"))
      connection.waitForClose()
      released.raise()
    }) { server in
      let request = server.request()
      let call = Task { try await CurlTransport().send(request, options: TransportOptions()) }
      await requested.wait()
      gate.open()
      let response = try await call.value
      #expect(response.text == "late")
      // The transport is released when the call ends, and closes its connections.
      await released.wait()
    }
  }

  @Test("Stopping a loop ends the transfers that run on it")
  func loopStops() async throws {
    let (requested, closed) = (Signal(), Signal())
    try await ScriptedServer.with({ connection in
      _ = connection.readRequest()
      requested.raise()
      connection.waitForClose()
      closed.raise()
    }) { server in
      let transport = CurlTransport()
      let request = server.request()
      let loop = try ContractLoop(name: "short-lived")
      try loop.start()
      let call = Task(executorPreference: loop) {
        await clientErrorCode { try await transport.send(request, options: TransportOptions()) }
      }
      await requested.wait()
      loop.stop()
      #expect(await call.value == .transport)
      await closed.wait()
    }
  }

  @Test("1,000 calls with random cancellation all return, and no socket stays open", arguments: [false, true])
  func storm(onLoop: Bool) async throws {
    try await ScriptedServer.with({ connection in
      while let request = connection.readRequest() {
        if request.target == "/slow" { return connection.waitForClose() }
        connection.send(ok(request.target))
      }
    }) { server in
      let requests = (fast: server.request(.get, "/fast"), slow: server.request(.get, "/slow"))
      @Sendable func calls() async {
        let transport = CurlTransport()
        let results = await withTaskGroup(of: ClientError.Code?.self, returning: [ClientError.Code?].self) { group in
          for number in 0..<1_000 {
            let request = number % 4 == 0 ? requests.slow : requests.fast
            let yields = Int.random(in: 0..<200)
            group.addTask {
              let call = Task { try await transport.send(request, options: TransportOptions()) }
              if number % 2 == 0 {
                for _ in 0..<yields { await Task.yield() }
                call.cancel()
              }
              return await clientErrorCode { try await call.value }
            }
          }
          return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.count == 1_000)
        #expect(results.allSatisfy { $0 == nil || $0 == .cancelled })
        #expect(results.contains(nil))
        #expect(results.contains(.cancelled))
      }
      if onLoop {
        try await ContractLoop.run { await calls() }
      } else {
        await calls()
      }
      #expect(server.acceptedCount > 0)
      #expect(server.clientSocketCount == 0)
    }
  }
}
