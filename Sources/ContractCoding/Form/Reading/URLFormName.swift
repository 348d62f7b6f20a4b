/// The steps of a member name: `a[b][]` consists of `a`, `b` and an appended element.
struct URLFormName {
  enum Step: Hashable {
    case name(String)
    /// `[]`: an appended element.
    case append
  }

  let steps: [Step]

  /// Parses a decoded name; nil when it has more than `maxSteps` steps.
  ///
  /// A malformed name, such as `a[b` or `[a]`, is a single step.
  init?(_ name: String, dots: Bool, maxSteps: Int) {
    guard name.utf8.contains(where: { $0 == Self.open || (dots && $0 == Self.dot) }) else {
      steps = [.name(name)]
      return
    }
    let bytes = Array(name.utf8)
    var index = Self.endOfWord(bytes, from: 0, dots: dots)
    var steps = [Step.name(String(decoding: bytes[..<index], as: UTF8.self))]
    var isWellFormed = index > 0
    while isWellFormed, index < bytes.count {
      guard steps.count < maxSteps else { return nil }
      let start = index + 1
      if bytes[index] == Self.open {
        guard let end = bytes[start...].firstIndex(where: { $0 == Self.close || $0 == Self.open }),
          bytes[end] == Self.close
        else {
          isWellFormed = false
          break
        }
        steps.append(end == start ? .append : .name(String(decoding: bytes[start..<end], as: UTF8.self)))
        index = end + 1
      } else if dots, bytes[index] == Self.dot {
        index = Self.endOfWord(bytes, from: start, dots: true)
        isWellFormed = index > start
        steps.append(.name(String(decoding: bytes[start..<index], as: UTF8.self)))
      } else {
        isWellFormed = false
      }
    }
    self.steps = isWellFormed ? steps : [.name(name)]
  }

  /// Returns the index of the bracket or dot that ends a word.
  private static func endOfWord(_ bytes: [UInt8], from start: Int, dots: Bool) -> Int {
    bytes[start...].firstIndex { $0 == open || (dots && $0 == dot) } ?? bytes.count
  }

  private static let open = UInt8(ascii: "[")
  private static let close = UInt8(ascii: "]")
  private static let dot = UInt8(ascii: ".")
}
