public import Contract

/// What an expression gives.
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

// `{"resultType":"matrix","result":[…]}`: a member tells what another one is, which `@Schema` has no spelling for. The
// results inside are read by their compiled readers all the same.
extension QueryResult: Codable {
  private enum CodingKeys: String, CodingKey {
    case resultType, result
  }

  private enum ResultType: String, Codable {
    case vector, matrix, scalar, string
  }

  /// A result from its type and its content.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(ResultType.self, forKey: .resultType) {
    case .vector: self = .vector(try container.decode([InstantSeries].self, forKey: .result))
    case .matrix: self = .matrix(try container.decode([RangeSeries].self, forKey: .result))
    case .scalar: self = .scalar(try container.decode(Sample.self, forKey: .result))
    case .string: self = .string(try container.decode(TextSample.self, forKey: .result))
    }
  }

  /// Writes the type and the content.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .vector(let series):
      try container.encode(ResultType.vector, forKey: .resultType)
      try container.encode(series, forKey: .result)
    case .matrix(let series):
      try container.encode(ResultType.matrix, forKey: .resultType)
      try container.encode(series, forKey: .result)
    case .scalar(let sample):
      try container.encode(ResultType.scalar, forKey: .resultType)
      try container.encode(sample, forKey: .result)
    case .string(let sample):
      try container.encode(ResultType.string, forKey: .resultType)
      try container.encode(sample, forKey: .result)
    }
  }
}
