internal import ContractCoding
internal import ContractHTTP

/// A search for names that occur twice in an object of a JSON text. The parsed value has only one of these members.
enum RepeatedMembers {
  /// An object or array that contains the current position.
  private struct Level {
    let isObject: Bool
    var names: Set<String> = []
    var index = 0
    /// The name or index of the current child.
    var token: String
    var expectsName: Bool

    init(isObject: Bool) {
      self.isObject = isObject
      expectsName = isObject
      token = isObject ? "" : "0"
    }

    mutating func advance() {
      expectsName = isObject
      guard !isObject else { return }
      index += 1
      token = "\(index)"
    }
  }

  /// Returns the JSON pointers of the second and later members of a name, in order.
  ///
  /// - Parameter json: a valid JSON text.
  static func pointers(in json: [UInt8]) -> [String] {
    var levels: [Level] = []
    var pointers: [String] = []
    var index = 0
    while index < json.count {
      switch json[index] {
      case UInt8(ascii: "{"): levels.append(Level(isObject: true))
      case UInt8(ascii: "["): levels.append(Level(isObject: false))
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = levels.popLast()
      case UInt8(ascii: ","): if !levels.isEmpty { levels[levels.count - 1].advance() }
      case UInt8(ascii: "\""):
        let end = end(ofStringAt: index, in: json)
        if let last = levels.indices.last, levels[last].expectsName {
          let name = name(in: json[index..<end])
          levels[last].expectsName = false
          levels[last].token = JSONPointer.token(name)
          if !levels[last].names.insert(name).inserted {
            pointers.append(levels.map { "/" + $0.token }.joined())
          }
        }
        index = end - 1
      default: break
      }
      index += 1
    }
    return pointers
  }

  /// Returns the index after the closing quotation mark.
  private static func end(ofStringAt start: Int, in json: [UInt8]) -> Int {
    var index = start + 1
    while index < json.count, json[index] != UInt8(ascii: "\"") {
      index += json[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index + 1, json.count)
  }

  /// Returns the text of a string in quotation marks.
  private static func name(in string: ArraySlice<UInt8>) -> String {
    if string.contains(UInt8(ascii: "\\")) { return (try? JSONValue(parsing: Array(string)))?.string ?? "" }
    return String(decoding: string.dropFirst().dropLast(), as: UTF8.self)
  }
}
