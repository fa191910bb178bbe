public import FerryHTTP

public typealias PlacetoPayAccountProblem = SettingProblem<PlacetoPaySetting>
public typealias PlacetoPayAccountProblems = SettingProblems<PlacetoPaySetting>

public enum PlacetoPaySetting: String, Hashable, Sendable, CaseIterable {
  case baseURL
  case login
  case secretKey
}

extension SettingProblem where Setting == PlacetoPaySetting {
  public static var baseURLMalformed: Self {
    Self(
      .baseURL,
      "The base URL is not an https address, or http on this machine, without a query. It looks like "
        + "https://checkout-test.placetopay.com.")
  }
  /// The base URL is that of this environment, which is not the mode's.
  public static func baseURLOfOtherMode(_ environment: PlacetoPayEnvironment) -> Self {
    Self(
      .baseURL,
      environment == .production
        ? "The base URL is for live payments, and the account is set up for tests. Give the address of the test "
          + "environment."
        : "The base URL is for tests, and the account is set up for live payments. Give the address for production.")
  }
  public static var loginMissing: Self {
    Self(.login, "The login is missing. PlacetoPay sends it with the secret key, per environment.")
  }
  public static var loginMalformed: Self {
    Self(.login, "The login is longer than 32 characters, or has other characters than visible ASCII.")
  }
  public static var secretKeyMissing: Self {
    Self(.secretKey, "The secret key is missing. PlacetoPay sends it with the login, per environment.")
  }
  public static var secretKeyMalformed: Self {
    Self(.secretKey, "The secret key begins or ends with white space. Remove it.")
  }
}
