public import FerryCore
public import FerryHTTP

public typealias SwedbankPayAccountProblem = SettingProblem<SwedbankPaySetting>
public typealias SwedbankPayAccountProblems = SettingProblems<SwedbankPaySetting>

public enum SwedbankPaySetting: String, Hashable, Sendable, CaseIterable {
  case apiURL
  case payerURLs
  case accessToken
  case payeeID
  case userAgent
}

extension SettingProblem where Setting == SwedbankPaySetting {
  public static var apiURLMalformed: Self {
    Self(
      .apiURL,
      "The API's address is not an https site, or http on this machine, without a path. It looks like "
        + "https://api.externalintegration.payex.com.")
  }
  /// The API's address is that of this mode, which is not the account's.
  public static func apiURLOfOtherMode(_ mode: Mode) -> Self {
    Self(
      .apiURL,
      mode == .live
        ? "The API's address is for live payments, and the account is set up for tests. Use the external integration's."
        : "The API's address is for tests, and the account is set up for live payments. Use the one for production.")
  }
  /// No site of payment pages is given, or one is no https site.
  public static var payerURLMalformed: Self {
    Self(
      .payerURLs,
      "An address of payment pages is not an https site, or http on this machine, without a path. It looks like "
        + "https://ecom.externalintegration.payex.com.")
  }
  /// A site of payment pages is that of this mode, which is not the account's.
  public static func payerURLOfOtherMode(_ mode: Mode) -> Self {
    Self(
      .payerURLs,
      mode == .live
        ? "The payment pages are for live payments, and the account is set up for tests. Use the external integration's."
        : "The payment pages are for tests, and the account is set up for live payments. Use those for production.")
  }
  public static var accessTokenMissing: Self {
    Self(.accessToken, "The access token is missing. Make one in the Merchant Portal.")
  }
  public static var accessTokenMalformed: Self {
    Self(
      .accessToken,
      "The access token has spaces or other characters than visible ASCII. Copy it again from the Merchant Portal.")
  }
  public static var payeeIDMissing: Self { Self(.payeeID, "The payee's id is missing. The Merchant Portal shows it.") }
  public static var payeeIDMalformed: Self {
    Self(.payeeID, "The payee's id is not a GUID, such as 5cabf558-5283-482f-b252-4d58e06f6f3b.")
  }
  public static var userAgentMalformed: Self {
    Self(.userAgent, "The name of the merchant's system is not a name with a version, such as shop/1.0.")
  }
}
