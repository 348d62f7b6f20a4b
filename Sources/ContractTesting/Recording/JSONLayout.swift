internal import ContractClient

/// Reformatting of JSON that changes only its white space. Numbers, escapes and the order of members are unchanged.
enum JSONLayout {
  /// Returns the JSON on several lines, indented by two spaces per level. `bytes` must be valid JSON.
  static func indented(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    var depth = 0
    func newLine() { output += [0x0A] + Array(repeating: 0x20, count: 2 * depth) }
    let compact = compacted(bytes)
    var index = 0
    while index < compact.count {
      let byte = compact[index]
      switch byte {
      case quote:
        let end = JSONMask.endOfString(compact, index)
        output += compact[index..<end]
        index = end
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        output.append(byte)
        if index + 1 < compact.count, compact[index + 1] == byte + 2 {
          output.append(byte + 2)
          index += 2
          continue
        }
        depth += 1
        newLine()
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth = max(0, depth - 1)
        newLine()
        output.append(byte)
      case UInt8(ascii: ","):
        output.append(byte)
        newLine()
      case UInt8(ascii: ":"): output += [byte, 0x20]
      default: output.append(byte)
      }
      index += 1
    }
    return output
  }

  /// Returns the JSON without white space between tokens. `bytes` must be valid JSON.
  static func compacted(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == quote {
        let end = JSONMask.endOfString(bytes, index)
        output += bytes[index..<end]
        index = end
      } else {
        if ![0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { output.append(bytes[index]) }
        index += 1
      }
    }
    return output
  }

  private static let quote = UInt8(ascii: "\"")
}
