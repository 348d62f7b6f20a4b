/// How a response came, if over a network, and what is not shown of it. One object, so that responses which no network
/// brought carry nothing of it.
package final class ResponseArrival: Sendable {
  /// Microseconds since the start of the exchange.
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
  /// The connection of a response with 101 (Switching Protocols), which ends with whoever lets go of it.
  package let connection: (any Sendable)?
  /// What the request said about who it is from, longer texts first: the response may repeat it.
  package let withheld: [String]
  /// Why the body may not be readable although the server has sent it so; nil for a body as it was sent.
  package let remark: String?

  /// - Parameter arrival: nil for a response that no network brought.
  package init(_ arrival: ResponseArrival?, withheld: [String] = [], remark: String? = nil) {
    self.remark = remark ?? arrival?.remark
    self.moments = arrival?.moments
    self.reusedConnection = arrival?.reusedConnection ?? false
    self.httpVersion = arrival?.httpVersion
    self.connection = arrival?.connection
    self.withheld = withheld
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

/// A version of HTTP.
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

/// When the steps of an exchange were over, counted from its start: each includes those before it.
///
/// Of a call that followed redirects, and of one that was sent again, these are the times of its last exchange; of a
/// response whose content is pulled, those until its head was there.
public struct TransferTimings: Sendable, Hashable {
  /// When the host's addresses were known; zero on a kept connection.
  public let nameLookup: Duration
  /// When the connection was there; zero on a kept one.
  public let connect: Duration
  /// When the TLS handshake was done; zero on a kept connection and without TLS.
  public let tls: Duration
  /// When the first byte of the response came.
  public let firstByte: Duration
  /// When the last byte of the response had come.
  public let total: Duration
  /// True when the exchange used a connection that an earlier one had left.
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
  /// When the steps of the exchange were over; nil for a response that no network brought.
  public var timings: TransferTimings? { arrival.flatMap(TransferTimings.init) }

  /// The version of HTTP that the response came in; nil for a response that no network brought.
  public var httpVersion: HTTPVersion? { arrival?.httpVersion }
}
