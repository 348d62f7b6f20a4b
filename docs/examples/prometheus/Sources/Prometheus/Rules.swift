public import Contract
public import FoundationEssentials

/// The kind of rules to list.
public enum RuleSelection: String, Codable, Sendable {
  /// Alerting rules.
  case alert
  /// Recording rules.
  case record
}

/// The rules that a server has loaded.
@Schema
public struct RuleGroups: Hashable, Sendable {
  /// The groups in the order of their files.
  public var groups: [RuleGroup]

  /// Creates rules.
  public init(_ groups: [RuleGroup]) {
    self.groups = groups
  }
}

/// Rules that are evaluated together.
@Schema
public struct RuleGroup: Hashable, Sendable {
  /// The group's name, unique in its file.
  public var name: String
  /// The file of the group.
  public var file: String
  /// The interval of evaluations in seconds.
  public var intervalSeconds: Double
  /// The rules in order.
  public var rules: [Rule]
  /// The duration of the last evaluation in seconds.
  public var evaluationSeconds: Double?
  /// The time of the last evaluation; in the year 1 before the first evaluation.
  public var lastEvaluation: Date?

  private enum CodingKeys: String, CodingKey {
    case name, file
    case intervalSeconds = "interval"
    case rules
    case evaluationSeconds = "evaluationTime"
    case lastEvaluation
  }

  /// Creates a group.
  public init(
    name: String, file: String, intervalSeconds: Double, rules: [Rule], evaluationSeconds: Double? = nil,
    lastEvaluation: Date? = nil
  ) {
    self.name = name
    self.file = file
    self.intervalSeconds = intervalSeconds
    self.rules = rules
    self.evaluationSeconds = evaluationSeconds
    self.lastEvaluation = lastEvaluation
  }
}

/// A rule: `{"type":"alerting",…}`, with the members of its kind.
@Schema @Tagged("type")
public enum Rule: Hashable, Sendable {
  /// A rule that alerts while its expression has a result.
  case alerting(AlertingRule)
  /// A rule that stores the result of its expression as a series.
  case recording(RecordingRule)
}

/// A rule that alerts while its expression has a result.
@Schema
public struct AlertingRule: Hashable, Sendable {
  /// `inactive`, `pending` or `firing`.
  public var state: String
  /// The alert's name.
  public var name: String
  /// The expression.
  public var query: String
  /// The time in seconds for which the expression must have a result before the alert fires.
  public var forSeconds: Double
  /// The labels of its alerts.
  public var labels: Labels
  /// The annotations of its alerts.
  public var annotations: Labels
  /// The active alerts.
  public var alerts: [Alert] = []
  /// `ok`, `err` or `unknown`.
  public var health: String
  /// The reason why the last evaluation failed.
  public var lastError: String?

  private enum CodingKeys: String, CodingKey {
    case state, name, query
    case forSeconds = "duration"
    case labels, annotations, alerts, health, lastError
  }

  /// Creates a rule.
  public init(
    state: String, name: String, query: String, forSeconds: Double = 0, labels: Labels = [:], annotations: Labels = [:],
    alerts: [Alert] = [], health: String = "ok", lastError: String? = nil
  ) {
    self.state = state
    self.name = name
    self.query = query
    self.forSeconds = forSeconds
    self.labels = labels
    self.annotations = annotations
    self.alerts = alerts
    self.health = health
    self.lastError = lastError
  }
}

/// An alert that is pending or fires.
@Schema
public struct Alert: Hashable, Sendable {
  /// The labels that identify it.
  public var labels: Labels
  /// The annotations.
  public var annotations: Labels
  /// `pending` or `firing`.
  public var state: String
  /// The time since which the expression has a result.
  public var activeAt: Date?
  /// The result of the expression.
  public var value: SampleNumber

  /// Creates an alert.
  public init(labels: Labels, annotations: Labels = [:], state: String, activeAt: Date? = nil, value: SampleNumber) {
    self.labels = labels
    self.annotations = annotations
    self.state = state
    self.activeAt = activeAt
    self.value = value
  }
}

/// A rule that stores the result of its expression as a series.
@Schema
public struct RecordingRule: Hashable, Sendable {
  /// The name of the series.
  public var name: String
  /// The expression.
  public var query: String
  /// The labels of the series.
  public var labels: Labels = [:]
  /// `ok`, `err` or `unknown`.
  public var health: String
  /// The reason why the last evaluation failed.
  public var lastError: String?

  /// Creates a rule.
  public init(name: String, query: String, labels: Labels = [:], health: String = "ok", lastError: String? = nil) {
    self.name = name
    self.query = query
    self.labels = labels
    self.health = health
    self.lastError = lastError
  }
}
