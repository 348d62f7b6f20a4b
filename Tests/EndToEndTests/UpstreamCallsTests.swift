import Contract
import ContractHTTP
import ContractServer
import ContractTestSupport
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
    // A call from outside the server's loops starts the transport's own engine.
    #expect(try await upstream.back(id: 7) == "back 7")
    #expect(transport.engines.hasOwn)
    await front.stop()
    await back.stop()
  }

  @Test("A response that a handler relays is compressed, and announces no trailer", .ownThreads)
  func relayed() async throws {
    var data = Router()
    data.on(.get, "/data") { _ in
      let left = Lock(20)
      let parts = ByteStream {
        left.withLock { left in
          left -= 1
          return left < 0 ? nil : [UInt8](repeating: 0x61, count: 1000)
        }
      }
      return HTTPResponse(.ok, fields: [.contentType: "text/plain"], body: .stream(parts))
    }
    let back = Server(port: 0, threads: 1, router: data)
    let authority = "127.0.0.1:\(try await back.start().port)"
    let transport = CurlTransport()
    var relay = Router()
    relay.on(.get, "/relay") { _ in
      let request = HTTPRequest(.get, "/data", scheme: "http", authority: authority)
      let response = try await transport.stream(request, options: TransportOptions())
      return HTTPResponse(.ok, fields: [.contentType: "text/plain"], body: response.body)
    }
    let front = Server(port: 0, threads: 1, middleware: [Compression()], router: relay)
    let port = try await front.start().port
    let plain = try RawConnection(port: port).exchange("GET", "/relay")
    #expect(plain.status == 200 && plain.body.count == 20_000 && plain.field("trailer") == nil)
    let compressed = try RawConnection(port: port).exchange("GET", "/relay", ["Accept-Encoding: gzip"])
    #expect(compressed.field("content-encoding") == "gzip" && compressed.body.count < 1000)
    await front.stop()
    await back.stop()
  }
}
