public import Contract

/// The name of one state of a resource's representation (RFC 9110 §8.8.3).
public struct EntityTag: Hashable, Sendable, CustomStringConvertible {
  /// What stands between the quotes.
  public let opaque: String
  /// True when states that mean the same may share the tag.
  public let isWeak: Bool

  /// A tag, or nil when `opaque` has quotes, spaces or control characters.
  public init?(_ opaque: String, isWeak: Bool = false) {
    guard opaque.utf8.allSatisfy(Self.isOpaque) else { return nil }
    self.opaque = opaque
    self.isWeak = isWeak
  }

  /// The tag that the value of an `ETag` field spells, or nil.
  public init?(parsing text: some StringProtocol) {
    let text = Substring(text)
    let weak = text.rest(behindBytes: "W/")
    guard let opaque = (weak ?? text).text(between: "\"", and: "\"") else { return nil }
    self.init(String(opaque), isWeak: weak != nil)
  }

  /// A strong tag of content: the same bytes have the same tag on every server. Other bytes have another one, unless somebody
  /// has looked for two that have the same: where clients choose content that others rely on, give such answers an `ETag` of
  /// your own.
  public init(of content: [UInt8]) {
    // FNV-1a with 128 bits.
    var hash: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
    for byte in content { hash = (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013B }
    self.opaque = String(hash, radix: 36)
    self.isWeak = false
  }

  /// True when both are strong and the same (RFC 9110 §8.8.3.2).
  public func isStrongly(_ other: EntityTag) -> Bool { !isWeak && !other.isWeak && opaque == other.opaque }

  /// True when both are the same, whether weak or not.
  public func isWeakly(_ other: EntityTag) -> Bool { opaque == other.opaque }

  /// The tag as it travels.
  public var description: String { "\(isWeak ? "W/" : "")\"\(opaque)\"" }

  /// The tag as the value of an `ETag` field.
  public var fieldValue: HTTPFieldValue { HTTPFieldValue(unchecked: description) }

  private static func isOpaque(_ byte: UInt8) -> Bool { byte == 0x21 || (0x23...0x7E).contains(byte) || byte >= 0x80 }
}
