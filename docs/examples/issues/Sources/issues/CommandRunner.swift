import Contract
import IssueContract

/// Executes commands with any implementation of the contract.
struct CommandRunner {
  let issues: any Issues
  /// Prints a line of `watch`, which runs until it is interrupted.
  var show: (String) -> Void = { print($0) }

  /// Executes a command and returns the text to print at the end.
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
    case .watch(let number): try await watch(number)
    case .attach(let number, let file): try await attach(file, to: number)
    case .fetch(let number, let name): try await fetch(name, of: number)
    }
  }

  private func watch(_ number: Int) async throws -> String {
    for try await event in try await issues.watch(number: number) { show(describe(event)) }
    return "the server has ended the events"
  }

  private func attach(_ file: String, to number: Int) async throws -> String {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    let attachment = try await issues.attach(number: number, name: name, data: ByteStream(file: file))
    return "attached \(attachment.name), \(attachment.byteCount) bytes"
  }

  private func fetch(_ name: String, of number: Int) async throws -> String {
    // The attachment is written to its name, and a name with a slash would lead out of the current folder.
    guard !name.contains("/"), !name.hasPrefix(".") else { return "\(name) is not the name of an attached file" }
    let byteCount = try await issues.attachment(number: number, name: name).write(to: name)
    return "wrote \(name), \(byteCount) bytes"
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
    case .attached(let user, let name): "\(user) attached \(name)"
    case .closed(let user): "\(user) closed it"
    case .reopened(let user): "\(user) opened it again"
    case .unknown: "something that this version does not know"
    }
  }
}
