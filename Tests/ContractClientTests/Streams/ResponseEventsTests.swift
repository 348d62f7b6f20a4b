import Contract
import ContractClient
import Testing

@Suite("Events of a response", .timeLimit(.minutes(2)))
struct ResponseEventsTests {
  @Test("An iterator over events has the last ID that an empty line confirmed, with or without data")
  func lastID() async throws {
    let pieces = ["data: a\n\n", "id: 1\ndata: b\n\n", "id: 2\n\n", "data: c\n\n", "id: 3\ndata: d\n"]
    var iterator = try await StreamTests.client(pieces).stream().events.makeAsyncIterator()
    var ids: [String?] = []
    while try await iterator.next() != nil { ids.append(iterator.lastID) }
    #expect(ids == [nil, "1", "2"])
    #expect(iterator.lastID == "2", "the event with the ID 3 is incomplete")
  }
}
