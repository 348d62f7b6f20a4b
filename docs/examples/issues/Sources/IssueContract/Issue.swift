public import Contract
public import FoundationEssentials

/// One issue of a repository.
@Schema
public struct Issue: Codable, Hashable, Sendable {
  /// The number, unique in its repository.
  public var number: Int
  /// The title, one line.
  public var title: String
  /// The text in Markdown; may be empty.
  public var body: String
  /// Whether it is open or closed.
  public var state: IssueState
  /// The labels, in alphabetical order.
  public var labels: [String]
  /// The user who opened it.
  public var author: String
  /// The user who works on it; nil if there is none.
  public var assignee: String?
  /// The time at which it was opened.
  public var openedAt: Date

  /// Creates an issue.
  public init(
    number: Int, title: String, body: String = "", state: IssueState = .open, labels: [String] = [], author: String,
    assignee: String? = nil, openedAt: Date
  ) {
    self.number = number
    self.title = title
    self.body = body
    self.state = state
    self.labels = labels
    self.author = author
    self.assignee = assignee
    self.openedAt = openedAt
  }
}

/// Whether an issue is open.
public enum IssueState: String, Codable, Hashable, Sendable, CaseIterable {
  case open, closed
}

/// A page of values, with the cursor of the next page.
@Schema
public struct Page<Element: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  /// The values, in order.
  public var items: [Element]
  /// The `after` of the next page; nil if this is the last one.
  public var next: Int?

  /// Creates a page.
  public init(items: [Element], next: Int?) {
    self.items = items
    self.next = next
  }
}
