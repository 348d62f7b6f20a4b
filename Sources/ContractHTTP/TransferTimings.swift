/// The completion times of the steps of an exchange, each measured from its start and including earlier steps.
///
/// For a redirected or retried call, these are the times of the last exchange. For a streamed response, they end with
/// its head.
public struct TransferTimings: Sendable, Hashable {
  /// The time until the host name was resolved; zero for a reused connection.
  public let nameLookup: Duration
  /// The time until the connection was established; zero for a reused connection.
  public let connect: Duration
  /// The time until the TLS handshake was complete; zero for a reused connection or without TLS.
  public let tls: Duration
  /// The time until the first byte of the response arrived.
  public let firstByte: Duration
  /// The time until the last byte of the response arrived.
  public let total: Duration
  /// True when the exchange reused an existing connection.
  public let reusedConnection: Bool

  init?(_ arrival: ResponseArrival) {
    guard let timings = arrival.timings else { return nil }
    nameLookup = .microseconds(timings.nameLookup)
    connect = .microseconds(timings.connect)
    tls = .microseconds(timings.tls)
    firstByte = .microseconds(timings.firstByte)
    total = .microseconds(timings.total)
    reusedConnection = arrival.reusedConnection
  }
}
