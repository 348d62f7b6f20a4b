internal import Contract

/// The coalescing of concurrent equal GET and HEAD requests into one request, whose response they share.
///
/// Requests are equal if their method, URL and headers are equal, and their clients have the same credentials and
/// transport. Request ids, trace headers and idempotency keys are ignored. The shared request has the deadline of the
/// call that began it. Streamed calls are not shared. Calls with ``ClientAuth/custom(_:)`` or with attempt middleware
/// of the program are not shared either, because these may add different values for each caller.
public final class Coalescing: Sendable {
  let flights = SingleFlight<RequestKey, SharedResponse>()

  /// Creates a coalescing policy, which clients may share.
  public init() {}
}

extension APIClient {
  /// Coalesces concurrent equal GET and HEAD requests; nil disables it.
  public func coalescing(_ coalescing: Coalescing? = Coalescing()) -> APIClient {
    configured { $0.coalescing = coalescing }
  }
}
