import Contract
import ContractTesting
import IssueContract
import IssueService
import Testing

@testable import issues

/// Both ends over sockets.
@Suite("End to end")
struct EndToEndTests {
  @Test("Commands, client, sockets, server and store agree")
  func commands() async throws {
    try await withServer(Server.issues(IssueStore(), port: 0, threads: 1)) { client in
      let ann = CommandRunner(issues: IssuesAPI(client("repos/o/r").credentials(.bearer("token-ann"))))
      let bob = CommandRunner(issues: IssuesAPI(client("repos/o/r").credentials(.bearer("token-bob"))))
      let opened = try await ann.run(.open(title: "Leak, big", labels: ["ui", "a b"]))
      #expect(opened == "#1 open Leak, big [a b] [ui]\n/repos/o/r/issues/1")
      #expect(try await bob.run(.open(title: "Leak, big", labels: [])) == "already open: #1 open Leak, big [a b] [ui]")
      #expect(try await bob.run(.assign(1, to: "cid")) == "#1 open Leak, big [a b] [ui] @cid")
      #expect(try await bob.run(.assign(1, to: nil)) == "#1 open Leak, big [a b] [ui]")
      #expect(try await ann.run(.list(state: .open, labels: ["ui", "a b"])) == "#1 open Leak, big [a b] [ui]")
      #expect(try await ann.run(.close(1)) == "#1 closed Leak, big [a b] [ui]")
      #expect(
        try await ann.run(.history(1)) == "ann opened it\nbob assigned cid\nbob took the assignee away\nann closed it")
      await #expect(throws: IssueError.closed(number: 1)) { try await bob.run(.assign(1, to: "cid")) }
      await #expect(throws: IssueError.notFound(number: 2)) { try await bob.run(.show(2)) }
    }
  }

  @Test("An invalid value is not sent, and a caller without a token is refused")
  func refusals() async throws {
    try await withServer(Server.issues(IssueStore(), port: 0, threads: 1)) { client in
      let issues = IssuesAPI(client("repos/o/r").credentials(.bearer("token-ann")))
      let invalid = await #expect(throws: ClientError.self) { try await issues.change(number: 1, title: .set("")) }
      #expect(invalid?.code == .invalidInput)
      let refused = await #expect(throws: ClientError.self) {
        try await IssuesAPI(client("repos/o/r")).issue(number: 1)
      }
      #expect(refused?.response?.status == .unauthorized)
    }
  }

  @Test("The contract is sound")
  func contract() {
    #expect(IssuesEndpoints.all.verify().isEmpty)
  }
}
