extension JSONPath {
  /// Returns the path at the end of an unfinished text: the names and positions of the open values.
  ///
  /// Encoders do not track paths. They are computed from the text when an error or an encoder's `codingPath` needs
  /// them.
  static func ofUnfinished(_ text: UnsafeBufferPointer<UInt8>) -> [JSONPath] {
    var scan = JSONPathScan()
    return scan.path(at: text.count, in: text)
  }
}

// SAFETY: no pointer is kept. Each call receives the text, whose part before `index` must be unchanged, and reads only
// bytes before `end`, which does not exceed its `count`.
/// A scanner that tracks the open values in a text and continues from its last position.
///
/// Computing the paths of successive positions takes one pass over the text. Going back costs a pass from the last mark
/// before the new position.
struct JSONPathScan {
  private struct Level {
    let isObject: Bool
    var count = 0
    var name: Range<Int>?
  }

  /// The number of bytes between marks.
  private static let markDistance = 4096

  private var levels: [Level] = []
  private var index = 0
  /// The open values at earlier positions, in order.
  private var marks: [(index: Int, levels: [Level])] = []

  /// Returns the path to the value that begins or is open at an offset.
  mutating func path(at end: Int, in text: UnsafeBufferPointer<UInt8>) -> [JSONPath] {
    if end < index { goBack(to: end) }
    while index < end { step(text, end) }
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

  private mutating func goBack(to end: Int) {
    while let mark = marks.last, mark.index > end { marks.removeLast() }
    (index, levels) = marks.last ?? (0, [])
  }

  private mutating func step(_ text: UnsafeBufferPointer<UInt8>, _ end: Int) {
    if index - (marks.last?.index ?? 0) >= Self.markDistance { marks.append((index, levels)) }
    switch text[index] {
    case UInt8(ascii: "{"): levels.append(Level(isObject: true))
    case UInt8(ascii: "["): levels.append(Level(isObject: false))
    case UInt8(ascii: "}"), UInt8(ascii: "]"): levels.removeLast()
    case UInt8(ascii: ","):
      levels[levels.count - 1].count += 1
      levels[levels.count - 1].name = nil
    case UInt8(ascii: "\""):
      let close = Self.endOfString(text, from: index + 1, end)
      if let last = levels.indices.last, levels[last].isObject, levels[last].name == nil {
        levels[last].name = (index + 1)..<close
      }
      index = close
    default: break
    }
    index += 1
  }

  /// Returns the index of the closing quotation mark of a string.
  private static func endOfString(_ text: UnsafeBufferPointer<UInt8>, from start: Int, _ end: Int) -> Int {
    var index = start
    while index < end, text[index] != UInt8(ascii: "\"") {
      index += text[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index, end)
  }
}
