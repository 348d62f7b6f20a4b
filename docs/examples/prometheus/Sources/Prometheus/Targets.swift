public import Contract
public import FoundationEssentials

/// Which targets to list.
public enum TargetSelection: String, Codable, Sendable {
  /// The ones that are scraped.
  case active
  /// The ones that were found and dropped.
  case dropped
  /// Both.
  case any
}

/// What a server scrapes.
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

  /// Targets.
  public init(active: [ActiveTarget] = [], dropped: [DroppedTarget] = []) {
    self.active = active
    self.dropped = dropped
  }
}

/// A target that is scraped.
@Schema
public struct ActiveTarget: Hashable, Sendable {
  /// What service discovery said.
  public var discoveredLabels: Labels
  /// What the target's series get.
  public var labels: Labels
  /// The job that it belongs to.
  public var scrapePool: String
  /// Where it is scraped.
  public var scrapeUrl: String
  /// The same, as it is reached from elsewhere.
  public var globalUrl: String?
  /// Why the last scrape failed; empty when it did not.
  public var lastError: String
  /// When it was scraped last; in the year 1 when never.
  public var lastScrape: Date
  /// How long that took, in seconds.
  public var lastScrapeSeconds: Double
  /// How it is.
  public var health: TargetHealth
  /// How often it is scraped.
  public var scrapeInterval: PromDuration?
  /// How long that may take.
  public var scrapeTimeout: PromDuration?

  private enum CodingKeys: String, CodingKey {
    case discoveredLabels, labels, scrapePool, scrapeUrl, globalUrl, lastError, lastScrape
    case lastScrapeSeconds = "lastScrapeDuration"
    case health, scrapeInterval, scrapeTimeout
  }

  /// A target.
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
  /// What service discovery said.
  public var discoveredLabels: Labels

  /// A target.
  public init(discoveredLabels: Labels) {
    self.discoveredLabels = discoveredLabels
  }
}

/// How a target or a rule is. Servers may say something else than these.
public struct TargetHealth: RawRepresentable, Hashable, Sendable, Schema {
  /// The word on the wire.
  public var rawValue: String

  /// The health with this word.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The last scrape succeeded.
  public static let up = TargetHealth(rawValue: "up")
  /// The last scrape failed.
  public static let down = TargetHealth(rawValue: "down")
  /// There was no scrape yet.
  public static let unknown = TargetHealth(rawValue: "unknown")
}
