package import ContractHTTP

/// The agreement of both ends on the extension permessage-deflate (RFC 7692 §7.1).
package struct PerMessageDeflate: Sendable, Hashable {
  /// The compression of the messages that one end sends.
  package struct Direction: Sendable, Hashable {
    /// True if a message may refer to earlier ones.
    package var keepsWindow: Bool
    /// The base-2 logarithm of the largest window in bytes, from 8 to 15.
    package var windowBits: Int

    package init(keepsWindow: Bool, windowBits: Int) {
      self.keepsWindow = keepsWindow
      self.windowBits = windowBits
    }
  }

  /// The messages that the server sends.
  package var server: Direction
  /// The messages that the client sends.
  package var client: Direction

  package init(server: Direction, client: Direction) {
    self.server = server
    self.client = client
  }

  // MARK: The server

  /// Returns a server's agreement on the first acceptable offer, and the extension for the response; nil if no offer is
  /// acceptable. An offer with an unknown, repeated or invalid parameter is declined (RFC 7692 §7.1).
  package static func accept(
    _ offers: [WebSocketExtension], _ compression: WebSocketCompression
  ) -> (agreement: PerMessageDeflate, response: WebSocketExtension)? {
    for offer in offers {
      guard let offered = DeflateParameters(offer) else { continue }
      let agreement = PerMessageDeflate(accepting: offered, compression)
      return (agreement, agreement.response(to: offered))
    }
    return nil
  }

  private init(accepting offered: DeflateParameters, _ compression: WebSocketCompression) {
    let limit = compression.windowBits
    let bits = offered.hasClientBits ? min(limit, offered.clientBits ?? 15) : 15
    server = Direction(
      keepsWindow: compression.contextTakeover && !offered.serverForgets,
      windowBits: min(limit, offered.serverBits ?? 15))
    client = Direction(
      keepsWindow: compression.contextTakeover && !offered.clientForgets && bits <= limit, windowBits: bits)
  }

  private func response(to offered: DeflateParameters) -> WebSocketExtension {
    DeflateParameters(
      serverForgets: !server.keepsWindow, clientForgets: !client.keepsWindow,
      serverBits: server.windowBits < 15 || offered.serverBits != nil ? server.windowBits : nil,
      hasClientBits: client.windowBits < 15, clientBits: client.windowBits
    ).extension
  }

  // MARK: The client

  /// Returns the offer of a client.
  package static func offer(_ compression: WebSocketCompression) -> WebSocketExtension {
    let limit = compression.windowBits < 15 ? compression.windowBits : nil
    return DeflateParameters(
      serverForgets: !compression.contextTakeover, clientForgets: !compression.contextTakeover, serverBits: limit,
      hasClientBits: true, clientBits: limit
    ).extension
  }

  /// Creates the agreement of a client from the server's response; nil if the response does not accept the offer
  /// (RFC 7692 §7.1.1 and §7.1.2).
  package init?(offer: WebSocketExtension, response: WebSocketExtension) {
    guard let offered = DeflateParameters(offer), let accepted = DeflateParameters(response) else { return nil }
    if offered.serverForgets, !accepted.serverForgets { return nil }
    if let limit = offered.serverBits, accepted.serverBits ?? 15 > limit { return nil }
    if accepted.hasClientBits {
      guard offered.hasClientBits, let bits = accepted.clientBits, bits <= offered.clientBits ?? 15 else { return nil }
    }
    server = Direction(keepsWindow: !accepted.serverForgets, windowBits: accepted.serverBits ?? 15)
    client = Direction(
      keepsWindow: !offered.clientForgets && !accepted.clientForgets,
      windowBits: accepted.clientBits ?? offered.clientBits ?? 15)
  }
}

extension WebSocketCompression {
  /// The value of ``maxWindowBits``, clamped to 9 to 15.
  fileprivate var windowBits: Int { min(max(maxWindowBits, 9), 15) }
}
