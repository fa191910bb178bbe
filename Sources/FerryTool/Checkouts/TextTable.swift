/// Rows for a terminal, in columns as wide as what stands in them.
enum TextTable {
  /// - Parameter rows: The cells of each row; one may have fewer than others.
  static func lines(_ rows: [[String]], gap: String = "  ") -> [String] {
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cell.count)
      }
    }
    return rows.map { row in
      let line = zip(row, widths).map { Timeline.pad($0, $1) }.joined(separator: gap)
      return String(line[..<(line.lastIndex { $0 != " " }.map { line.index(after: $0) } ?? line.startIndex)])
    }
  }
}
