public import Contract
public import IssueContract

/// The issues of one repository, for one user.
public struct IssueService: Issues {
  private let store: IssueStore
  private let repository: String
  private let user: String

  /// Creates the service of one request.
  public init(store: IssueStore, owner: String, repository: String, user: String) {
    self.store = store
    self.repository = "\(owner)/\(repository)"
    self.user = user
  }

  /// Lists issues by number.
  public func issues(state: IssueState?, labels: [String], after: Int?, limit: Int) async throws -> Page<Issue> {
    let found = await store.issues(of: repository).filter { issue in
      issue.number > after ?? 0 && (state == nil || issue.state == state) && labels.allSatisfy(issue.labels.contains)
    }
    let items = Array(found.prefix(limit))
    return Page(items: items, next: found.count > limit ? items.last?.number : nil)
  }

  /// Returns the issue with a number.
  public func issue(number: Int) async throws -> Issue {
    try await store.entry(number, of: repository).issue
  }

  /// Opens an issue, unless an open issue has the same title.
  public func open(title: String, body: String, labels: [String]) async throws -> Opened {
    let (issue, isNew) = await store.open(title, body: body, labels: labels, by: user, in: repository)
    guard isNew else { return .existing(issue) }
    return .created(issue, location: try IssuesEndpoints.issue.location(of: .init(number: issue.number)))
  }

  /// Changes members of an issue.
  public func change(
    number: Int, title: Patch<String>, body: Patch<String>, labels: Patch<[String]>, assignee: Patch<String>,
    state: Patch<IssueState>
  ) async throws -> Issue {
    let change = IssueChange(title: title, body: body, labels: labels, assignee: assignee, state: state, user: user)
    return try await store.change(number, of: repository) { entry throws(IssueError) in try change.apply(to: &entry) }
  }

  /// Returns the events of an issue, oldest first.
  public func events(number: Int) async throws -> [IssueEvent] {
    try await store.entry(number, of: repository).events
  }

  /// Returns the past and future events of an issue.
  public func watch(number: Int, lastEventID: Int?) async throws -> ServerEvents<IssueEvent> {
    _ = try await store.entry(number, of: repository)
    let start = max(0, lastEventID ?? 0)
    return ServerEvents(events: IssueFeed(store: store, number: number, repository: repository, start: start))
  }

  /// Attaches a file. Its bytes go to the disk while they arrive.
  public func attach(number: Int, name: String, data: ByteStream) async throws -> Attachment {
    // Refuses an unknown issue before the bytes are read.
    _ = try await store.entry(number, of: repository)
    let path = store.newPath()
    let byteCount = try await data.write(to: path)
    try await store.attach(name, at: path, by: user, to: number, of: repository)
    return Attachment(name: name, byteCount: byteCount)
  }

  /// Returns the content of an attached file.
  public func attachment(number: Int, name: String) async throws -> ByteStream {
    guard let path = try await store.entry(number, of: repository).files[name] else {
      throw IssueError.noFile(name: name)
    }
    return try ByteStream(file: path, mediaType: .octetStream)
  }
}
