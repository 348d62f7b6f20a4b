import ContractCoding
import FoundationEssentials

/// The traits of a text that the two readers may interpret differently, found without decoding it.
///
/// Each is a row in docs/json.md. The text need not be JSON.
struct JSONTraits {
  /// `,]` or `,}`.
  private(set) var hasTrailingComma = false
  /// Two members with the same name, or with canonically equal names: only one of them is read.
  private(set) var hasRepeatedNames = false
  /// A zero with an exponent.
  private(set) var hasZeroWithExponent = false
  /// A number with a fraction or an exponent.
  private(set) var hasReal = false
  /// A string that only Foundation reads as a UUID.
  private(set) var hasLooseUUID = false
  /// True if Foundation detects another encoding.
  private(set) var isOtherEncoding = false

  /// The names so far in each object that is open.
  private var names: [Set<String>] = []

  init(_ bytes: [UInt8]) {
    isOtherEncoding =
      bytes.prefix(4).contains(0) || bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""): index = string(bytes, from: index)
      case UInt8(ascii: ","):
        index += 1
        let next = Self.skipSpaces(bytes, from: index)
        if next < bytes.count, [UInt8(ascii: "]"), UInt8(ascii: "}")].contains(bytes[next]) { hasTrailingComma = true }
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): index = number(bytes, from: index)
      case UInt8(ascii: "{"):
        names.append([])
        index += 1
      case UInt8(ascii: "}"):
        _ = names.popLast()
        index += 1
      default: index += 1
      }
    }
  }

  private mutating func string(_ bytes: [UInt8], from start: Int) -> Int {
    var end = start + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "\"") { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
    end = min(end, bytes.count)
    if end - start > 16 { noteUUID(bytes[start...min(end, bytes.count - 1)]) }
    let next = Self.skipSpaces(bytes, from: end + 1)
    if next < bytes.count, bytes[next] == UInt8(ascii: ":") {
      let name = try? JSONDocument(Array(bytes[start...min(end, bytes.count - 1)])).root.string
      if let last = names.indices.last, !names[last].insert(name ?? "").inserted { hasRepeatedNames = true }
    }
    return end + 1
  }

  private mutating func noteUUID(_ string: ArraySlice<UInt8>) {
    guard let text = (try? JSONDocument(Array(string)))?.root.string, let uuid = UUID(uuidString: text) else { return }
    if uuid.uuidString != text.uppercased() { hasLooseUUID = true }
  }

  private mutating func number(_ bytes: [UInt8], from start: Int) -> Int {
    var end = start
    while end < bytes.count, "+-.eE0123456789".utf8.contains(bytes[end]) { end += 1 }
    let mantissa = bytes[start..<end].prefix { $0 | 0x20 != UInt8(ascii: "e") }
    if mantissa.endIndex < end || mantissa.contains(UInt8(ascii: ".")) { hasReal = true }
    if mantissa.endIndex < end, !mantissa.contains(where: { $0 >= UInt8(ascii: "1") && $0 <= UInt8(ascii: "9") }) {
      hasZeroWithExponent = true
    }
    return end
  }

  private static func skipSpaces(_ bytes: [UInt8], from start: Int) -> Int {
    var index = start
    while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
    return index
  }
}
