import Contract
import ContractTesting
import FoundationEssentials
import IssueContract
import Testing

@testable import issues

/// Commands against the mock of the contract: no server, no sockets.
@Suite("Commands")
struct CommandTests {
  private let issue = Issue(
    number: 7, title: "Leak", labels: ["bug"], author: "ann", openedAt: Date(timeIntervalSince1970: 0))

  @Test(
    "A command line becomes a command",
    arguments: [
      ("list", Command.list(state: nil, labels: [])),
      ("list --open bug ui", .list(state: .open, labels: ["bug", "ui"])),
      ("show 7", .show(7)), ("open Leak bug", .open(title: "Leak", labels: ["bug"])), ("close 7", .close(7)),
      ("reopen 7", .reopen(7)), ("assign 7 bob", .assign(7, to: "bob")), ("assign 7", .assign(7, to: nil)),
      ("history 7", .history(7)), ("watch 7", .watch(7)), ("attach 7 a/log.txt", .attach(7, file: "a/log.txt")),
      ("fetch 7 log.txt", .fetch(7, name: "log.txt")), ("attach 7", nil), ("fetch 7 a b", nil), ("list --old", nil),
      ("show", nil), ("show x", nil), ("close 7 8", nil), ("", nil),
    ] as [(String, Command?)])
  func parsing(line: String, command: Command?) {
    #expect(Command(line.split(separator: " ").map(String.init)) == command)
  }

  @Test("A list has the issues of all pages")
  func pages() async throws {
    let mock = IssuesMock()
    mock.mockIssues { [issue] _, _, after, _ in Page(items: [issue], next: after == nil ? 7 : nil) }
    let text = try await CommandRunner(issues: mock).run(.list(state: .open, labels: ["bug"]))
    #expect(text == "#7 open Leak [bug]\n#7 open Leak [bug]")
    #expect(mock.issuesCalls.map(\.after) == [nil, 7])
    #expect(mock.issuesCalls.map(\.labels) == [["bug"], ["bug"]])
  }

  @Test("Removing the assignee leaves the other members unchanged")
  func unassigning() async throws {
    let mock = IssuesMock()
    mock.mockChange { [issue] _, _, _, _, _, _ in issue }
    _ = try await CommandRunner(issues: mock).run(.assign(7, to: nil))
    let call = try #require(mock.changeCalls.first)
    #expect(call.assignee == .clear)
    #expect(call.title == .leave && call.body == .leave && call.labels == .leave && call.state == .leave)
  }
}
