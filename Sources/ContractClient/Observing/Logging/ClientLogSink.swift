#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Takes the records of a client's log: ``StandardErrorLog``, or a bridge to the logger of a program.
///
/// Its two requirements are what a `Logger` of swift-log has, so a bridge is a few lines; docs/observability.md shows it.
public protocol ClientLogSink: Sendable {
  /// True when records of this level are wanted. What is not wanted is never made.
  func takes(_ level: ClientLogLevel) -> Bool
  /// Takes a record. It runs inside the call and must not block.
  func log(_ record: ClientLogRecord)
}

/// One record of a client's log.
public struct ClientLogRecord: Sendable {
  /// How much it matters.
  public let level: ClientLogLevel
  /// The text, of one or more lines.
  public let message: String
  /// What is known about the call: `call`, `operation`, `method`, `path`, and `status`, `duration_ms`, `attempt`, `error`
  /// where there is one.
  public let metadata: [String: String]
  /// The place in the program that has made the call, such as `App/Users.swift`; nil for calls of contracts.
  public let location: CallLocation?
}

/// Writes records to standard error.
public struct StandardErrorLog: ClientLogSink {
  private let level: ClientLogLevel

  /// A sink for records of this level and those that matter more.
  public init(level: ClientLogLevel = .trace) {
    self.level = level
  }

  /// True from the level on.
  public func takes(_ level: ClientLogLevel) -> Bool { level >= self.level }

  /// Writes the text of a record, in one piece where the system takes it so.
  public func log(_ record: ClientLogRecord) {
    var rest = Array((record.message + "\n").utf8)[...]
    while !rest.isEmpty {
      // SAFETY: the pointer is used only while the array lends it.
      let count = rest.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
