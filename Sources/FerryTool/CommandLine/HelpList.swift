/// A list for a help text: names, and beside each its meaning. The parser breaks longer lines and knows no hanging indents, so the
/// lines are broken here.
enum HelpList {
  /// In columns. The parser leaves a line alone that is shorter than a terminal of 80.
  private static let width = 78

  static func text(_ entries: [(name: String, meaning: String)]) -> String {
    let indent = "  " + String(repeating: " ", count: (entries.map(\.name.count).max() ?? 0) + 2)
    return entries.map { name, meaning in
      ("  " + name).padded(to: indent.count)
        + lines(meaning, width - indent.count).joined(separator: "\n" + indent)
    }.joined(separator: "\n")
  }

  private static func lines(_ text: String, _ width: Int) -> [String] {
    text.split(separator: " ").reduce(into: []) { lines, word in
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
  }
}
