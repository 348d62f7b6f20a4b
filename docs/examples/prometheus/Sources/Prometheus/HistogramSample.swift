public import FoundationEssentials

/// A native histogram at a point in time.
public struct HistogramSample: Hashable, Sendable {
  /// Observations between two boundaries.
  public struct Bucket: Hashable, Sendable {
    /// The boundaries that belong to the bucket: 0 the upper, 1 the lower, 2 none, 3 both.
    public var boundaryRule: Int
    /// The lower boundary.
    public var lower: Double
    /// The upper boundary.
    public var upper: Double
    /// The number of observations.
    public var count: Double

    /// Creates a bucket.
    public init(boundaryRule: Int, lower: Double, upper: Double, count: Double) {
      self.boundaryRule = boundaryRule
      self.lower = lower
      self.upper = upper
      self.count = count
    }
  }

  /// The time at which the histogram was scraped or computed.
  public var time: Date
  /// The number of observations.
  public var count: Double
  /// The sum of the observations.
  public var sum: Double
  /// The buckets with observations, from the lowest.
  public var buckets: [Bucket]

  /// Creates a histogram at a point in time.
  public init(time: Date, count: Double, sum: Double, buckets: [Bucket] = []) {
    self.time = time
    self.count = count
    self.sum = sum
    self.buckets = buckets
  }
}

extension HistogramSample: Codable {
  private struct Content: Codable {
    var count: SampleNumber
    var sum: SampleNumber
    var buckets: [Bucket]?
  }

  /// Creates a histogram from seconds since 1970 and an object.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    time = Date(timeIntervalSince1970: try container.decode(Double.self))
    let content = try container.decode(Content.self)
    count = content.count.value
    sum = content.sum.value
    buckets = content.buckets ?? []
  }

  /// Writes seconds since 1970 and an object.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(time.timeIntervalSince1970)
    try container.encode(Content(count: SampleNumber(count), sum: SampleNumber(sum), buckets: buckets))
  }
}

extension HistogramSample.Bucket: Codable {
  /// Creates a bucket from `[rule, lower, upper, count]`.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    boundaryRule = try container.decode(Int.self)
    lower = try container.decode(SampleNumber.self).value
    upper = try container.decode(SampleNumber.self).value
    count = try container.decode(SampleNumber.self).value
  }

  /// Writes `[rule, lower, upper, count]`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(boundaryRule)
    try container.encode(SampleNumber(lower))
    try container.encode(SampleNumber(upper))
    try container.encode(SampleNumber(count))
  }
}
