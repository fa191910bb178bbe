/// Texts of cells for spreadsheets.
package enum SpreadsheetText {
  /// The signs that begin a formula; Japanese spreadsheets take full-width ones, too.
  private static let signs = "=+-@＝＋－＠".unicodeScalars

  /// The text with an apostrophe before every sign that would begin a formula in a spreadsheet, so that nothing of it is run. A
  /// cell begins at the start. In a spreadsheet that separates cells in another way, a cell also begins after a semicolon, a
  /// tab or a line break. Blanks and quotes may be before the sign.
  package static func defused(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var isAtStart = true
    for scalar in text.unicodeScalars {
      let isBreak = ["\t", "\r", "\n"].contains(scalar)
      if isAtStart && signs.contains(scalar) || isBreak && result.isEmpty { result.append("'") }
      result.append(scalar)
      isAtStart = isBreak || scalar == ";" || isAtStart && (scalar.properties.isWhitespace || scalar == "\"")
    }
    return String(result)
  }
}
