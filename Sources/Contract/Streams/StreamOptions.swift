/// The client's settings for a streamed result: limits, and the function that waits before a reconnection.
public struct StreamOptions: Sendable {
  /// The maximum length of a line in bytes. Default: 1 MiB.
  public var maxLineBytes: Int
  /// The maximum size of the data of one event in bytes. Default: 1 MiB.
  public var maxEventBytes: Int
  /// Waits before a reconnection. Default: `Task.sleep`.
  public var sleep: @Sendable (Duration) async throws -> Void

  /// Creates options.
  public init(
    maxLineBytes: Int = 1 << 20, maxEventBytes: Int = 1 << 20,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.maxLineBytes = maxLineBytes
    self.maxEventBytes = maxEventBytes
    self.sleep = sleep
  }
}

/// The call of a streamed result, which the result may repeat.
struct StreamCall: Sendable {
  var options = StreamOptions()
  /// Repeats the call with an id for `Last-Event-ID`; nil if the call must not be repeated.
  var reconnect: (@Sendable (_ lastEventID: String?) async throws -> HTTPResponse)?
  /// Inspects the response of a repeated call. An error that it throws ends the stream.
  var inspect: @Sendable (HTTPResponse) throws -> Void = { _ in }
}
