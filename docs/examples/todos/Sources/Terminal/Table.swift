/// Rows of text in aligned columns.
public struct Table: Sendable {
  /// The alignment of the text of a column.
  public enum Alignment: Sendable {
    /// Left, for words.
    case left
    /// Right, for numbers.
    case right
  }

  private let columns: [Alignment]
  private var rows: [[String]] = []

  /// Creates a table with columns.
  public init(_ columns: [Alignment]) {
    self.columns = columns
  }

  /// Adds a row with one text for each column.
  public mutating func add(_ texts: [String]) {
    precondition(texts.count == columns.count, "a row has one text for each of the \(columns.count) columns")
    rows.append(texts.map(\.displayable))
  }

  /// The rows as lines, without trailing spaces.
  public var lines: [String] {
    let widths = columns.indices.map { column in rows.map { $0[column].displayWidth }.max() ?? 0 }
    return rows.map { row in
      let cells = columns.indices.map { column in
        let padding = String(repeating: " ", count: widths[column] - row[column].displayWidth)
        return columns[column] == .left ? row[column] + padding : padding + row[column]
      }
      let line = cells.joined(separator: "  ")
      return String(line[..<(line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex)])
    }
  }
}
