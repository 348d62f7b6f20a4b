public import FoundationEssentials

/// A range query in windows, because servers return at most 11,000 points for each series.
///
/// ```swift
/// let year = prometheus.windows(of: "up", from: start, to: end, step: .minutes(1))
/// for try await series in year { add(series) }
/// ```
///
/// A window is requested when the iteration reaches it. No point occurs in two windows. Windows without series are
/// returned too, so a series may begin in any window.
public struct RangeWindows: AsyncSequence, Sendable {
  /// The series of one window.
  public typealias Element = [RangeSeries]
  /// The error of a call.
  public typealias Failure = PrometheusError

  let prometheus: Prometheus
  let query: String
  let start: Date
  let end: Date
  let step: PromDuration
  let points: Int

  /// Returns an iterator that begins at the first window.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(windows: self)
  }

  /// An iterator that requests windows in order.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let windows: RangeWindows
    /// The number of steps from the start of the range to the start of the next window. Adding seconds would accumulate
    /// rounding errors.
    private var steps = 0

    init(windows: RangeWindows) {
      self.windows = windows
    }

    /// Returns the next window; nil after the last one.
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
  /// Returns a range query of any length, in windows.
  ///
  /// - Parameters:
  ///   - step: the distance of points; zero is one millisecond.
  ///   - points: the maximum number of points for each series in one window, 1 to 11,000.
  public func windows(
    of query: String, from start: Date, to end: Date, step: PromDuration, points: Int = 11_000
  ) -> RangeWindows {
    RangeWindows(
      prometheus: self, query: query, start: start, end: end, step: max(step, .milliseconds(1)),
      points: min(max(points, 1), 11_000))
  }
}
