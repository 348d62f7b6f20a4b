internal import ContractServer

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The streams that `Scripts/bench --only streams,websockets` measures.
@API protocol Streams: Sendable {
  /// Sends `count` events as fast as the subscriber receives them.
  @GET("/events/:count") func events(count: Int) async throws -> ServerEvents<Sample>
  /// Sends `count` bytes from memory.
  @GET("/bytes/:count") func bytes(count: Int) async throws -> ByteStream
  /// Receives bytes and counts them.
  @PUT("/sink") func sink(data: Body<ByteStream>) async throws -> Int
  /// Repeats messages.
  @WebSocket("/echo") func echo() async throws -> Channel<String, String>
}

/// The data of an event.
@Schema struct Sample: Sendable {
  var number: Int
  var name: String
}

/// A service that produces events and bytes, and counts received bytes.
struct StreamService: Streams {
  func events(count: Int) -> ServerEvents<Sample> { ServerEvents(Samples(count: count)) }

  func bytes(count: Int) -> ByteStream {
    let chunk = [UInt8](repeating: 7, count: 64 << 10)
    let rest = Lock(count)
    return ByteStream(length: count) {
      let size = rest.withLock { rest in
        let size = min(rest, chunk.count)
        rest -= size
        return size
      }
      return size == 0 ? nil : size == chunk.count ? chunk : Array(chunk[..<size])
    }
  }

  func echo() -> Channel<String, String> {
    Channel { connection in
      for try await text in connection { try await connection.send(text) }
    }
  }

  func sink(data: ByteStream) async throws -> Int {
    var count = 0
    for try await chunk in data { count += chunk.count }
    return count
  }
}

/// A sequence that never waits.
private struct Samples: AsyncSequence, Sendable {
  let count: Int

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(count: count) }

  struct AsyncIterator: AsyncIteratorProtocol {
    let count: Int
    private var number = 0

    init(count: Int) { self.count = count }

    mutating func next() async -> Sample? {
      guard number < count else { return nil }
      number += 1
      return Sample(number: number, name: "a sample")
    }
  }
}

/// `bench-streams FILE` serves the contract on a free port, and the file at `/file`. It prints its address.
@main
struct BenchStreams {
  static func main() async {
    guard CommandLine.arguments.count == 2 else {
      print("usage: bench-streams FILE")
      exit(64)
    }
    let path = CommandLine.arguments[1]
    var router = Router()
    router.add(StreamsRoutes(StreamService()))
    router.on(.get, "/file") { _ in FileResponse(path) }
    var limits = ServerLimits()
    limits.maxConnections = 20_000
    limits.maxConnectionsPerPeer = nil
    let server = Server(listening: [.tcp("127.0.0.1", port: 0)], threads: 1, limits: limits, router: router)
    do {
      try await server.run {
        print("listening on \($0)")
        fflush(nil)
      }
    } catch {
      print("bench-streams: \(error)")
      exit(1)
    }
  }
}
