public import Contract
public import FoundationEssentials

/// Which rules to list.
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

  /// These groups.
  public init(_ groups: [RuleGroup]) {
    self.groups = groups
  }
}

/// Rules that are evaluated together.
@Schema
public struct RuleGroup: Hashable, Sendable {
  /// The group's name, unique in its file.
  public var name: String
  /// The file that it is in.
  public var file: String
  /// How often it is evaluated, in seconds.
  public var intervalSeconds: Double
  /// The rules in order.
  public var rules: [Rule]
  /// How long the last evaluation took, in seconds.
  public var evaluationSeconds: Double?
  /// When it was evaluated last; in the year 1 when never.
  public var lastEvaluation: Date?

  private enum CodingKeys: String, CodingKey {
    case name, file
    case intervalSeconds = "interval"
    case rules
    case evaluationSeconds = "evaluationTime"
    case lastEvaluation
  }

  /// A group.
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
  /// A rule that stores what its expression gives as a series.
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
  /// How long the expression has to have a result before the alert fires, in seconds.
  public var forSeconds: Double
  /// Labels that its alerts get.
  public var labels: Labels
  /// What its alerts say.
  public var annotations: Labels
  /// What is alerting now.
  public var alerts: [Alert] = []
  /// `ok`, `err` or `unknown`.
  public var health: String
  /// Why the last evaluation failed.
  public var lastError: String?

  private enum CodingKeys: String, CodingKey {
    case state, name, query
    case forSeconds = "duration"
    case labels, annotations, alerts, health, lastError
  }

  /// A rule.
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
  /// What tells it from others.
  public var labels: Labels
  /// What it says.
  public var annotations: Labels
  /// `pending` or `firing`.
  public var state: String
  /// Since when the expression has a result.
  public var activeAt: Date?
  /// What the expression gives.
  public var value: SampleNumber

  /// An alert.
  public init(labels: Labels, annotations: Labels = [:], state: String, activeAt: Date? = nil, value: SampleNumber) {
    self.labels = labels
    self.annotations = annotations
    self.state = state
    self.activeAt = activeAt
    self.value = value
  }
}

/// A rule that stores what its expression gives as a series.
@Schema
public struct RecordingRule: Hashable, Sendable {
  /// The name of the series.
  public var name: String
  /// The expression.
  public var query: String
  /// Labels that the series gets.
  public var labels: Labels = [:]
  /// `ok`, `err` or `unknown`.
  public var health: String
  /// Why the last evaluation failed.
  public var lastError: String?

  /// A rule.
  public init(name: String, query: String, labels: Labels = [:], health: String = "ok", lastError: String? = nil) {
    self.name = name
    self.query = query
    self.labels = labels
    self.health = health
    self.lastError = lastError
  }
}
