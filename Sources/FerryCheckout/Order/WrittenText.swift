/// What merchants may write into an order: texts that a log and a terminal can show as they are.
enum WrittenText {
  /// Whether a text has so many code points (as JSON Schema counts `maxLength`), and none that controls rather than shows:
  /// no control characters, no line and paragraph separators, none that turns the direction of writing.
  static func isSound(_ text: String, _ length: ClosedRange<Int>) -> Bool {
    length.contains(text.unicodeScalars.count) && text.unicodeScalars.allSatisfy { !isControl($0) }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    // Emoji and Persian are written with joiners, which are of this category too.
    case .format: scalar.properties.isBidiControl
    default: false
    }
  }
}
