public import Contract
public import FoundationEssentials

/// The targets to list.
public enum TargetSelection: String, Codable, Sendable {
  /// Scraped targets.
  case active
  /// Dropped targets.
  case dropped
  /// Both.
  case any
}

/// The targets of a server.
@Schema
public struct Targets: Hashable, Sendable {
  /// The targets that are scraped.
  public var active: [ActiveTarget] = []
  /// The targets that were found, and dropped by relabeling.
  public var dropped: [DroppedTarget] = []

  private enum CodingKeys: String, CodingKey {
    case active = "activeTargets"
    case dropped = "droppedTargets"
  }

  /// Creates targets.
  public init(active: [ActiveTarget] = [], dropped: [DroppedTarget] = []) {
    self.active = active
    self.dropped = dropped
  }
}

/// A target that is scraped.
@Schema
public struct ActiveTarget: Hashable, Sendable {
  /// The labels from service discovery.
  public var discoveredLabels: Labels
  /// The labels of the target's series.
  public var labels: Labels
  /// The job that it belongs to.
  public var scrapePool: String
  /// The URL that is scraped.
  public var scrapeUrl: String
  /// The URL that is reachable from other machines.
  public var globalUrl: String?
  /// The reason why the last scrape failed; empty after a success.
  public var lastError: String
  /// The time of the last scrape; in the year 1 before the first scrape.
  public var lastScrape: Date
  /// The duration of the last scrape in seconds.
  public var lastScrapeSeconds: Double
  /// The health of the target.
  public var health: TargetHealth
  /// The interval of scrapes.
  public var scrapeInterval: PromDuration?
  /// The timeout of a scrape.
  public var scrapeTimeout: PromDuration?

  private enum CodingKeys: String, CodingKey {
    case discoveredLabels, labels, scrapePool, scrapeUrl, globalUrl, lastError, lastScrape
    case lastScrapeSeconds = "lastScrapeDuration"
    case health, scrapeInterval, scrapeTimeout
  }

  /// Creates a target.
  public init(
    discoveredLabels: Labels = [:], labels: Labels, scrapePool: String, scrapeUrl: String, globalUrl: String? = nil,
    lastError: String = "", lastScrape: Date, lastScrapeSeconds: Double, health: TargetHealth,
    scrapeInterval: PromDuration? = nil, scrapeTimeout: PromDuration? = nil
  ) {
    self.discoveredLabels = discoveredLabels
    self.labels = labels
    self.scrapePool = scrapePool
    self.scrapeUrl = scrapeUrl
    self.globalUrl = globalUrl
    self.lastError = lastError
    self.lastScrape = lastScrape
    self.lastScrapeSeconds = lastScrapeSeconds
    self.health = health
    self.scrapeInterval = scrapeInterval
    self.scrapeTimeout = scrapeTimeout
  }
}

/// A target that was found and dropped.
@Schema
public struct DroppedTarget: Hashable, Sendable {
  /// The labels from service discovery.
  public var discoveredLabels: Labels

  /// Creates a target.
  public init(discoveredLabels: Labels) {
    self.discoveredLabels = discoveredLabels
  }
}

/// The health of a target or a rule. Servers may send other values than these constants.
public struct TargetHealth: RawRepresentable, Hashable, Sendable, Schema {
  /// The value on the wire.
  public var rawValue: String

  /// Creates the health with a value on the wire.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The last scrape succeeded.
  public static let up = TargetHealth(rawValue: "up")
  /// The last scrape failed.
  public static let down = TargetHealth(rawValue: "down")
  /// The target has not been scraped yet.
  public static let unknown = TargetHealth(rawValue: "unknown")
}
