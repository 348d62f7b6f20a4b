extension JSONSchema {
  /// A pattern of the member names that are keys of `[Int: T]`: decimal digits of a 64-bit integer, with any number of zeros
  /// before them.
  static let integerNames: String = {
    let largest = "9223372036854775807"
    // A number of 19 digits is in range if it is smaller at the first digit that differs.
    var choices = ["[0-9]{1,18}"]
    for (index, digit) in largest.utf8.enumerated().dropLast() {
      let first = index == 0 ? 1 : 0
      let last = Int(digit) - 0x31
      guard first <= last else { continue }
      choices.append("\(largest.prefix(index))[\(first)-\(last)][0-9]{\(largest.count - 1 - index)}")
    }
    choices.append("\(largest.dropLast())[0-7]")
    return "^(?:[+-]?0*(?:\(choices.joined(separator: "|")))|-0*9223372036854775808)$"
  }()
}
