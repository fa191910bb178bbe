public import FerryCore

/// A problem of an account's settings, with its remedy.
public enum GMOAccountProblem: Error, Hashable, Sendable {
  /// The base URL is not https, nor http on this machine, or has a query.
  case baseURLMalformed
  /// The base URL is GMO's address for this mode, which is not the account's.
  case baseURLOfOtherMode(Mode)
  case shopIDMissing
  /// The ShopID is longer than 13 characters, or has characters that are not letters and digits.
  case shopIDMalformed
  /// The account is live, and the ShopID is one of GMO's test environment.
  case shopIDOfTests
  case shopPassMissing
  /// The ShopPass is longer than 64 characters, or has characters that are not letters and digits.
  case shopPassMalformed

  /// A setting of an account.
  public enum Setting: String, Hashable, Sendable, CaseIterable {
    case baseURL
    case shopID
    case shopPass
  }

  /// The setting that has the problem.
  public var setting: Setting {
    switch self {
    case .baseURLMalformed, .baseURLOfOtherMode: .baseURL
    case .shopIDMissing, .shopIDMalformed, .shopIDOfTests: .shopID
    case .shopPassMissing, .shopPassMalformed: .shopPass
    }
  }
}

extension GMOAccountProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .baseURLMalformed:
      """
      The base URL is not an https address, or http on this machine, without a query. It looks like \
      https://pt01.mul-pay.jp/payment.
      """
    case .baseURLOfOtherMode(.live):
      "The base URL is for live payments, and the account is set up for tests. Give https://pt01.mul-pay.jp/payment."
    case .baseURLOfOtherMode(.test):
      "The base URL is for tests, and the account is set up for live payments. Give https://p01.mul-pay.jp/payment."
    case .shopIDMissing: "The ShopID is missing. GMO sends it with the ShopPass, per environment."
    case .shopIDMalformed: "The ShopID is longer than 13 characters, or has other characters than letters and digits."
    case .shopIDOfTests:
      "The ShopID begins with tshop: it is one of the test environment, and the account is set up for live payments."
    case .shopPassMissing: "The ShopPass is missing. GMO sends it with the ShopID, per environment."
    case .shopPassMalformed:
      """
      The ShopPass is longer than 64 characters, or has other characters than letters and digits. It is not the password of \
      the admin console.
      """
    }
  }
}

/// All problems of an account's settings.
public struct GMOAccountProblems: Error, Hashable, Sendable, CustomStringConvertible {
  /// Never empty.
  public let problems: [GMOAccountProblem]

  public init(problems: [GMOAccountProblem]) { self.problems = problems }

  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
