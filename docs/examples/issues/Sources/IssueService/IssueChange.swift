internal import Contract
internal import IssueContract

/// A change of an issue by a user, with the events that it causes.
struct IssueChange {
  var title: Patch<String>
  var body: Patch<String>
  var labels: Patch<[String]>
  var assignee: Patch<String>
  var state: Patch<IssueState>
  var user: String

  /// Changes an issue and adds the events. Clearing a title has no effect; cleared texts and labels are empty, and a cleared
  /// state is open.
  ///
  /// - Throws: ``IssueError/closed(number:)`` for a closed issue that the change does not open.
  func apply(to entry: inout IssueStore.Entry) throws(IssueError) {
    let before = entry.issue
    if before.state == .closed, state != .set(.open), state != .clear { throw .closed(number: before.number) }
    if case .set(let title) = title { entry.issue.title = title }
    body.apply(to: &entry.issue.body, clearedTo: "")
    labels.apply(to: &entry.issue.labels, clearedTo: [])
    entry.issue.labels = Set(entry.issue.labels).sorted()
    assignee.apply(to: &entry.issue.assignee)
    state.apply(to: &entry.issue.state, clearedTo: .open)
    entry.events += events(from: before, to: entry.issue)
  }

  private func events(from before: Issue, to after: Issue) -> [IssueEvent] {
    var events: [IssueEvent] = []
    if after.title != before.title { events.append(.renamed(by: user, from: before.title, to: after.title)) }
    if after.labels != before.labels { events.append(.labeled(by: user, labels: after.labels)) }
    if after.assignee != before.assignee {
      events.append(after.assignee.map { .assigned(by: user, assignee: $0) } ?? .unassigned(by: user))
    }
    if after.state != before.state {
      events.append(after.state == .closed ? .closed(by: user) : .reopened(by: user))
    }
    return events
  }
}
