/// Rows of text in aligned columns.
public struct Table: Sendable {
  /// Where the text of a column stands.
  public enum Alignment: Sendable {
    /// At the left, as words do.
    case left
    /// At the right, as numbers do.
    case right
  }

  private let columns: [Alignment]
  private var rows: [[String]] = []

  /// A table with these columns.
  public init(_ columns: [Alignment]) {
    self.columns = columns
  }

  /// Adds a row with one text for each column.
  public mutating func add(_ texts: [String]) {
    precondition(texts.count == columns.count, "a row has one text for each of the \(columns.count) columns")
    rows.append(texts.map(\.displayable))
  }

  /// The rows as lines, without spaces at their ends.
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
