public import Contract

/// What an expression gives: `{"resultType":"matrix","result":[…]}`.
@Schema @Tagged("resultType", content: "result")
public enum QueryResult: Hashable, Sendable {
  /// Series with one sample each.
  case vector([InstantSeries])
  /// Series with samples over time.
  case matrix([RangeSeries])
  /// A number.
  case scalar(Sample)
  /// A text.
  case string(TextSample)
}

/// A series at one point in time: a float or a native histogram.
@Schema
public struct InstantSeries: Hashable, Sendable {
  /// What tells the series from others.
  public var metric: Labels
  /// Its value; nil for a native histogram.
  public var value: Sample?
  /// Its native histogram.
  public var histogram: HistogramSample?

  /// A series with a value.
  public init(_ metric: Labels, _ value: Sample?, histogram: HistogramSample? = nil) {
    self.metric = metric
    self.value = value
    self.histogram = histogram
  }
}

/// A series over time.
@Schema
public struct RangeSeries: Hashable, Sendable {
  /// What tells the series from others.
  public var metric: Labels
  /// Its values, from the oldest; points in time without a value are left out.
  public var values: [Sample] = []
  /// Its native histograms, from the oldest.
  public var histograms: [HistogramSample] = []

  /// A series with these values.
  public init(_ metric: Labels, _ values: [Sample], histograms: [HistogramSample] = []) {
    self.metric = metric
    self.values = values
    self.histograms = histograms
  }
}
