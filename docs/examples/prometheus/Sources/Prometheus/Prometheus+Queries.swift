public import ContractClient
public import FoundationEssentials

extension Prometheus {
  /// Returns the result of an expression at one point in time.
  ///
  /// - Parameters:
  ///   - query: an expression of PromQL.
  ///   - time: the point in time. Default: the server's current time.
  ///   - timeout: the timeout of the evaluation, at most the server's limit.
  public func query(
    _ query: String, at time: Date? = nil, timeout: PromDuration? = nil
  ) async throws(PrometheusError) -> QueryResult {
    isLong(query)
      ? opened(try await api.queryForm(query: query, time: time?.wholeMilliseconds, timeout: timeout))
      : opened(try await api.query(query: query, time: time?.wholeMilliseconds, timeout: timeout))
  }

  /// Returns the series of an expression at one point in time.
  ///
  /// - Throws: failures of the call, and `.other` with the code `unexpected` if the result has another type, such as a
  ///   scalar.
  public func vector(
    _ query: String, at time: Date? = nil, timeout: PromDuration? = nil
  ) async throws(PrometheusError) -> [InstantSeries] {
    let result = try await self.query(query, at: time, timeout: timeout)
    guard case .vector(let series) = result else { throw Self.mismatch(result, "a vector") }
    return series
  }

  /// Returns the result of an expression at every `step` from `start` to `end`, inclusive.
  ///
  /// - Parameter step: the distance of points. Servers return at most 11,000 points for each series, and refuse a
  ///   smaller step.
  public func queryRange(
    _ query: String, from start: Date, to end: Date, step: PromDuration, timeout: PromDuration? = nil
  ) async throws(PrometheusError) -> [RangeSeries] {
    let result =
      isLong(query)
      ? opened(
        try await api.queryRangeForm(
          query: query, start: start.wholeMilliseconds, end: end.wholeMilliseconds, step: step, timeout: timeout))
      : opened(
        try await api.queryRange(
          query: query, start: start.wholeMilliseconds, end: end.wholeMilliseconds, step: step, timeout: timeout))
    guard case .matrix(let series) = result else { throw Self.mismatch(result, "a matrix") }
    return series
  }

  func isLong(_ texts: String...) -> Bool { isLong(texts) }

  func isLong(_ texts: [String]) -> Bool {
    texts.reduce(0) { $0 + $1.utf8.count } > Self.maxBytesInQuery
  }

  private static func mismatch(_ result: QueryResult, _ wanted: String) -> PrometheusError {
    let name =
      switch result {
      case .vector: "a vector"
      case .matrix: "a matrix"
      case .scalar: "a scalar"
      case .string: "a string"
      }
    return .other(ClientError(.unexpected, stage: .decode, "the expression gives \(name), not \(wanted)"))
  }
}
