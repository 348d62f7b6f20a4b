/// The severity of a log record. The names are those of swift-log.
public enum ClientLogLevel: String, Sendable, Hashable, CaseIterable, Comparable {
  /// Detailed tracing.
  case trace
  /// Information for debugging.
  case debug
  /// Routine events.
  case info
  /// Routine events that may need attention.
  case notice
  /// Unexpected conditions that are not errors.
  case warning
  /// Errors.
  case error
  /// Errors that affect more than one call.
  case critical

  /// True when `left` is less severe than `right`.
  public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .trace: 0
    case .debug: 1
    case .info: 2
    case .notice: 3
    case .warning: 4
    case .error: 5
    case .critical: 6
    }
  }
}
