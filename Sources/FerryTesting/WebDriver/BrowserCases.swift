import Foundation

/// The cases of tests in browsers. Languages, appearances, widths and browsers multiply: `make test` takes one case of a test
/// that names several so, and `make soak` takes all.
public enum BrowserCases {
  private static let areAll = ProcessInfo.processInfo.environment["FERRY_ALL_BROWSER_CASES"] == "1"

  /// All cases with `FERRY_ALL_BROWSER_CASES=1`, else the first.
  public static func first<Case>(of cases: [Case]) -> [Case] { areAll ? cases : Array(cases.prefix(1)) }
}

extension CaseIterable {
  /// As `BrowserCases.first(of:)`.
  public static var browserCases: [Self] { BrowserCases.first(of: Array(allCases)) }
}
