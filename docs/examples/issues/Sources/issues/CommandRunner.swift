import Contract
import IssueContract

/// Executes commands with any implementation of the contract.
struct CommandRunner {
  let issues: any Issues

  /// Returns the text to print.
  func run(_ command: Command) async throws -> String {
    switch command {
    case .list(let state, let labels): try await list(state, labels).joined(separator: "\n")
    case .show(let number): describe(try await issues.issue(number: number))
    case .open(let title, let labels): describe(try await issues.open(title: title, body: "", labels: labels))
    case .close(let number): line(try await issues.change(number: number, state: .set(.closed)))
    case .reopen(let number): line(try await issues.change(number: number, state: .set(.open)))
    case .assign(let number, let user):
      line(try await issues.change(number: number, assignee: user.map { .set($0) } ?? .clear))
    case .history(let number): try await issues.events(number: number).map(describe).joined(separator: "\n")
    }
  }

  /// Returns a line for each issue of all pages.
  private func list(_ state: IssueState?, _ labels: [String]) async throws -> [String] {
    var lines: [String] = []
    for try await issue in issues.allIssues(state: state, labels: labels, limit: 100) { lines.append(line(issue)) }
    return lines
  }

  private func line(_ issue: Issue) -> String {
    let labels = issue.labels.map { " [\($0)]" }.joined()
    return "#\(issue.number) \(issue.state) \(issue.title)\(labels)\(issue.assignee.map { " @\($0)" } ?? "")"
  }

  private func describe(_ issue: Issue) -> String {
    line(issue) + "\nopened by \(issue.author)" + (issue.body.isEmpty ? "" : "\n\n\(issue.body)")
  }

  private func describe(_ opened: Opened) -> String {
    switch opened {
    case .existing(let issue): "already open: \(line(issue))"
    case .created(let issue, let location): "\(line(issue))\n\(location)"
    }
  }

  private func describe(_ event: IssueEvent) -> String {
    switch event {
    case .opened(let user): "\(user) opened it"
    case .renamed(let user, let old, let new): "\(user) renamed it from \"\(old)\" to \"\(new)\""
    case .labeled(let user, let labels): "\(user) labeled it \(labels.joined(separator: ", "))"
    case .assigned(let user, let assignee): "\(user) assigned \(assignee)"
    case .unassigned(let user): "\(user) took the assignee away"
    case .closed(let user): "\(user) closed it"
    case .reopened(let user): "\(user) opened it again"
    case .unknown: "something that this version does not know"
    }
  }
}
