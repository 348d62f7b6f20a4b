public import Contract
public import FoundationEssentials

/// A native histogram at a point in time.
@Schema @Positional
public struct HistogramSample: Hashable, Sendable {
  private var seconds: Double
  private var content: HistogramContent

  /// Creates a histogram at a point in time, rounded to milliseconds.
  public init(time: Date, count: Double, sum: Double, buckets: [Bucket] = []) {
    seconds = time.secondsOfPrometheus
    content = HistogramContent(count: SampleNumber(count), sum: SampleNumber(sum), buckets: buckets)
  }

  /// The time at which the histogram was scraped or computed.
  public var time: Date { Date(timeIntervalSince1970: seconds) }
  /// The number of observations.
  public var count: Double { content.count.value }
  /// The sum of the observations.
  public var sum: Double { content.sum.value }
  /// The buckets with observations, from the lowest.
  public var buckets: [Bucket] { content.buckets }

  /// Observations between two boundaries; on the wire `[0, "0.5", "1", "3"]`.
  @Schema @Positional
  public struct Bucket: Hashable, Sendable {
    /// The boundaries that belong to the bucket: 0 the upper, 1 the lower, 2 none, 3 both.
    public var boundaryRule: Int
    private var lowerNumber: SampleNumber
    private var upperNumber: SampleNumber
    private var countNumber: SampleNumber

    /// Creates a bucket.
    public init(boundaryRule: Int, lower: Double, upper: Double, count: Double) {
      self.boundaryRule = boundaryRule
      lowerNumber = SampleNumber(lower)
      upperNumber = SampleNumber(upper)
      countNumber = SampleNumber(count)
    }

    /// The lower boundary.
    public var lower: Double { lowerNumber.value }
    /// The upper boundary.
    public var upper: Double { upperNumber.value }
    /// The number of observations.
    public var count: Double { countNumber.value }
  }
}

/// The second element of a histogram.
@Schema
struct HistogramContent: Hashable, Sendable {
  var count: SampleNumber
  var sum: SampleNumber
  var buckets: [HistogramSample.Bucket] = []
}
