internal import ContractLoop

/// The destination of a client's log records: ``StandardErrorLog``, or a bridge to another logger.
///
/// The two requirements match swift-log's `Logger`; docs/observability.md shows a bridge.
public protocol ClientLogSink: Sendable {
  /// Whether records of this level are wanted; other records are never created.
  func takes(_ level: ClientLogLevel) -> Bool
  /// Writes a record. The function runs inside the call and must not block.
  func log(_ record: ClientLogRecord)
}

/// One record of a client's log.
public struct ClientLogRecord: Sendable {
  /// The severity.
  public let level: ClientLogLevel
  /// The text, in one or more lines.
  public let message: String
  /// The metadata of the call: `call`, `operation`, `method`, `path`, and, where present, `status`, `duration_ms`,
  /// `attempt` and `error`.
  public let metadata: [String: String]
  /// The source location of the call, such as `App/Users.swift`; nil for calls of contracts.
  public let location: CallLocation?
}

/// A log sink that writes to standard error.
public struct StandardErrorLog: ClientLogSink {
  private let level: ClientLogLevel

  /// Creates a sink for records of this level and above.
  public init(level: ClientLogLevel = .trace) {
    self.level = level
  }

  /// Whether `level` is at or above the sink's level.
  public func takes(_ level: ClientLogLevel) -> Bool { level >= self.level }

  /// Writes the record's message, in a single system call if possible.
  public func log(_ record: ClientLogRecord) {
    _ = Descriptor.write(Array((record.message + "\n").utf8)[...], to: 2)
  }
}
