public import Contract

/// The metadata of a metric, as stated by a target.
@Schema
public struct MetricMetadata: Hashable, Sendable {
  /// The type of the metric.
  public var type: MetricType
  /// The description of the metric.
  public var help: String
  /// The unit; empty if the target does not state it.
  public var unit: String = ""

  /// Creates metadata.
  public init(type: MetricType, help: String, unit: String = "") {
    self.type = type
    self.help = help
    self.unit = unit
  }
}

/// The type of a metric. Servers may send other types than these constants.
public struct MetricType: RawRepresentable, Hashable, Sendable, Schema {
  /// The value on the wire.
  public var rawValue: String

  /// Creates the type with a value on the wire.
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

/// The build of a server.
@Schema
public struct BuildInfo: Hashable, Sendable {
  /// The version, such as `2.42.0`.
  public var version: String
  /// The revision of its sources.
  public var revision: String
  /// The version of Go that built it.
  public var goVersion: String

  /// Creates a version.
  public init(version: String, revision: String, goVersion: String) {
    self.version = version
    self.revision = revision
    self.goVersion = goVersion
  }
}
