/// The known name that a mistyped one probably means.
struct NearestName {
  /// The name; nil if none is similar.
  let name: String?

  /// Finds the known name with the fewest edits. The edits are at most a third of its length, or one for short names.
  init(of typed: String, in names: [String]) {
    // Longer words cannot be similar to a known name, and comparing them would take time.
    let typed = Array(typed.lowercased().unicodeScalars.prefix(64))
    let ranked = names.map { ($0, Self.distance(typed, Array($0.unicodeScalars))) }.min { $0.1 < $1.1 }
    let limit = ranked.map { Swift.max(1, $0.0.unicodeScalars.count / 3) } ?? 0
    name = ranked.flatMap { $0.1 <= limit ? $0.0 : nil }
  }

  /// Returns the number of inserted, removed, replaced and swapped scalars (optimal string alignment).
  static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var before: [Int] = []
    var last = Array(0...right.count)
    for i in left.indices {
      var row = [i + 1]
      for j in right.indices {
        var cost = min(last[j] + (left[i] == right[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] { cost = min(cost, before[j - 1] + 1) }
        row.append(cost)
      }
      (before, last) = (last, row)
    }
    return last[right.count]
  }
}
