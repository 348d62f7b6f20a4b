internal import ContractHTTP
internal import ContractLoop

/// A header of the PROXY protocol, version 1 or 2, in which a proxy names the client of a connection.
///
/// Parsing performs no I/O. A listener must require the header from trusted peers: if it were optional, any peer could forge it.
package struct ProxyHeader: Hashable, Sendable {
  package struct Endpoint: Hashable, Sendable {
    package var address: IPAddress
    package var port: UInt16

    /// The address as a socket address.
    var socketAddress: SocketAddress {
      if address.isIPv4 { return .ipv4(UInt32(truncatingIfNeeded: address.number), port: port) }
      let high = UInt64(truncatingIfNeeded: address.number >> 64)
      return .ipv6(high: high, low: UInt64(truncatingIfNeeded: address.number), port: port, scope: 0)
    }
  }

  /// The result of parsing the received bytes.
  package enum Step: Hashable, Sendable {
    /// The start of a header; more bytes are needed.
    case needsMore
    /// A header and its length in bytes. The client's bytes follow.
    case header(ProxyHeader, count: Int)
    /// Not a header. The connection must be closed without a response.
    case invalid(String)
  }

  /// The client; nil when the proxy does not name it, or for the proxy's own health checks.
  package var source: Endpoint?
  /// The address to which the client connected.
  package var destination: Endpoint?

  /// The maximum length of a version 1 line, including CR LF.
  private static let maxLineBytes = 107
  /// The maximum length of a version 2 header. With addresses and usual extensions it has about 300 bytes.
  static let maxBinaryBytes = 4096
  private static let signature: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A]
  private static let word = Array("PROXY ".utf8)

  /// Parses a header at the start of `bytes`.
  package static func parse(_ bytes: ArraySlice<UInt8>) -> Step {
    let bytes = Array(bytes.prefix(maxBinaryBytes + 1))
    if bytes.isEmpty { return .needsMore }
    if bytes[0] == signature[0] {
      guard bytes.prefix(12).elementsEqual(signature.prefix(bytes.count)) else { return .invalid("no PROXY header") }
      return bytes.count < 16 ? .needsMore : binary(bytes)
    }
    guard bytes.prefix(6).elementsEqual(word.prefix(bytes.count)) else { return .invalid("no PROXY header") }
    return line(bytes)
  }

  // MARK: Version 1

  private static func line(_ bytes: [UInt8]) -> Step {
    let window = bytes.prefix(maxLineBytes)
    guard let end = window.firstIndex(of: 0x0D) else {
      return bytes.count < maxLineBytes ? .needsMore : .invalid("the PROXY line is too long")
    }
    guard end + 1 < bytes.count else {
      return end + 1 < maxLineBytes ? .needsMore : .invalid("the PROXY line is too long")
    }
    guard end + 1 < maxLineBytes, bytes[end + 1] == 0x0A else { return .invalid("the PROXY line has no end") }
    let parts = String(decoding: bytes[..<end], as: UTF8.self).split(atByte: " ", keepsEmpty: true)
    if parts.count >= 2, parts[1] == "UNKNOWN" { return .header(ProxyHeader(), count: end + 2) }
    guard parts.count == 6, parts[1] == "TCP4" || parts[1] == "TCP6",
      let source = endpoint(parts[2], parts[4], parts[1]),
      let destination = endpoint(parts[3], parts[5], parts[1])
    else { return .invalid("the PROXY line is malformed") }
    return .header(ProxyHeader(source: source, destination: destination), count: end + 2)
  }

  private static func endpoint(_ address: Substring, _ port: Substring, _ family: Substring) -> Endpoint? {
    guard address.contains(byte: ":") == (family == "TCP6"), let address = IPAddress(address),
      (1...5).contains(port.utf8.count),
      port.hasOnlyDigits, port == "0" || !port.starts(withByte: "0"),
      let port = UInt16(port)
    else { return nil }
    return Endpoint(address: address, port: port)
  }

  // MARK: Version 2

  private static func binary(_ bytes: [UInt8]) -> Step {
    let length = Int(bytes[14]) << 8 | Int(bytes[15])
    guard bytes[12] >> 4 == 2 else { return .invalid("the version of the PROXY header is unknown") }
    let command = bytes[12] & 0x0F
    guard command <= 1 else { return .invalid("the command of the PROXY header is unknown") }
    let count = 16 + length
    guard count <= maxBinaryBytes else { return .invalid("the PROXY header is too long") }
    guard bytes.count >= count else { return .needsMore }
    if command == 0 { return .header(ProxyHeader(), count: count) }
    let content = bytes[16..<count]
    switch bytes[13] {
    case 0x11:
      guard length >= 12 else { return .invalid("the PROXY header has no addresses") }
      let source = Endpoint(address: IPAddress(ipv4: number(content, 0)), port: number(content, 8))
      let destination = Endpoint(address: IPAddress(ipv4: number(content, 4)), port: number(content, 10))
      return .header(ProxyHeader(source: source, destination: destination), count: count)
    case 0x21:
      guard length >= 36 else { return .invalid("the PROXY header has no addresses") }
      let source = Endpoint(address: IPAddress(ipv6: number(content, 0)), port: number(content, 32))
      let destination = Endpoint(address: IPAddress(ipv6: number(content, 16)), port: number(content, 34))
      return .header(ProxyHeader(source: source, destination: destination), count: count)
    case 0x00, 0x12, 0x22, 0x31, 0x32:
      // No address is read for an unspecified family, datagrams or Unix domain sockets.
      return .header(ProxyHeader(), count: count)
    default:
      return .invalid("the family of the PROXY header is unknown")
    }
  }

  private static func number<Number: FixedWidthInteger>(_ bytes: ArraySlice<UInt8>, _ offset: Int) -> Number {
    let start = bytes.startIndex + offset
    return bytes[start..<start + Number.bitWidth / 8].reduce(0) { $0 << 8 | Number($1) }
  }
}
