import ContractTestSupport
import ContractTesting
import Testing

@API
private protocol Deaf: Sendable {
  @GET("/deaf") func deaf() async throws -> String
  @GET("/lines") func lines() async throws -> JSONLines<Int>
  @GET("/bytes") func bytes() async throws -> ByteStream
  @POST("/sums") func sum(numbers: Body<JSONLines<Int>>) async throws -> Int
  @POST("/unread") func unread(numbers: Body<JSONLines<Int>>) async throws -> Int
}

/// A service that ignores its cancellation until a gate opens.
private struct DeafService: Deaf {
  let began = Gate()
  let isCancelled = Gate()
  let mayEnd = Gate()

  func deaf() async throws -> String {
    await wait()
    return "late"
  }

  private func wait() async {
    began.open()
    await withTaskCancellationHandler {
      await mayEnd.wait()
    } onCancel: {
      isCancelled.open()
    }
  }

  func lines() async throws -> JSONLines<Int> {
    await wait()
    return JSONLines([1])
  }

  func bytes() async throws -> ByteStream {
    ByteStream {
      await wait()
      return nil
    }
  }

  func sum(numbers: JSONLines<Int>) async throws -> Int {
    var sum = 0
    for try await number in numbers { sum += number }
    return sum
  }

  func unread(numbers: JSONLines<Int>) async throws -> Int {
    await wait()
    return 0
  }
}

/// The ends of calls whose handlers do not end.
@Suite("Ends of calls in process", .ownThreads, .timeLimit(.minutes(2)))
struct InProcessEndTests {
  fileprivate enum Kind: CaseIterable, Sendable {
    case value, stream, upload

    func call(_ client: APIClient) async throws {
      let api = DeafAPI(client)
      switch self {
      case .value: _ = try await api.deaf()
      case .stream: _ = try await api.lines()
      case .upload: _ = try await api.unread(numbers: JSONLines([1]))
      }
    }
  }

  @Test("A cancelled call ends even if its handler ignores the cancellation", arguments: 0..<3)
  func cancelled(kind: Int) async throws {
    let service = DeafService()
    let client = DeafRoutes(service).inProcess
    let call = Task { try await Kind.allCases[kind].call(client) }
    await service.began.wait()
    call.cancel()
    let error = await #expect(throws: ClientError.self) { try await call.value }
    #expect(error?.code == .cancelled)
    await service.isCancelled.wait()
    service.mayEnd.open()
  }

  @Test("A stream ends when its reader is cancelled, even if the service ignores the cancellation")
  func cancelledReader() async throws {
    let service = DeafService()
    let client = DeafRoutes(service).inProcess
    let reader = Task { try await DeafAPI(client).bytes().next() }
    await service.began.wait()
    reader.cancel()
    let error = await #expect(throws: ClientError.self) { try await reader.value }
    #expect(error?.code == .cancelled)
    await service.isCancelled.wait()
    service.mayEnd.open()
  }

  @Test("A call ends at its timeout even if its handler ignores the cancellation", arguments: 0..<3)
  func timedOut(kind: Int) async throws {
    let service = DeafService()
    let client = DeafRoutes(service).inProcess.timeout(.milliseconds(50))
    let error = await #expect(throws: ClientError.self) { try await Kind.allCases[kind].call(client) }
    #expect(error?.code == .timeout)
    await service.isCancelled.wait()
    service.mayEnd.open()
  }

  @Test("A call from a cancelled task does not reach its handler")
  func cancelledBefore() async throws {
    let service = DeafService()
    let client = DeafRoutes(service).inProcess
    let call = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await DeafAPI(client).deaf()
    }
    let error = await #expect(throws: ClientError.self) { try await call.value }
    #expect(error?.code == .cancelled)
    #expect(!service.began.isOpen)
  }

  @Test("The timeout does not limit the time in which the handler reads a stream")
  func upload() async throws {
    let timeout = Duration.seconds(1)
    let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
    let service = DeafService()
    defer { service.mayEnd.open() }
    let client = DeafRoutes(service).inProcess.timeout(timeout)
    async let sum = DeafAPI(client).sum(numbers: JSONLines(numbers))
    let start = ContinuousClock.now
    // Other deadlines pass while the handler waits for the next number.
    while ContinuousClock.now - start < timeout * 2 {
      continuation.yield(1)
      _ = try? await DeafAPI(client.timeout(timeout / 16)).deaf()
    }
    continuation.finish()
    #expect(try await sum > 0)
  }

  @Test("Each concurrent call ends at its own timeout")
  func several() async throws {
    let service = DeafService()
    defer { service.mayEnd.open() }
    let client = DeafRoutes(service).inProcess
    typealias Ended = (limit: Int, isTimely: Bool)
    let ended = await withTaskGroup(of: Ended.self, returning: [Ended].self) { group in
      for limit in [60_000, 300, 100, 200] {
        group.addTask {
          let start = ContinuousClock.now
          let error = await #expect(throws: ClientError.self) {
            try await DeafAPI(client.timeout(.milliseconds(limit))).deaf()
          }
          return (limit, error?.code == .timeout && ContinuousClock.now - start >= .milliseconds(limit))
        }
      }
      var ended: [Ended] = []
      while ended.count < 3, let next = await group.next() { ended.append(next) }
      group.cancelAll()
      return ended
    }
    #expect(ended.map(\.limit).sorted() == [100, 200, 300])
    #expect(ended.allSatisfy { $0.isTimely }, "\(ended)")
  }
}
