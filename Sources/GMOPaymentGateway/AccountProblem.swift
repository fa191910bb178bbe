public import FerryCore
public import FerryHTTP

public typealias GMOAccountProblem = SettingProblem<GMOSetting>
public typealias GMOAccountProblems = SettingProblems<GMOSetting>

public enum GMOSetting: String, Hashable, Sendable, CaseIterable {
  case baseURL
  case shopID
  case shopPass
}

extension SettingProblem where Setting == GMOSetting {
  public static var baseURLMalformed: Self {
    Self(
      .baseURL,
      "The base URL is not an https address, or http on this machine, without a query. It looks like "
        + "https://pt01.mul-pay.jp/payment.")
  }
  /// The base URL is GMO's address for this mode, which is not the account's.
  public static func baseURLOfOtherMode(_ mode: Mode) -> Self {
    Self(
      .baseURL,
      mode == .live
        ? "The base URL is for live payments, and the account is set up for tests. Give https://pt01.mul-pay.jp/payment."
        : "The base URL is for tests, and the account is set up for live payments. Give https://p01.mul-pay.jp/payment."
    )
  }
  public static var shopIDMissing: Self {
    Self(.shopID, "The ShopID is missing. GMO sends it with the ShopPass, per environment.")
  }
  public static var shopIDMalformed: Self {
    Self(.shopID, "The ShopID is longer than 13 characters, or has other characters than letters and digits.")
  }
  public static var shopIDOfTests: Self {
    Self(
      .shopID,
      "The ShopID begins with tshop: it is one of the test environment, and the account is set up for live payments.")
  }
  public static var shopPassMissing: Self {
    Self(.shopPass, "The ShopPass is missing. GMO sends it with the ShopID, per environment.")
  }
  public static var shopPassMalformed: Self {
    Self(
      .shopPass,
      "The ShopPass is longer than 64 characters, or has other characters than letters and digits. It is not the password "
        + "of the admin console.")
  }
}
