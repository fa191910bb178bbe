import FerryCore
import Foundation

extension StringProtocol {
  /// The columns that the text takes in a terminal: two for wide characters, such as kana, kanji and emoji, and none for
  /// marks that combine with others (UAX #11).
  var columns: Int { reduce(0) { $0 + $1.columns } }

  /// The text with blanks on the right, or on the left, up to a width in columns.
  func padded(to width: Int, onLeft: Bool = false) -> String {
    let blanks = String(repeating: " ", count: Swift.max(0, width - columns))
    return onLeft ? blanks + self : self + blanks
  }
}

extension Character {
  fileprivate var columns: Int {
    // U+FE0F asks for the emoji of a character that is narrow as a text.
    let isEmoji = unicodeScalars.contains { $0.properties.isEmojiPresentation || $0.value == 0xFE0F }
    return isEmoji ? 2 : unicodeScalars.reduce(0) { $0 + $1.columns }
  }
}

extension Unicode.Scalar {
  fileprivate var columns: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: 0
    // Hangul's medial and final letters stand in the columns of the first.
    default: Self.joining.contains(value) ? 0 : Self.wide.contains { $0.contains(value) } ? 2 : 1
    }
  }

  private static let joining: ClosedRange<UInt32> = 0x1160...0x11FF

  /// The blocks whose characters are Wide or Fullwidth (Unicode 16, EastAsianWidth.txt), without emoji.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97C,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
    0x16FE0...0x18D08, 0x1AFF0...0x1B2FB, 0x1F200...0x1F265, 0x20000...0x3FFFD,
  ]
}

extension Moment {
  /// The time as people read it, in ISO 8601 to the second, in this machine's zone and with its offset:
  /// "2026-01-02T12:04:05+09:00". The variable `TZ` names another zone.
  var local: String { text(in: .current) }

  func text(in zone: TimeZone) -> String {
    let seconds = milliseconds.quotientAndRemainder(dividingBy: 1000).quotient
    let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(seconds)))
    let minutes = abs(offset) / 60
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let time = (self + .seconds(offset)).iso8601.dropLast()
    return "\(time)\(offset < 0 ? "-" : "+")\(padded(minutes / 60)):\(padded(minutes % 60))"
  }
}

/// The colours of the output. A file or pipe has none, nor a terminal where `NO_COLOR` (no-color.org) is set.
struct TerminalColors: Sendable {
  /// The SGR parameters of ECMA-48.
  enum Color: String, Sendable {
    case bold = "1"
    case faint = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
  }

  private let areOn: Bool

  static let output = TerminalColors(
    isTerminal: isatty(STDOUT_FILENO) == 1, ProcessInfo.processInfo.environment)
  static let none = TerminalColors(isTerminal: false, [:])

  init(isTerminal: Bool, _ environment: [String: String]) {
    areOn = isTerminal && environment.given("NO_COLOR") == nil && environment["TERM"] != "dumb"
  }

  func paint(_ text: String, _ color: Color?) -> String {
    guard areOn, let color, !text.isEmpty else { return text }
    return "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m"
  }
}

extension PhaseName {
  /// Green for paid, red for what needs a look, yellow for what goes on.
  var color: TerminalColors.Color {
    switch self {
    case .paid: .green
    case .held, .declined: .red
    case .cancelled, .expired: .faint
    case .open, .selecting, .reviewing, .authorizing, .paying, .settling, .closing, .unrecognised: .yellow
    }
  }
}

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
