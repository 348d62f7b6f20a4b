/// How much a record of a log matters. The names are those of swift-log.
public enum ClientLogLevel: String, Sendable, Hashable, CaseIterable, Comparable {
  /// Everything.
  case trace
  /// For those who look for a mistake.
  case debug
  /// What happens.
  case info
  /// What happens and somebody may have to know.
  case notice
  /// What is not as it should be.
  case warning
  /// What has failed.
  case error
  /// What has failed and takes more with it.
  case critical

  /// True when `left` matters less than `right`.
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
