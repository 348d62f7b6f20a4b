public import Contract

/// The result of an expression: `{"resultType":"matrix","result":[…]}`.
@Schema @Tagged("resultType", content: "result")
public enum QueryResult: Hashable, Sendable {
  /// Series with one sample each.
  case vector([InstantSeries])
  /// Series with samples over time.
  case matrix([RangeSeries])
  /// A number.
  case scalar(Sample)
  /// A string.
  case string(TextSample)
}

/// A series at one point in time: a float or a native histogram.
@Schema
public struct InstantSeries: Hashable, Sendable {
  /// The labels that identify the series.
  public var metric: Labels
  /// The value; nil for a native histogram.
  public var value: Sample?
  /// The native histogram; nil for a value.
  public var histogram: HistogramSample?

  /// Creates a series with a value.
  public init(_ metric: Labels, _ value: Sample?, histogram: HistogramSample? = nil) {
    self.metric = metric
    self.value = value
    self.histogram = histogram
  }
}

/// A series over time.
@Schema
public struct RangeSeries: Hashable, Sendable {
  /// The labels that identify the series.
  public var metric: Labels
  /// The values, from the oldest. Points in time without a value are omitted.
  public var values: [Sample] = []
  /// The native histograms, from the oldest.
  public var histograms: [HistogramSample] = []

  /// Creates a series with these values.
  public init(_ metric: Labels, _ values: [Sample], histograms: [HistogramSample] = []) {
    self.metric = metric
    self.values = values
    self.histograms = histograms
  }
}
