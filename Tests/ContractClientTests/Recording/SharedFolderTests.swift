import Contract
import ContractClient
import ContractHTTP
import ContractTesting
import Glibc
import Testing

@Suite("Fixture folders of several recorders", .timeLimit(.minutes(2)))
struct SharedFolderTests {
  private let replayed = APIClient(baseURL: "http://replayed.invalid")

  @Test("Recorders that share a folder number their fixtures in the order of the exchanges")
  func order() async throws {
    let live = AnsweringTransport { _, number in .text("\(number)") }
    try await withFixtureFolder { folder in
      let recorders = try (1...2).map { _ in try RecordingTransport(to: folder, over: live) }
      for id in 1...3 { _ = try await replayed.transport(recorders[0])("users")(id).response() }
      for recorder in recorders { _ = try await replayed.transport(recorder)("status").response() }
      #expect(recorders[0].recorded.last == "004-GET-status.json")
      #expect(recorders[1].recorded == ["005-GET-status.json"])
      let replay = replayed.transport(try ReplayingTransport(from: folder))
      for answer in ["4", "5"] { #expect(try await replay("status").response().text == answer) }
    }
  }

  @Test("Recorders that write at the same time use different numbers")
  func concurrency() async throws {
    try await withFixtureFolder { folder in
      let live = AnsweringTransport { request, _ in .text(request.target) }
      let recorders = try (1...3).map { _ in try RecordingTransport(to: folder, over: live) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for index in 0..<60 {
          group.addTask { _ = try await replayed.transport(recorders[index % 3])("a")(index).response() }
        }
        try await group.waitForAll()
      }
      let numbers = recorders.flatMap(\.recorded).compactMap { Int($0.prefix(3)) }
      #expect(numbers.sorted() == Array(1...60))
    }
  }

  @Test("A folder whose highest number is the maximum is refused with a reason")
  func maximum() async throws {
    try await withFixtureFolder { folder in
      let recorder = try RecordingTransport(to: folder, over: AnsweringTransport(.text("x")))
      let name = "\(Int.max)-GET-a.json"
      let file = try #require(fopen("\(folder)/\(name)", "w"))
      fputs(#"{"version":1,"request":{"method":"GET","url":"/a"},"response":{"status":200}}"#, file)
      fclose(file)
      let error = #expect(throws: FixtureError.self) { try RecordingTransport(to: folder) }
      #expect(error?.path == "\(folder)/\(name)" && error?.description.contains("has the maximum number") == true)
      let failure = await #expect(throws: ClientError.self) {
        try await replayed.transport(recorder)("b").response()
      }
      #expect(failure?.message.contains("has the maximum number") == true, "\(failure?.message ?? "")")
      // A replaced folder has numbers again.
      let fresh = try RecordingTransport(to: folder, over: AnsweringTransport(.text("x")), replacing: true)
      _ = try await replayed.transport(fresh)("b").response()
      #expect(fresh.recorded == ["001-GET-b.json"])
    }
  }
}
