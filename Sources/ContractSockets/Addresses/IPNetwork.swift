internal import ContractHTTP

/// An IP network, such as `10.0.0.0/8` or `2001:db8::/32`, or a single address.
public struct IPNetwork: Hashable, Sendable, CustomStringConvertible {
  private let address: IPAddress
  private let prefix: Int

  /// Parses CIDR notation (RFC 4632 §3.1); nil if it is invalid. Bits after the prefix must be zero, to catch typos in
  /// lists of trusted networks.
  public init?(_ text: String) {
    let parts = text.split(atByte: "/", keepsEmpty: true)
    guard let address = IPAddress(parts[0]), parts.count <= 2 else { return nil }
    let bits = address.isIPv4 ? 32 : 128
    var prefix = bits
    if parts.count == 2 {
      guard parts[1].hasOnlyDigits,
        parts[1] == "0" || !parts[1].starts(withByte: "0"),
        let count = Int(parts[1]), count <= bits
      else { return nil }
      prefix = count
    }
    guard Self.host(of: address, prefix: prefix) == 0 else { return nil }
    self.address = address
    self.prefix = prefix
  }

  package func contains(_ other: IPAddress) -> Bool {
    guard other.isIPv4 == address.isIPv4 else { return false }
    return other.number - Self.host(of: other, prefix: prefix) == address.number
  }

  /// The network in CIDR notation.
  public var description: String { "\(address)/\(prefix)" }

  /// Returns the bits after the prefix.
  private static func host(of address: IPAddress, prefix: Int) -> UInt128 {
    let width = (address.isIPv4 ? 32 : 128) - prefix
    return width == 128 ? address.number : address.number & ((1 << UInt128(width)) - 1)
  }
}

extension IPNetwork: ExpressibleByStringLiteral {
  /// Creates a network from a literal in CIDR notation. Traps if it is invalid.
  public init(stringLiteral text: String) {
    guard let network = IPNetwork(text) else {
      preconditionFailure("invalid network `\(text)`; write it like `10.0.0.0/8`, with zero bits after the prefix")
    }
    self = network
  }
}
