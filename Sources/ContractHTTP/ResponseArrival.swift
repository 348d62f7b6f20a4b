/// Network metadata of a response and secrets to hide in its diagnostics. An object, so that responses without a
/// network carry only a nil reference.
package final class ResponseArrival: Sendable {
  /// Timings in microseconds since the start of the exchange.
  package struct Timings: Sendable {
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

  package let timings: Timings?
  package let reusedConnection: Bool
  package let httpVersion: HTTPVersion?
  /// The connection of a response with status 101 (Switching Protocols), or the protocol that a server runs on it. Releasing a
  /// connection closes it.
  package let connection: (any Sendable)?
  /// Credentials of the request, longest first, to hide where the response repeats them.
  package let withheld: [String]
  /// A hint for an unreadable body that differs from the one that the server sent; nil for an unchanged body.
  package let hint: String?

  /// - Parameter arrival: nil for a response without a network.
  package init(_ arrival: ResponseArrival?, withheld: [String] = [], hint: String? = nil) {
    self.hint = hint ?? arrival?.hint
    self.timings = arrival?.timings
    self.reusedConnection = arrival?.reusedConnection ?? false
    self.httpVersion = arrival?.httpVersion
    self.connection = arrival?.connection
    self.withheld = withheld
  }

  /// Creates the metadata of a response with status 101.
  package init(connection: any Sendable) {
    self.connection = connection
    self.withheld = []
    self.hint = nil
    self.timings = nil
    self.reusedConnection = false
    self.httpVersion = nil
  }

  package init(
    _ timings: Timings, reusedConnection: Bool, httpVersion: HTTPVersion, connection: (any Sendable)? = nil
  ) {
    self.connection = connection
    self.withheld = []
    self.hint = nil
    self.timings = timings
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
        "timings": timings as Any, "reusedConnection": reusedConnection, "httpVersion": httpVersion as Any,
      ])
  }
}

extension HTTPResponse {
  /// The timings of the exchange; nil for a response without a network.
  public var timings: TransferTimings? { arrival.flatMap(TransferTimings.init) }

  /// The HTTP version of the response; nil for a response without a network.
  public var httpVersion: HTTPVersion? { arrival?.httpVersion }
}
