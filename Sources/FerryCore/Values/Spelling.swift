/// Finds the name that a misspelt word may stand for.
package enum Spelling {
  /// Longer words are no names of ours.
  private static let longest = 64

  /// The advice for a name that does not exist.
  package static func advice(_ word: String, _ known: some Sequence<String>) -> String {
    closest(to: word, among: known).map { "Did you mean \($0)?" } ?? "Correct its name, or remove it."
  }

  /// The name with the smallest edit distance: half of the word's letters, and three, at most. Of several, the first in
  /// alphabetical order. Case does not matter.
  package static func closest(to word: String, among names: some Sequence<String>) -> String? {
    let word = word.lowercased()
    guard word.utf8.count <= longest else { return nil }
    return names.sorted().map { ($0, distance(word, $0.lowercased())) }
      .filter { $0.1 <= min(3, max(1, word.count / 2)) }
      .min { $0.1 < $1.1 }?.0
  }

  /// The Levenshtein distance: insertions, deletions and replacements of letters.
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
