public import Contract

/// Something that happened to an issue.
@Schema @Tagged("type")
public enum IssueEvent: Codable, Hashable, Sendable {
  case opened(by: String)
  case renamed(by: String, from: String, to: String)
  case labeled(by: String, labels: [String])
  case assigned(by: String, assignee: String)
  case unassigned(by: String)
  case attached(by: String, name: String)
  case closed(by: String)
  case reopened(by: String)
  /// An event of a newer server, kept whole.
  case unknown(JSONValue)
}
