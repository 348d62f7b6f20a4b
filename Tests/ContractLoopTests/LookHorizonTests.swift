import Testing

@testable import ContractLoop

@Suite("The time up to which a loop has seen all events")
struct LookHorizonTests {
  /// A poll that started at a time in nanoseconds and returned a number of events, at most four.
  struct Look {
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
    let looks: [Look]

    init(_ testDescription: String, descriptors: Int, _ looks: [Look]) {
      (self.testDescription, self.descriptors, self.looks) = (testDescription, descriptors, looks)
    }
  }

  static let rows = [
    Row(
      "looks that bring fewer than they could see everything", descriptors: 100,
      [Look(at: 10, 3, seen: 10), Look(at: 20, 0, seen: 20), Look(at: 30, 1, seen: 30)]),
    Row(
      "after a full look something may be left, until one is not full", descriptors: 100,
      [Look(at: 10, 1, seen: 10), Look(at: 20, 4, seen: 10), Look(at: 30, 4, seen: 10), Look(at: 40, 3, seen: 40)]),
    Row(
      "a full look that brought all descriptors has seen everything", descriptors: 4,
      [Look(at: 10, 4, seen: 10), Look(at: 20, 4, seen: 20)]),
    Row(
      "as many events as descriptors in full looks in a row: all that was there at the first", descriptors: 9,
      [
        Look(at: 10, 4, seen: 0), Look(at: 20, 4, seen: 0), Look(at: 30, 4, seen: 10),
        Look(at: 40, 4, seen: 10), Look(at: 50, 4, seen: 10), Look(at: 60, 4, seen: 40),
      ]),
    Row(
      "descriptors that are closed meanwhile leave as many unseen as there were", descriptors: 10,
      [
        Look(at: 10, 4, seen: 0), Look(at: 20, 4, seen: 0, descriptors: 6), Look(at: 30, 4, seen: 10, descriptors: 2),
      ]),
    Row(
      "descriptors added meanwhile follow earlier ones", descriptors: 8,
      [Look(at: 10, 4, seen: 0), Look(at: 20, 4, seen: 10, descriptors: 100)]),
    Row(
      "a look that is not full begins a new row", descriptors: 8,
      [
        Look(at: 10, 4, seen: 0), Look(at: 20, 2, seen: 20), Look(at: 30, 4, seen: 20),
        Look(at: 40, 4, seen: 30),
      ]),
  ]

  @Test("The horizon advances with the polls", arguments: rows)
  func horizon(_ row: Row) {
    var horizon = LookHorizon(LoopInstant(nanoseconds: 0))
    for look in row.looks {
      horizon.looked(
        from: LoopInstant(nanoseconds: look.time), count: look.count, capacity: 4,
        descriptors: look.descriptors ?? row.descriptors)
      #expect(horizon.moment.nanoseconds == look.seen, "after the look at \(look.time)")
    }
  }
}
