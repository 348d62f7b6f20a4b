import ContractServer

/// A contract with every kind of stream.
@API
protocol Feeds: Sendable {
  /// Returns an event every 200 ms. The stream ends after `count` events, and continues after the last id.
  @GET("/ticks")
  func ticks(count: Int?, lastEventID: Header<String?>) async throws -> ServerEvents<Beat>

  /// Returns a line every 200 ms.
  @GET("/lines")
  func lines(count: Int) async throws -> JSONLines<Beat>

  /// Returns the sum of the numbers, after the last line.
  @POST("/lines")
  func add(beats: Body<JSONLines<Beat>>) async throws -> Int

  @GET("/bytes/:count")
  func bytes(count: Int) async throws -> ByteStream

  /// Returns the number of bytes.
  @PUT("/bytes")
  func store(data: Body<ByteStream>) async throws -> Int
}

/// A numbered event with the time of its production, in seconds since 1970.
@Schema @Tagged("kind") enum Beat: Equatable, Sendable {
  case tick(number: Int, at: Double)
  case tock(number: Int, at: Double)

  /// Creates the beat with this number, produced now.
  init(_ number: Int) {
    let now = WallClock.now
    self = number.isMultiple(of: 2) ? .tock(number: number, at: now) : .tick(number: number, at: now)
  }

  var number: Int {
    switch self {
    case .tick(let number, _), .tock(let number, _): number
    }
  }

  var time: Double {
    switch self {
    case .tick(_, let time), .tock(_, let time): time
    }
  }
}
