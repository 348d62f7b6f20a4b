import Contract
import ContractHTTP
import ContractServer
import Glibc
import Testing

@testable import ContractClient

@API
private protocol Front: Sendable {
  @GET("/front/{id}") func front(id: Int) async throws -> String
}

@API
private protocol Back: Sendable {
  @GET("/back/{id}") func back(id: Int) async throws -> String
}

private struct BackService: Back {
  func back(id: Int) async throws -> String { "back \(id)" }
}

/// Calls another server, and returns whether that was on one thread.
private struct FrontService: Front {
  let upstream: BackAPI

  func front(id: Int) async throws -> String {
    let before = pthread_self()
    let answer = try await upstream.back(id: id)
    return "\(answer), \(pthread_equal(before, pthread_self()) != 0 ? "the same thread" : "another thread")"
  }
}

@Suite("Client calls from handlers", .timeLimit(.minutes(2)))
struct UpstreamCallsTests {
  @Test("A handler's client calls run on its loop's thread and start no other engine")
  func sameThread() async throws {
    let back = Server(port: 0, threads: 1) { BackRoutes(BackService()) }
    let backAddress = try await back.start()
    let transport = CurlTransport()
    let upstream = BackAPI(APIClient(baseURL: backAddress.url, transport: transport))
    let front = Server(port: 0, threads: 2) { FrontRoutes(FrontService(upstream: upstream)) }
    let frontAddress = try await front.start()
    let client = FrontAPI(APIClient(baseURL: frontAddress.url, transport: CurlTransport()))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for id in 0..<50 {
        group.addTask {
          let answer = try await client.front(id: id)
          #expect(answer == "back \(id), the same thread")
        }
      }
      try await group.waitForAll()
    }
    #expect(!transport.engines.hasOwn)
    // One that is called from here has.
    #expect(try await upstream.back(id: 7) == "back 7")
    #expect(transport.engines.hasOwn)
    await front.stop()
    await back.stop()
  }
}
