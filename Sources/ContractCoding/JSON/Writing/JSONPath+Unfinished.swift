extension JSONPath {
  /// Where an unfinished text ends: the names and positions of the values that are still open.
  ///
  /// Encoding keeps no path. It is needed for errors and for encoders that are asked for it, and the text itself has it.
  static func ofUnfinished(_ text: UnsafeBufferPointer<UInt8>) -> [JSONPath] {
    struct Level {
      let isObject: Bool
      var count = 0
      var name: Range<Int>?
    }
    var levels: [Level] = []
    var index = 0
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "{"): levels.append(Level(isObject: true))
      case UInt8(ascii: "["): levels.append(Level(isObject: false))
      case UInt8(ascii: "}"), UInt8(ascii: "]"): levels.removeLast()
      case UInt8(ascii: ","):
        levels[levels.count - 1].count += 1
        levels[levels.count - 1].name = nil
      case UInt8(ascii: "\""):
        let end = endOfString(text, from: index + 1)
        if let last = levels.indices.last, levels[last].isObject, levels[last].name == nil {
          levels[last].name = (index + 1)..<end
        }
        index = end
      default: break
      }
      index += 1
    }
    var path: [JSONPath] = []
    for level in levels {
      if !level.isObject {
        path.append(.element(level.count))
      } else if let name = level.name {
        path.append(.name(JSONEscapes.text(UnsafeBufferPointer(rebasing: text[name]))))
      }
    }
    return path
  }

  /// The index of the quotation mark that ends a string.
  private static func endOfString(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    while index < text.count, text[index] != UInt8(ascii: "\"") {
      index += text[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index, text.count)
  }
}
