import Contract
import IssueContract
import IssueService
import Testing

/// The service by itself, created with its user.
@Suite("The service")
struct ServiceTests {
  private let store = IssueStore(folder: "/nonexistent")

  private func service(_ user: String = "ann", repository: String = "r") -> IssueService {
    IssueService(store: store, owner: "o", repository: repository, user: user)
  }

  @Test("An open issue with the same title is not opened twice")
  func opening() async throws {
    let first = try await service().open(title: "Leak", body: "x", labels: ["b", "a", "a"])
    let issue = first.issue
    #expect(issue.author == "ann" && issue.labels == ["a", "b"])
    #expect(first == .created(issue, location: "/issues/1"))
    #expect(try await service("bob").open(title: "Leak", body: "", labels: []) == .existing(issue))
    #expect(try await service(repository: "other").open(title: "Leak", body: "", labels: []).issue.number == 1)
  }

  @Test("A change keeps, clears and sets members, and each difference is an event")
  func changing() async throws {
    _ = try await service().open(title: "Leak", body: "x", labels: [])
    let bob = service("bob")
    var issue = try await bob.change(
      number: 1, title: .set("Big leak"), body: .leave, labels: .set(["bug"]), assignee: .set("cid"), state: .leave)
    #expect(issue.title == "Big leak" && issue.body == "x" && issue.assignee == "cid")
    issue = try await bob.change(
      number: 1, title: .leave, body: .leave, labels: .leave, assignee: .clear, state: .set(.closed))
    #expect(issue.assignee == nil && issue.state == .closed)
    #expect(
      try await service().events(number: 1) == [
        .opened(by: "ann"), .renamed(by: "bob", from: "Leak", to: "Big leak"), .labeled(by: "bob", labels: ["bug"]),
        .assigned(by: "bob", assignee: "cid"), .unassigned(by: "bob"), .closed(by: "bob"),
      ])
    await #expect(throws: IssueError.closed(number: 1)) {
      try await bob.change(
        number: 1, title: .set("x"), body: .leave, labels: .leave, assignee: .leave, state: .leave)
    }
  }

  @Test("A list is paged and filtered by all given labels")
  func listing() async throws {
    for number in 1...5 {
      _ = try await service().open(
        title: "\(number)", body: "", labels: number.isMultiple(of: 2) ? ["even", "x"] : ["x"])
    }
    let first = try await service().issues(state: .open, labels: ["x"], after: nil, limit: 3)
    #expect(first.items.map(\.number) == [1, 2, 3] && first.next == 3)
    let second = try await service().issues(state: .open, labels: ["x"], after: 3, limit: 3)
    #expect(second.items.map(\.number) == [4, 5] && second.next == nil)
    #expect(try await service().issues(state: nil, labels: ["x", "even"], after: nil, limit: 30).items.count == 2)
    #expect(try await service().issues(state: .closed, labels: [], after: nil, limit: 30).items.isEmpty)
  }
}
