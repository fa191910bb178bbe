import FerryCore
import Foundation

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

  /// Those of standard output.
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
