import Contract
import ContractTesting
import FoundationEssentials
import IssueContract
import IssueService
import Testing

@testable import issues

/// Both ends over sockets.
@Suite("End to end")
final class EndToEndTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "issues-\(UUID())").path

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  @Test("Commands, client, sockets, server and store agree")
  func commands() async throws {
    try await withServer(Server.issues(IssueStore(folder: folder), port: 0, threads: 1)) { client in
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
    try await withServer(Server.issues(IssueStore(folder: folder), port: 0, threads: 1)) { client in
      let issues = IssuesAPI(client("repos/o/r").credentials(.bearer("token-ann")))
      let invalid = await #expect(throws: ClientError.self) { try await issues.change(number: 1, title: .set("")) }
      #expect(invalid?.code == .invalidInput)
      let refused = await #expect(throws: ClientError.self) {
        try await IssuesAPI(client("repos/o/r")).issue(number: 1)
      }
      #expect(refused?.response?.status == .unauthorized)
    }
  }

  @Test("A watcher gets past and new events, and only later ones after an id")
  func watching() async throws {
    try await withServer(Server.issues(IssueStore(folder: folder), port: 0, threads: 1)) { client in
      let issues = IssuesAPI(client("repos/o/r").credentials(.bearer("token-ann")))
      _ = try await issues.open(title: "Leak", labels: ["ui"])
      var events = try await issues.watch(number: 1).makeAsyncIterator()
      #expect(try await events.next() == .opened(by: "ann"))
      _ = try await issues.change(number: 1, state: .set(.closed))
      #expect(try await events.next() == .closed(by: "ann"))
      var rest = try await issues.watch(number: 1, lastEventID: 1).makeAsyncIterator()
      #expect(try await rest.next() == .closed(by: "ann"))
      await #expect(throws: IssueError.notFound(number: 2)) { try await issues.watch(number: 2) }
    }
  }

  @Test("An attached file is returned byte for byte, and a later one replaces it")
  func files() async throws {
    try await withServer(Server.issues(IssueStore(folder: folder), port: 0, threads: 1)) { client in
      let issues = IssuesAPI(client("repos/o/r").credentials(.bearer("token-ann")))
      _ = try await issues.open(title: "Leak", labels: [])
      for bytes in [[UInt8](repeating: 7, count: 1 << 20), Array("second".utf8)] {
        let attachment = try await issues.attach(number: 1, name: "log.txt", data: ByteStream(bytes))
        #expect(attachment == Attachment(name: "log.txt", byteCount: bytes.count))
        #expect(try await issues.attachment(number: 1, name: "log.txt").collect(upTo: 2 << 20) == bytes)
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
      await #expect(throws: IssueError.noFile(name: "x")) { try await issues.attachment(number: 1, name: "x") }
      await #expect(throws: IssueError.notFound(number: 2)) {
        try await issues.attach(number: 2, name: "x", data: ByteStream([]))
      }
    }
  }

  @Test("The contract is valid")
  func contract() {
    #expect(IssuesEndpoints.all.verify().isEmpty)
  }
}
