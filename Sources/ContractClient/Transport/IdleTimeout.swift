package import ContractHTTP

/// How long content that is pulled may be silent while its reader waits for it: no byte comes, and none of the request's
/// content goes. Who reads slowly, or not at all, uses up nothing of it.
public enum IdleTimeout: Sendable, Hashable {
  /// 60 seconds; no limit for events (`text/event-stream`), which come when there is something to say.
  case automatic
  /// So long, whatever the content is.
  case after(Duration)
  /// As long as the connection holds.
  case never

  /// The time for a response with these fields; nil for no limit.
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
