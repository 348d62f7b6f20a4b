import ContractClient

/// A client of the feeds, which prints the received values.
struct StreamsClient {
  let api: FeedsAPI

  init(_ url: String) { api = FeedsAPI(APIClient(baseURL: url)) }

  /// Makes the call with this name, and prints one line for each value, or one with the result.
  func call(_ name: String, _ count: Int) async throws {
    switch name {
    case "ticks":
      var rest = count
      for try await event in try await api.ticks(count: nil).events {
        printArrival(event.value)
        rest -= 1
        if rest == 0 { break }
      }
    case "lines":
      for try await beat in try await api.lines(count: count) { printArrival(beat) }
    case "download":
      var received = 0
      for try await chunk in try await api.bytes(count: count) { received += chunk.count }
      print("bytes \(received)")
    case "upload":
      print("bytes \(try await api.store(data: .zeros(count)))")
    default: throw UnknownCall(name: name)
    }
  }

  private func printArrival(_ beat: Beat) { print("\(beat.number) \(WallClock.now - beat.time)") }

  struct UnknownCall: Error { let name: String }
}
