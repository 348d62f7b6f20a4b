import ContractTestSupport
import ContractTesting

/// A contract of endless streams, which break after a number of chunks.
@API protocol Fragile: Sendable {
  @GET("/download") func download(breaksAfter: Int?) async throws -> ByteStream
  @PUT("/upload") func upload(breaksAfter: Query<Int?>, data: Body<ByteStream>) async throws
  /// A POST, so that clients do not connect again.
  @POST("/events") func events(breaksAfter: Query<Int?>) async throws -> ServerEvents<Int>
}

/// A kind of stream that breaks off.
enum FragileKind: String, CaseIterable, Codable, Sendable {
  case download, upload, events
}

struct FragileService: Fragile {
  let streams = LiveStreams()

  struct Undeclared: Error {}

  func download(breaksAfter: Int?) async throws -> ByteStream {
    streams.bytes { if $0 == breaksAfter { throw Undeclared() } }
  }

  func upload(breaksAfter: Int?, data: ByteStream) async throws {
    let token = streams.token()
    defer { withExtendedLifetime(token) {} }
    var count = 0
    while count != breaksAfter, try await data.next() != nil { count += 1 }
    throw Undeclared()
  }

  func events(breaksAfter: Int?) async throws -> ServerEvents<Int> {
    let token = streams.token()
    let count = Lock(0)
    let numbers = AsyncThrowingStream<Int, any Error> {
      let n = withExtendedLifetime(token) {
        count.withLock { count in
          defer { count += 1 }
          return count
        }
      }
      if n == breaksAfter { throw Undeclared() }
      return n
    }
    return ServerEvents(numbers)
  }
}

/// Counts the streams that are not released.
final class LiveStreams: Sendable {
  private let state = Lock((alive: 0, total: 0, gate: Gate?.none))

  var total: Int { state.withLock { $0.total } }

  func token() -> Token { Token(self) }

  /// Returns an endless stream, which calls a function with the number of each chunk.
  func bytes(_ check: @escaping @Sendable (Int) throws -> Void) -> ByteStream {
    let token = token()
    let count = Lock(0)
    return ByteStream {
      let number = withExtendedLifetime(token) {
        count.withLock { count in
          defer { count += 1 }
          return count
        }
      }
      try check(number)
      return [UInt8](repeating: 1, count: 32_768)
    }
  }

  /// Waits until all streams are released.
  func waitForNone() async {
    let gate = Gate()
    let isOver = state.withLock { state in
      state.gate = gate
      return state.alive == 0
    }
    if !isOver { await gate.wait() }
  }

  private func change(by count: Int) {
    let gate = state.withLock { state in
      state.alive += count
      state.total += max(0, count)
      return state.alive == 0 ? state.gate : nil
    }
    gate?.open()
  }

  final class Token: Sendable {
    private let streams: LiveStreams

    init(_ streams: LiveStreams) {
      self.streams = streams
      streams.change(by: 1)
    }

    deinit { streams.change(by: -1) }
  }
}
