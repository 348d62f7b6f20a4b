internal import FoundationEssentials
internal import IssueContract

/// The issues of all repositories, in memory.
public actor IssueStore {
  /// An issue with its history.
  struct Entry {
    var issue: Issue
    var events: [IssueEvent]
  }

  private var repositories: [String: [Entry]] = [:]

  /// Creates an empty store.
  public init() {}

  /// Returns the issues of a repository, by number.
  func issues(of repository: String) -> [Issue] {
    (repositories[repository] ?? []).map(\.issue)
  }

  /// Returns an issue with its history.
  ///
  /// - Throws: ``IssueError/notFound(number:)``.
  func entry(_ number: Int, of repository: String) throws(IssueError) -> Entry {
    guard let entries = repositories[repository], entries.indices.contains(number - 1) else {
      throw .notFound(number: number)
    }
    return entries[number - 1]
  }

  /// Adds an issue, unless an open one has the same title.
  func open(_ title: String, body: String, labels: [String], by author: String, in repository: String) -> (
    issue: Issue, isNew: Bool
  ) {
    let entries = repositories[repository] ?? []
    if let existing = entries.first(where: { $0.issue.title == title && $0.issue.state == .open }) {
      return (existing.issue, false)
    }
    let issue = Issue(
      number: entries.count + 1, title: title, body: body, labels: Set(labels).sorted(), author: author,
      openedAt: Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down)))
    repositories[repository, default: []].append(Entry(issue: issue, events: [.opened(by: author)]))
    return (issue, true)
  }

  /// Changes an issue.
  ///
  /// - Parameter change: changes the entry; nothing is stored when it throws.
  /// - Throws: ``IssueError``.
  func change(
    _ number: Int, of repository: String, _ change: @Sendable (inout Entry) throws(IssueError) -> Void
  ) throws(IssueError) -> Issue {
    var entry = try entry(number, of: repository)
    try change(&entry)
    repositories[repository]?[number - 1] = entry
    return entry.issue
  }
}
