internal import Contract

/// A mask for the values of secret JSON members that leaves all other bytes unchanged.
///
/// The input need not be valid JSON: truncated or malformed text may hold secrets too. A value extends to the comma or
/// bracket that ends it, or to the end of the text.
package struct JSONMask {
  private let masking: Masking

  init(_ masking: Masking) {
    self.masking = masking
  }

  func masked(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var index = 0
    for value in secretValues(in: bytes) {
      output += bytes[index..<value.lowerBound]
      output.append(Self.quote)
      output += masking.replacement.utf8
      output.append(Self.quote)
      index = value.upperBound
    }
    return output + bytes[index...]
  }

  /// Returns the byte ranges of the values of secret members, in order.
  private func secretValues(in bytes: [UInt8]) -> [Range<Int>] {
    // `state` is a common JSON member, so here only `grant_type` makes `code` a secret.
    var masking = masking.maskingTokenPairs(in: bytes)
    if bytes.firstRange(of: "\"grant_type\"".utf8) != nil { masking = masking.masksMembers(beside: ["grant_type"]) }
    var values: [Range<Int>] = []
    var index = 0
    while index < bytes.count {
      guard bytes[index] == Self.quote else {
        index += 1
        continue
      }
      let end = Self.endOfString(bytes, index)
      guard let value = Self.startOfValue(bytes, end),
        masking.masksMember(Self.text(bytes[(index + 1)..<max(index + 1, end - 1)]))
      else {
        index = end
        continue
      }
      index = Self.endOfValue(bytes, value)
      values.append(value..<index)
    }
    return values
  }

  /// Returns the values of secret members: strings decoded, other values as written.
  func secrets(in bytes: [UInt8]) -> [String] {
    secretValues(in: bytes).map { value in
      bytes[value.lowerBound] == Self.quote
        ? Self.text(bytes[value].dropFirst().dropLast()) : String(decoding: bytes[value], as: UTF8.self)
    }
  }

  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")

  /// Returns the index after the string that begins at `start`.
  package static func endOfString(_ bytes: [UInt8], _ start: Int) -> Int {
    var index = start + 1
    while index < bytes.count {
      switch bytes[index] {
      case backslash: index += 2
      case quote: return index + 1
      default: index += 1
      }
    }
    return bytes.count
  }

  /// Returns the index of a member's value if the string that ends at `index` is a member name.
  private static func startOfValue(_ bytes: [UInt8], _ index: Int) -> Int? {
    var index = skippingSpace(bytes, index)
    guard index < bytes.count, bytes[index] == UInt8(ascii: ":") else { return nil }
    index = skippingSpace(bytes, index + 1)
    return index < bytes.count ? index : nil
  }

  private static func skippingSpace(_ bytes: [UInt8], _ start: Int) -> Int {
    var index = start
    while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
    return index
  }

  private static func endOfValue(_ bytes: [UInt8], _ start: Int) -> Int {
    var depth = 0
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case quote:
        index = endOfString(bytes, index)
        if depth == 0 { return index }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return index }
        depth -= 1
        if depth == 0 { return index + 1 }
      case UInt8(ascii: ",") where depth == 0: return index
      case 0x0A where depth == 0: return index
      default: break
      }
      index += 1
    }
    return bytes.count
  }

  /// Returns a member name with its escapes decoded.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(backslash) else { return String(decoding: bytes, as: UTF8.self) }
    let quoted = [quote] + bytes + [quote]
    return (try? JSONDocument(quoted))?.root.string ?? String(decoding: bytes, as: UTF8.self)
  }
}
