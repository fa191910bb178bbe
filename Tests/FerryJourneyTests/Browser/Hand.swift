import FerryCore
import FerryTesting
import Testing

extension BrowserJourneys.Operating {
  /// A language, on a desktop's or a phone's screen.
  struct Screen: Sendable, CustomStringConvertible {
    let language: Language
    let width: Int

    var description: String { "\(language.rawValue)-\(width < 500 ? "phone" : "desktop")" }

    static let all = Language.allCases.flatMap { language in [1100, 390].map { Screen(language: language, width: $0) } }
  }

  /// Counts the presses of an operator.
  struct Hand {
    let desk: OperatorDesk
    let screen: Screen
    let name: String
    var presses = 0

    mutating func press(_ css: String) async throws {
      try await desk.browser.click(css)
      presses += 1
    }

    func look(_ step: String) async throws {
      try await desk.browser.screenshot(named: "\(name)-\(step)-\(screen)", wholePage: true)
      let problems = try await desk.browser.layoutProblems() + desk.browser.accessibilityProblems()
      #expect(problems == [], "\(name), \(step)")
    }
  }
}
