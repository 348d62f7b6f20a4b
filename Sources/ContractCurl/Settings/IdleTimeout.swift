package import ContractHTTP

/// The maximum time that the reader of a streamed body waits while no byte is received or sent. Time in which no task
/// waits for the body is not counted.
public enum IdleTimeout: Sendable, Hashable {
  /// 60 seconds; no limit for events (`text/event-stream`), which may be rare.
  case automatic
  /// The given time, for all bodies.
  case after(Duration)
  /// No limit while the connection is open.
  case never

  /// Returns the timeout for a response with these headers; nil for no limit.
  package func limit(for fields: HTTPFields) -> Duration? {
    switch self {
    case .after(let limit): return limit
    case .never: return nil
    case .automatic:
      let type = fields[.contentType].flatMap { MediaType($0.rawValue) }
      return type?.essence == "text/event-stream" ? nil : .seconds(60)
    }
  }
}
