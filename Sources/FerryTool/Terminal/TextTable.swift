/// A cell of a table, with its colour.
struct TextCell: ExpressibleByStringLiteral, Sendable {
  let text: String
  var color: TerminalColors.Color?

  init(_ text: String, _ color: TerminalColors.Color? = nil) {
    self.text = text
    self.color = color
  }

  init(stringLiteral text: String) { self.init(text) }
}

/// Rows for a terminal, in columns as wide as their widest cell.
enum TextTable {
  static func text(_ rows: [[TextCell]], heading: [String]? = nil, colors: TerminalColors = .none) -> String {
    lines(rows, heading: heading, colors: colors).joined(separator: "\n")
  }

  /// - Parameters:
  ///   - rows: The cells of each row; one may have fewer than others.
  ///   - heading: The names of the columns; nil for none.
  static func lines(
    _ rows: [[TextCell]], heading: [String]? = nil, colors: TerminalColors = .none
  ) -> [String] {
    let all = (heading.map { [$0.map { TextCell($0, .bold) }] } ?? []) + rows
    var widths: [Int] = []
    for row in all {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cell.text.columns)
      }
    }
    return all.map { row in
      // No blanks stand at the end of a line.
      let cells = row.prefix((row.lastIndex { !$0.text.isEmpty } ?? -1) + 1)
      return cells.enumerated().map { column, cell in
        let isLast = column == cells.count - 1
        let blanks = isLast ? "" : String(repeating: " ", count: widths[column] - cell.text.columns)
        return colors.paint(cell.text, cell.color) + blanks
      }.joined(separator: "  ")
    }
  }
}
