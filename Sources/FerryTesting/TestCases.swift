import Foundation

/// The cases of a test with many: languages, appearances, widths, browsers and faults multiply. `make test` takes the first ones,
/// and `make soak` takes all.
public enum TestCases {
  private static let areAll = ProcessInfo.processInfo.environment["FERRY_ALL_CASES"] == "1"

  /// All cases with `FERRY_ALL_CASES=1`, else the first ones.
  /// - Parameter count: The number of cases of `make test`.
  public static func first<Case>(_ count: Int = 1, of cases: [Case]) -> [Case] {
    areAll ? cases : Array(cases.prefix(count))
  }
}

extension CaseIterable {
  /// As `TestCases.first(of:)`.
  public static var testCases: [Self] { TestCases.first(of: Array(allCases)) }
}
