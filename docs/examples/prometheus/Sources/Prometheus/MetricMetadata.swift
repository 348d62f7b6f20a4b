public import Contract

/// What a target says about a metric.
@Schema
public struct MetricMetadata: Hashable, Sendable {
  /// What the metric is.
  public var type: MetricType
  /// What it means.
  public var help: String
  /// Its unit; empty when the target does not say.
  public var unit: String = ""

  /// Metadata.
  public init(type: MetricType, help: String, unit: String = "") {
    self.type = type
    self.help = help
    self.unit = unit
  }
}

/// What a metric is. Servers may say something else than these.
public struct MetricType: RawRepresentable, Hashable, Sendable, Schema {
  /// The word on the wire.
  public var rawValue: String

  /// The type with this word.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// A number that only grows.
  public static let counter = MetricType(rawValue: "counter")
  /// A number that goes up and down.
  public static let gauge = MetricType(rawValue: "gauge")
  /// Observations in buckets.
  public static let histogram = MetricType(rawValue: "histogram")
  /// Observations with quantiles.
  public static let summary = MetricType(rawValue: "summary")
}

/// What a server is.
@Schema
public struct BuildInfo: Hashable, Sendable {
  /// Such as `2.42.0`.
  public var version: String
  /// The revision of its sources.
  public var revision: String
  /// The Go that built it.
  public var goVersion: String

  /// A version.
  public init(version: String, revision: String, goVersion: String) {
    self.version = version
    self.revision = revision
    self.goVersion = goVersion
  }
}
