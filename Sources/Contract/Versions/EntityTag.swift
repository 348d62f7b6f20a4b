/// An identifier of one version of a resource's representation (RFC 9110 §8.8.3).
public struct EntityTag: Hashable, Sendable, CustomStringConvertible {
  /// The characters between the quotes.
  public let opaque: String
  /// True if equivalent, but not identical, representations may share the tag.
  public let isWeak: Bool

  /// Creates a tag; nil if `opaque` contains quotes, spaces or control characters.
  public init?(_ opaque: String, isWeak: Bool = false) {
    guard opaque.utf8.allSatisfy(Self.isOpaque) else { return nil }
    self.opaque = opaque
    self.isWeak = isWeak
  }

  /// Creates the strong tag of a version number, such as `"7"`.
  public init(_ version: some BinaryInteger) {
    self.opaque = String(version)
    self.isWeak = false
  }

  /// Creates a tag from the value of an `ETag` header; nil if it is malformed.
  public init?(parsing text: some StringProtocol) {
    let text = Substring(text)
    let weak = text.rest(afterBytes: "W/")
    guard let opaque = (weak ?? text).text(between: "\"", and: "\"") else { return nil }
    self.init(String(opaque), isWeak: weak != nil)
  }

  /// Creates a strong tag from the bytes of a body. Equal bytes have the same tag on every server.
  ///
  /// The hash is not cryptographic: two bodies with the same tag can be constructed. Where clients choose bodies that
  /// others rely on, set a different `ETag`.
  public init(of content: [UInt8]) {
    // FNV-1a with 128 bits.
    var hash: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
    for byte in content { hash = (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013B }
    self.opaque = String(hash, radix: 36)
    self.isWeak = false
  }

  /// Returns true if both are strong and equal (RFC 9110 §8.8.3.2).
  public func stronglyEquals(_ other: EntityTag) -> Bool { !isWeak && !other.isWeak && opaque == other.opaque }

  /// Returns true if both are equal, whether weak or strong (RFC 9110 §8.8.3.2).
  public func weaklyEquals(_ other: EntityTag) -> Bool { opaque == other.opaque }

  /// The tag on the wire.
  public var description: String { "\(isWeak ? "W/" : "")\"\(opaque)\"" }

  /// The tag as the value of an `ETag` header.
  public var fieldValue: HTTPFieldValue { HTTPFieldValue(unchecked: description) }

  private static func isOpaque(_ byte: UInt8) -> Bool { byte == 0x21 || (0x23...0x7E).contains(byte) || byte >= 0x80 }
}

extension EntityTag: JSONSchemaProviding {
  /// A string with the syntax of RFC 9110 §8.8.3, without the obsolete characters beyond ASCII.
  public static var jsonSchema: JSONSchema {
    var schema = JSONSchema(.string)
    schema.pattern = #"^(W/)?"[!#-~]*"$"#
    return schema
  }
}

extension EntityTag: ParameterValue {
  /// Parses the value of an `ETag` header.
  public init?(parameterText text: ParameterText) {
    guard let string = text.string else { return nil }
    self.init(parsing: string)
  }

  /// The tag on the wire.
  public var parameterText: String? { description }
}
