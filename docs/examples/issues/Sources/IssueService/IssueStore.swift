internal import FoundationEssentials
internal import IssueContract

/// The issues of all repositories, in memory, and their attached files, in a folder.
public actor IssueStore {
  /// An issue with its history and its files.
  struct Entry {
    var issue: Issue
    var events: [IssueEvent]
    /// The paths of the attached files, by name.
    var files: [String: String] = [:]
  }

  private let folder: String
  private var repositories: [String: [Entry]] = [:]
  /// The tasks that wait for the next change of an issue, by repository and number.
  private var watchers: [String: [UUID: AsyncStream<Void>.Continuation]] = [:]

  /// Creates an empty store.
  ///
  /// - Parameter folder: an existing folder for attached files.
  public init(folder: String) { self.folder = folder }

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

  /// Adds an issue, unless an open issue has the same title.
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
    for watcher in (watchers["\(repository)/\(number)"] ?? [:]).values { watcher.yield() }
    return entry.issue
  }

  // MARK: Watching

  /// Returns a signal for each change of an issue. All changes while the reader is busy result in one signal.
  func changes(_ number: Int, of repository: String) -> AsyncStream<Void> {
    let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let key = "\(repository)/\(number)"
    let id = UUID()
    watchers[key, default: [:]][id] = continuation
    continuation.onTermination = { _ in Task { await self.stopWatching(key, id) } }
    return changes
  }

  private func stopWatching(_ key: String, _ id: UUID) {
    watchers[key]?[id] = nil
    if watchers[key]?.isEmpty == true { watchers[key] = nil }
  }

  // MARK: Files

  /// Returns the path of a file that does not exist yet.
  nonisolated func newPath() -> String { "\(folder)/\(UUID())" }

  /// Attaches a file, and removes an earlier file with the same name.
  ///
  /// - Throws: ``IssueError``.
  func attach(_ name: String, at path: String, by user: String, to number: Int, of repository: String)
    throws(IssueError)
  {
    let replaced = try entry(number, of: repository).files[name]
    _ = try change(number, of: repository) { entry in
      entry.files[name] = path
      entry.events.append(.attached(by: user, name: name))
    }
    // The replaced file can be removed now, because running downloads have it open.
    if let replaced { try? FileManager.default.removeItem(atPath: replaced) }
  }
}
