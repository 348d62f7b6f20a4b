import ContractServer

/// Produces beats and zeros, and counts the received bytes.
struct FeedsService: Feeds {
  func ticks(count: Int?, lastEventID: String?) async throws -> ServerEvents<Beat> {
    let first = (lastEventID.flatMap(Int.init) ?? 0) + 1
    let events = Self.beats(first..<(count.map { first + $0 } ?? .max)).map { beat in
      ServerEvents.Event(beat, id: "\(beat.number)", retry: beat.number == first ? .milliseconds(200) : nil)
    }
    return ServerEvents(events: events)
  }

  func lines(count: Int) async throws -> JSONLines<Beat> { JSONLines(Self.beats(1..<(1 + max(0, count)))) }

  func add(beats: JSONLines<Beat>) async throws -> Int {
    var sum = 0
    for try await beat in beats { sum &+= beat.number }
    return sum
  }

  func bytes(count: Int) async throws -> ByteStream { .zeros(count) }

  func store(data: ByteStream) async throws -> Int {
    var count = 0
    for try await chunk in data { count += chunk.count }
    return count
  }

  /// Returns the beats with these numbers, one every 200 ms.
  private static func beats(_ numbers: Range<Int>) -> AsyncThrowingStream<Beat, any Error> {
    let next = Lock(numbers.lowerBound)
    return AsyncThrowingStream {
      let number = next.withLock { next in
        defer { next += 1 }
        return next
      }
      guard number < numbers.upperBound else { return nil }
      try await Task.sleep(for: .milliseconds(200))
      return Beat(number)
    }
  }
}

extension ByteStream {
  /// Returns a stream of `count` zeros, in chunks of 64 KiB.
  static func zeros(_ count: Int) -> ByteStream {
    let chunk = [UInt8](repeating: 0, count: 65_536)
    let rest = Lock(count)
    return ByteStream(length: count) {
      let left = rest.withLock { rest in
        defer { rest = Swift.max(0, rest - chunk.count) }
        return rest
      }
      if left == 0 { return nil }
      return left < chunk.count ? Array(chunk[..<left]) : chunk
    }
  }
}
