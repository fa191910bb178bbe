/// Finds what somebody may have meant.
enum Spelling {
  /// The name that takes the fewest changes of a letter, three at most; the first of several in their order.
  static func closest(to word: String, among names: some Sequence<String>) -> String? {
    names.sorted().map { ($0, distance(word.lowercased(), $0.lowercased())) }
      .filter { $0.1 <= 3 }
      .min { $0.1 < $1.1 }?.0
  }

  /// How many letters must be put in, taken out or replaced (Levenshtein).
  private static func distance(_ first: String, _ second: String) -> Int {
    let second = Array(second)
    var row = Array(0...second.count)
    for (line, letter) in first.enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for (column, other) in second.enumerated() {
        let above = row[column + 1]
        row[column + 1] = min(above + 1, row[column] + 1, diagonal + (letter == other ? 0 : 1))
        diagonal = above
      }
    }
    return row[second.count]
  }
}
