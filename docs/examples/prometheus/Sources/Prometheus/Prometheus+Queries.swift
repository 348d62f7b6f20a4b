public import ContractClient
public import FoundationEssentials

extension Prometheus {
  /// What an expression gives at one point in time.
  ///
  /// - Parameters:
  ///   - query: an expression of PromQL.
  ///   - time: the server's present unless given.
  ///   - timeout: for the evaluation; the server's own limit is the most.
  public func query(
    _ query: String, at time: Date? = nil, timeout: PromDuration? = nil
  ) async throws(PrometheusError) -> QueryResult {
    isLong(query)
      ? opened(try await api.queryForm(query: query, time: time?.wholeMilliseconds, timeout: timeout))
      : opened(try await api.query(query: query, time: time?.wholeMilliseconds, timeout: timeout))
  }

  /// The series that an expression gives at one point in time.
  ///
  /// - Throws: beside failures of the call, `.other` with the code `unexpected` when the expression gives something else, such
  ///   as a scalar.
  public func vector(
    _ query: String, at time: Date? = nil, timeout: PromDuration? = nil
  ) async throws(PrometheusError) -> [InstantSeries] {
    let result = try await self.query(query, at: time, timeout: timeout)
    guard case .vector(let series) = result else { throw Self.mismatch(result, "a vector") }
    return series
  }

  /// What an expression gives at every `step` from `start` to `end`, both included.
  ///
  /// - Parameter step: servers give 11,000 points for each series at most, and refuse a step that makes more.
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
