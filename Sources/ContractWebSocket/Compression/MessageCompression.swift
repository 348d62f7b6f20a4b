internal import ContractCoding
package import ContractHTTP
package import ContractHTTP1

/// The compression that both ends of a WebSocket have agreed on, for one end (RFC 7692).
package final class MessageCompression: Sendable {
  let sending: PerMessageDeflate.Direction
  let receiving: PerMessageDeflate.Direction
  private let minMessageBytes: Int

  /// - Parameters:
  ///   - role: the role of this end.
  ///   - minMessageBytes: the minimum size in bytes of a message that this end compresses.
  package init(_ agreement: PerMessageDeflate, as role: WebSocketRole, minMessageBytes: Int) {
    (sending, receiving) =
      role == .server ? (agreement.server, agreement.client) : (agreement.client, agreement.server)
    self.minMessageBytes = minMessageBytes
  }

  /// Returns true if this end compresses the message. zlib does not compress with a window of 256 bytes, and any message may
  /// be sent without compression (RFC 7692 §6).
  package func compresses(_ message: WebSocketMessage) -> Bool {
    sending.windowBits >= DeflateContexts.smallestWindowBits && message.byteCount >= minMessageBytes
  }

  /// True if the compression of a message depends on the messages sent before it.
  package var keepsWindow: Bool { sending.keepsWindow }

  /// Returns a message in one frame, compressed without context if that makes it smaller.
  package func frame(_ message: WebSocketMessage) -> WebSocketFrame {
    var frame = WebSocketFrame(message)
    guard compresses(message) else { return frame }
    let payload = DeflateContexts.shared.withDeflater(windowBits: sending.windowBits) { deflater in
      deflater.deflate(frame.payload, keepsWindow: false)
    }
    if payload.count < frame.payload.count { (frame.payload, frame.isCompressed) = (payload, true) }
    return frame
  }
}
