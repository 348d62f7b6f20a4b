internal import Contract

/// Lets the same GET and HEAD requests at one time share one flight and its response.
///
/// Requests are the same when their method, URL and fields are, and their clients have the same credentials and transport.
/// Fields that name a call make no difference: the request id, the trace, the idempotency key. One flight has the deadline
/// of the call that began it. Streamed calls never share, nor do calls with ``ClientAuth/custom(_:)`` or with attempt
/// middleware of the program's own: what these add may be another thing for everybody who calls.
public final class Coalescing: Sendable {
  let flights = SingleFlight<RequestKey, HTTPResponse>()

  /// Flights of their own.
  public init() {}
}

extension APIClient {
  /// Lets the same GET and HEAD requests at one time share one flight and its response.
  public func coalescing(_ coalescing: Coalescing? = Coalescing()) -> APIClient {
    configured { $0.coalescing = coalescing }
  }
}
