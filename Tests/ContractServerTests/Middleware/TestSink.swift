import ContractHTTP

@testable import ContractServer

/// Stores written bytes, and accepts only a configured number of them.
final class TestSink: LogSink {
  struct State {
    var bytes: [UInt8] = []
    var room = Int.max
    var reopened = 0
  }
  let state = Lock(State())

  func write(_ bytes: ArraySlice<UInt8>) -> Int {
    state.withLock { state in
      let count = min(bytes.count, state.room)
      state.bytes += bytes.prefix(count)
      if state.room != .max { state.room -= count }
      return count
    }
  }

  func reopen() { state.withLock { $0.reopened += 1 } }
  var text: String { String(decoding: state.withLock { $0.bytes }, as: UTF8.self) }
  func setRoom(_ room: Int) { state.withLock { $0.room = room } }
}
