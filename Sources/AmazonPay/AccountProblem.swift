import FerryCore
public import FerryHTTP

public typealias AmazonPayAccountProblem = SettingProblem<AmazonPaySetting>
public typealias AmazonPayAccountProblems = SettingProblems<AmazonPaySetting>

public enum AmazonPaySetting: String, Hashable, Sendable, CaseIterable {
  case merchantId
  case storeId
  case publicKeyId
  case privateKey
  case ledgerCurrency
  /// The URL of a sandbox.
  case endpoint
}

extension SettingProblem where Setting == AmazonPaySetting {
  public static var merchantIdMissing: Self {
    Self(
      .merchantId, "The merchant id is missing. Seller Central shows it under Integration Central.",
      example: "A1B2C3D4E5F6G7")
  }
  public static var merchantIdMalformed: Self {
    Self(
      .merchantId, "The merchant id has characters other than capital letters and digits.", example: "A1B2C3D4E5F6G7")
  }
  public static var storeIdMalformed: Self {
    Self(
      .storeId,
      "The store id does not start with amzn1.application-oa2-client. Seller Central calls it Store ID or Client ID.")
  }
  public static var publicKeyIdMissing: Self {
    Self(
      .publicKeyId, "The public key id is missing. Seller Central shows it beside the key.",
      example: "SANDBOX-AAAAAAAAAAAAAAAAAAAAAAAA")
  }
  public static var publicKeyIdMalformed: Self {
    Self(
      .publicKeyId,
      "The public key id has characters other than capital letters, digits and hyphens. Give the id, not the key itself."
    )
  }
  /// The key belongs to this environment, and the account to the other one.
  public static func publicKeyOfOtherMode(_ environment: AmazonPayEnvironment) -> Self {
    switch environment {
    case .live:
      Self(
        .publicKeyId,
        "The public key id is for live payments, and the account is set up for tests. Give the key of the sandbox.")
    case .sandbox:
      Self(
        .publicKeyId,
        "The public key id is for the sandbox, and the account is set up for live payments. Give the live key.")
    }
  }
  public static func privateKey(_ problem: SigningKeyProblem) -> Self { Self(.privateKey, problem.description) }
  /// The currency is not one of the region's `ledgerCurrencies`.
  public static func ledgerCurrency(_ region: AmazonPayRegion) -> Self {
    let codes = region.ledgerCurrencies.map(\.code).joined(separator: " or ")
    return Self(.ledgerCurrency, "An account in the region \(region.rawValue) keeps its ledger in \(codes).")
  }
  /// A live account has a sandbox URL.
  public static var sandboxForLive: Self {
    Self(
      .endpoint,
      "Live payments go to Amazon's own address. Leave the endpoint out, or set the account up for tests.")
  }
  public static var sandboxURLUnreadable: Self {
    Self(
      .endpoint, "The endpoint is not an address. Write one without query and fragment.",
      example: "http://127.0.0.1:3081")
  }
  /// The sandbox URL is plain http on another machine.
  public static var sandboxURLNotSecure: Self {
    Self(
      .endpoint,
      "The endpoint uses http on another machine. Use https, or an address of this machine such as 127.0.0.1.")
  }
}
