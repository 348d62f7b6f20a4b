/// A frame of HTTP/2 (RFC 9113 §4.1), whether or not it follows the rules.
package struct HTTP2Frame: Sendable {
  package enum Kind: UInt8, Sendable {
    case data, headers, priority, reset, settings, pushPromise, ping, goAway, windowUpdate, continuation
    /// A type that HTTP/2 does not define.
    case unknown = 0xBB
  }

  package static let endStream: UInt8 = 1
  package static let acknowledgement: UInt8 = 1
  package static let endHeaders: UInt8 = 4
  package static let padded: UInt8 = 8

  package var kind: Kind
  package var flags: UInt8
  package var stream: Int
  package var payload: [UInt8]

  package init(_ kind: Kind, flags: UInt8 = 0, stream: Int = 0, _ payload: [UInt8] = []) {
    self.kind = kind
    self.flags = flags
    self.stream = stream
    self.payload = payload
  }

  /// The bytes on the wire.
  package var bytes: [UInt8] { bytes(announcing: payload.count) }

  /// The bytes with a length in the header of the frame that may differ from that of the payload.
  package func bytes(announcing length: Int) -> [UInt8] {
    Self.number(length, 3) + [kind.rawValue, flags] + Self.number(stream, 4) + payload
  }

  /// A number in `count` bytes, the most significant first.
  package static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  /// A field without indexing and Huffman codes (RFC 7541 §6.2.2), whose texts are shorter than 127 bytes.
  package static func field(_ name: String, _ value: String) -> [UInt8] {
    [0, UInt8(name.utf8.count & 0x7F)] + Array(name.utf8) + [UInt8(value.utf8.count & 0x7F)] + Array(value.utf8)
  }
}
