import ContractTestSupport
import ContractTesting
import Testing

/// A contract of endless streams, which break after a number of chunks.
@API protocol Fragile: Sendable {
  @GET("/download") func download(breaksAfter: Int?) async throws -> ByteStream
  @PUT("/upload") func upload(breaksAfter: Query<Int?>, data: Body<ByteStream>) async throws
  /// A POST, so that clients do not connect again.
  @POST("/events") func events(breaksAfter: Query<Int?>) async throws -> ServerEvents<Int>
  @GET("/lines") func lines(breaksAfter: Int?) async throws -> JSONLines<Int>
  @PUT("/lines") func load(breaksAfter: Query<Int?>, lines: Body<JSONLines<Int>>) async throws
}

/// A kind of stream that breaks off.
enum FragileKind: String, CaseIterable, Codable, Sendable {
  case download, upload, events
  /// JSON lines, as a result and as a body.
  case lines, load
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
    ServerEvents(streams.numbers { if $0 == breaksAfter { throw Undeclared() } })
  }

  func lines(breaksAfter: Int?) async throws -> JSONLines<Int> {
    JSONLines(streams.numbers { if $0 == breaksAfter { throw Undeclared() } })
  }

  func load(breaksAfter: Int?, lines: JSONLines<Int>) async throws {
    let token = streams.token()
    defer { withExtendedLifetime(token) {} }
    var count = 0
    var iterator = lines.makeAsyncIterator()
    while count != breaksAfter, let number = try await iterator.next() {
      #expect(number == count)
      count += 1
    }
    throw Undeclared()
  }
}

/// Counts the streams that are not released.
final class LiveStreams: Sendable {
  private let state = Lock((alive: 0, total: 0, gate: Gate?.none))

  var total: Int { state.withLock { $0.total } }

  func token() -> Token { Token(self) }

  /// Returns an endless stream, which calls a function with the number of each chunk.
  func bytes(_ check: @escaping @Sendable (Int) throws -> Void) -> ByteStream {
    let next = counter()
    return ByteStream {
      try check(next())
      return LiveStreams.chunk
    }
  }

  /// Returns the numbers from 0 without end, and calls a function with each.
  func numbers(_ check: @escaping @Sendable (Int) throws -> Void) -> AsyncThrowingStream<Int, any Error> {
    let next = counter()
    return AsyncThrowingStream<Int, any Error> {
      let number = next()
      try check(number)
      return number
    }
  }

  private static let chunk = [UInt8](repeating: 1, count: 32_768)

  /// Returns a function that counts its calls from 0. It counts as a stream until it is released.
  private func counter() -> @Sendable () -> Int {
    let token = token()
    let count = Lock(0)
    return {
      withExtendedLifetime(token) {
        count.withLock { count in
          defer { count += 1 }
          return count
        }
      }
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
