public import FoundationEssentials

/// A range query in pieces: servers give at most 11,000 points for each series in one answer.
///
/// ```swift
/// let year = prometheus.windows(of: "up", from: start, to: end, step: .minutes(1))
/// for try await series in year { add(series) }
/// ```
///
/// The next piece is asked for when it is wanted. No point occurs in two pieces, and one that has no series is there all the
/// same, so a series may begin in any of them.
public struct RangeWindows: AsyncSequence, Sendable {
  /// The series of one piece.
  public typealias Element = [RangeSeries]
  /// What a call throws.
  public typealias Failure = PrometheusError

  let prometheus: Prometheus
  let query: String
  let start: Date
  let end: Date
  let step: PromDuration
  let points: Int

  /// Begins at the first piece.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(windows: self)
  }

  /// Asks for one piece after the other.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let windows: RangeWindows
    /// Steps from the start of the range to the start of the next piece: adding up seconds would add up what is rounded.
    private var steps = 0

    init(windows: RangeWindows) {
      self.windows = windows
    }

    /// The next piece; nil after the last one.
    public mutating func next(isolation: isolated (any Actor)?) async throws(PrometheusError) -> [RangeSeries]? {
      let from = time(steps)
      guard from <= windows.end else { return nil }
      let to = Swift.min(time(steps + windows.points - 1), windows.end)
      let series = try await windows.prometheus.queryRange(windows.query, from: from, to: to, step: windows.step)
      steps += windows.points
      return series
    }

    private func time(_ steps: Int) -> Date {
      windows.start + Double(steps) * windows.step.seconds
    }
  }
}

extension Prometheus {
  /// A range query of any length, in pieces.
  ///
  /// - Parameters:
  ///   - step: a length of zero is one millisecond.
  ///   - points: the most for each series in one piece, 1 to 11,000.
  public func windows(
    of query: String, from start: Date, to end: Date, step: PromDuration, points: Int = 11_000
  ) -> RangeWindows {
    RangeWindows(
      prometheus: self, query: query, start: start, end: end, step: max(step, .milliseconds(1)),
      points: min(max(points, 1), 11_000))
  }
}
