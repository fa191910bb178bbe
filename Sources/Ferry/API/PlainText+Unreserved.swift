import FerryCore

extension PlainText {
  /// Besides letters, digits, `-` and `_` also `.` and `~`: what no URL, header or JSON text has to escape. But not the two
  /// texts that mean a folder in a path.
  static func isUnreserved(_ text: String, most: Int) -> Bool {
    isPlain(text, most: most, besides: ".~") && text != "." && text != ".."
  }
}
