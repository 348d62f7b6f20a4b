/// Network metadata of a response and secrets to hide in its diagnostics. An object, so that responses without a
/// network carry only a nil reference.
package final class ResponseArrival: Sendable {
  /// Timings in microseconds since the start of the exchange.
  package struct Moments: Sendable {
    package var nameLookup: Int
    package var connect: Int
    package var tls: Int
    package var firstByte: Int
    package var total: Int

    package init(nameLookup: Int, connect: Int, tls: Int, firstByte: Int, total: Int) {
      self.nameLookup = nameLookup
      self.connect = connect
      self.tls = tls
      self.firstByte = firstByte
      self.total = total
    }
  }

  package let moments: Moments?
  package let reusedConnection: Bool
  package let httpVersion: HTTPVersion?
  /// The connection of a response with status 101 (Switching Protocols), or the protocol that a server runs on it. Releasing a
  /// connection closes it.
  package let connection: (any Sendable)?
  /// Credentials of the request, longest first, to hide where the response repeats them.
  package let withheld: [String]
  /// A hint for an unreadable body that differs from the one that the server sent; nil for an unchanged body.
  package let remark: String?

  /// - Parameter arrival: nil for a response without a network.
  package init(_ arrival: ResponseArrival?, withheld: [String] = [], remark: String? = nil) {
    self.remark = remark ?? arrival?.remark
    self.moments = arrival?.moments
    self.reusedConnection = arrival?.reusedConnection ?? false
    self.httpVersion = arrival?.httpVersion
    self.connection = arrival?.connection
    self.withheld = withheld
  }

  /// Creates the metadata of a response with status 101.
  package init(connection: any Sendable) {
    self.connection = connection
    self.withheld = []
    self.remark = nil
    self.moments = nil
    self.reusedConnection = false
    self.httpVersion = nil
  }

  package init(
    _ moments: Moments, reusedConnection: Bool, httpVersion: HTTPVersion, connection: (any Sendable)? = nil
  ) {
    self.connection = connection
    self.withheld = []
    self.remark = nil
    self.moments = moments
    self.reusedConnection = reusedConnection
    self.httpVersion = httpVersion
  }
}

extension ResponseArrival: CustomReflectable {
  /// A mirror of only the network metadata, so that the dump of a response, or of an error with one, shows no secret.
  package var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "moments": moments as Any, "reusedConnection": reusedConnection, "httpVersion": httpVersion as Any,
      ])
  }
}

/// An HTTP version.
public enum HTTPVersion: String, Sendable, Hashable, CustomStringConvertible {
  /// HTTP/1.0 (RFC 1945).
  case http10 = "HTTP/1.0"
  /// HTTP/1.1 (RFC 9112).
  case http11 = "HTTP/1.1"
  /// HTTP/2 (RFC 9113).
  case http2 = "HTTP/2"
  /// HTTP/3 (RFC 9114).
  case http3 = "HTTP/3"

  /// The version's name, such as `HTTP/1.1`.
  public var description: String { rawValue }
}

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
    guard let moments = arrival.moments else { return nil }
    nameLookup = .microseconds(moments.nameLookup)
    connect = .microseconds(moments.connect)
    tls = .microseconds(moments.tls)
    firstByte = .microseconds(moments.firstByte)
    total = .microseconds(moments.total)
    reusedConnection = arrival.reusedConnection
  }
}

extension HTTPResponse {
  /// The timings of the exchange; nil for a response without a network.
  public var timings: TransferTimings? { arrival.flatMap(TransferTimings.init) }

  /// The HTTP version of the response; nil for a response without a network.
  public var httpVersion: HTTPVersion? { arrival?.httpVersion }
}
