import Testing

@testable import ContractLoop

@Suite("The time up to which a loop has seen all events")
struct EventHorizonTests {
  /// A poll that started at a time in nanoseconds and returned a number of events, at most four.
  struct Poll {
    let time: Int64
    let count: Int
    /// The horizon after the poll.
    let seen: Int64
    /// The number of descriptors, if it differs from the row's.
    let descriptors: Int?

    init(at time: Int64, _ count: Int, seen: Int64, descriptors: Int? = nil) {
      (self.time, self.count, self.seen, self.descriptors) = (time, count, seen, descriptors)
    }
  }

  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let descriptors: Int
    let polls: [Poll]

    init(_ testDescription: String, descriptors: Int, _ polls: [Poll]) {
      (self.testDescription, self.descriptors, self.polls) = (testDescription, descriptors, polls)
    }
  }

  static let rows = [
    Row(
      "each poll with room for more events has seen all", descriptors: 100,
      [Poll(at: 10, 3, seen: 10), Poll(at: 20, 0, seen: 20), Poll(at: 30, 1, seen: 30)]),
    Row(
      "a full poll may leave events, until a poll is not full", descriptors: 100,
      [Poll(at: 10, 1, seen: 10), Poll(at: 20, 4, seen: 10), Poll(at: 30, 4, seen: 10), Poll(at: 40, 3, seen: 40)]),
    Row(
      "a full poll with an event of every descriptor has seen all", descriptors: 4,
      [Poll(at: 10, 4, seen: 10), Poll(at: 20, 4, seen: 20)]),
    Row(
      "consecutive full polls with as many events as descriptors have seen all up to the first poll",
      descriptors: 9,
      [
        Poll(at: 10, 4, seen: 0), Poll(at: 20, 4, seen: 0), Poll(at: 30, 4, seen: 10),
        Poll(at: 40, 4, seen: 10), Poll(at: 50, 4, seen: 10), Poll(at: 60, 4, seen: 40),
      ]),
    Row(
      "descriptors closed between polls do not lower the required number of events", descriptors: 10,
      [
        Poll(at: 10, 4, seen: 0), Poll(at: 20, 4, seen: 0, descriptors: 6), Poll(at: 30, 4, seen: 10, descriptors: 2),
      ]),
    Row(
      "descriptors added between polls do not raise the required number of events", descriptors: 8,
      [Poll(at: 10, 4, seen: 0), Poll(at: 20, 4, seen: 10, descriptors: 100)]),
    Row(
      "a poll that is not full starts the count again", descriptors: 8,
      [
        Poll(at: 10, 4, seen: 0), Poll(at: 20, 2, seen: 20), Poll(at: 30, 4, seen: 20),
        Poll(at: 40, 4, seen: 30),
      ]),
  ]

  @Test("After each poll, the horizon is the latest time up to which all events are known to be seen", arguments: rows)
  func horizon(_ row: Row) {
    var horizon = EventHorizon(LoopInstant(nanoseconds: 0))
    for poll in row.polls {
      horizon.polled(
        from: LoopInstant(nanoseconds: poll.time), count: poll.count, capacity: 4,
        descriptors: poll.descriptors ?? row.descriptors)
      #expect(horizon.moment.nanoseconds == poll.seen, "after the poll at \(poll.time)")
    }
  }
}
