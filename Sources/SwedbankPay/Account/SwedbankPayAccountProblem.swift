public import FerryCore

/// A problem of an account's settings, with its remedy.
public enum SwedbankPayAccountProblem: Error, Hashable, Sendable {
  /// The API's address is not https, nor http on this machine, or has a path.
  case apiURLMalformed
  /// The API's address is that of the other mode.
  case apiURLOfOtherMode(Mode)
  /// No site of payment pages is given, or one is no https site.
  case payerURLMalformed
  case accessTokenMissing
  /// The access token has other characters than visible ASCII.
  case accessTokenMalformed
  case payeeIDMissing
  /// The payee's id is not a GUID.
  case payeeIDMalformed
  /// The name of the merchant's system is not a name with a version.
  case userAgentMalformed

  /// A setting of an account.
  public enum Setting: String, Hashable, Sendable, CaseIterable {
    case apiURL
    case payerURLs
    case accessToken
    case payeeID
    case userAgent
  }

  /// The setting that has the problem.
  public var setting: Setting {
    switch self {
    case .apiURLMalformed, .apiURLOfOtherMode: .apiURL
    case .payerURLMalformed: .payerURLs
    case .accessTokenMissing, .accessTokenMalformed: .accessToken
    case .payeeIDMissing, .payeeIDMalformed: .payeeID
    case .userAgentMalformed: .userAgent
    }
  }
}

extension SwedbankPayAccountProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .apiURLMalformed:
      """
      The API's address is not an https site, or http on this machine, without a path. It looks like \
      https://api.externalintegration.payex.com.
      """
    case .apiURLOfOtherMode(.live):
      "The API's address is for live payments, and the account is set up for tests. Use the external integration's."
    case .apiURLOfOtherMode:
      "The API's address is for tests, and the account is set up for live payments. Use the one for production."
    case .payerURLMalformed:
      """
      An address of payment pages is not an https site, or http on this machine, without a path. It looks like \
      https://ecom.externalintegration.payex.com.
      """
    case .accessTokenMissing: "The access token is missing. Make one in the Merchant Portal."
    case .accessTokenMalformed:
      "The access token has spaces or other characters than visible ASCII. Copy it again from the Merchant Portal."
    case .payeeIDMissing: "The payee's id is missing. The Merchant Portal shows it."
    case .payeeIDMalformed: "The payee's id is not a GUID, such as 5cabf558-5283-482f-b252-4d58e06f6f3b."
    case .userAgentMalformed: "The name of the merchant's system is not a name with a version, such as shop/1.0."
    }
  }
}

/// All problems of an account's settings.
public struct SwedbankPayAccountProblems: Error, Hashable, Sendable, CustomStringConvertible {
  /// Never empty.
  public let problems: [SwedbankPayAccountProblem]

  public init(problems: [SwedbankPayAccountProblem]) { self.problems = problems }

  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
