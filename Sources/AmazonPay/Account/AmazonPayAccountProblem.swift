import FerryCore

/// A problem of an account's settings, with its remedy.
public enum AmazonPayAccountProblem: Error, Hashable, Sendable {
  case merchantIdMissing
  /// The id has characters other than capitals and digits.
  case merchantIdMalformed
  /// The id is not `amzn1.application-oa2-client.` with something after it.
  case storeIdMalformed
  case publicKeyIdMissing
  /// The id has characters other than capitals, digits and hyphens.
  case publicKeyIdMalformed
  /// The key belongs to this environment, and the account to the other one.
  case publicKeyOfOtherMode(AmazonPayEnvironment)
  case privateKey(SigningKeyProblem)
  /// The currency is not one of the region's `ledgerCurrencies`.
  case ledgerCurrency(AmazonPayRegion)
  /// A live account has a sandbox URL.
  case sandboxForLive
  /// The sandbox URL cannot be parsed.
  case sandboxURLUnreadable
  /// The sandbox URL is plain http on another machine.
  case sandboxURLNotSecure

  /// A setting of an account.
  public enum Setting: String, Hashable, Sendable, CaseIterable {
    case merchantId
    case storeId
    case publicKeyId
    case privateKey
    case ledgerCurrency
    /// The URL of a sandbox.
    case endpoint
  }

  /// The setting that has the problem.
  public var setting: Setting {
    switch self {
    case .merchantIdMissing, .merchantIdMalformed: .merchantId
    case .storeIdMalformed: .storeId
    case .publicKeyIdMissing, .publicKeyIdMalformed, .publicKeyOfOtherMode: .publicKeyId
    case .privateKey: .privateKey
    case .ledgerCurrency: .ledgerCurrency
    case .sandboxForLive, .sandboxURLUnreadable, .sandboxURLNotSecure: .endpoint
    }
  }
}

extension AmazonPayAccountProblem: CustomStringConvertible {
  /// Problem and remedy, with an example of a valid value.
  public var description: String { advice + (example.map { " It looks like \($0)." } ?? "") }

  /// An example of a valid value; nil if none helps.
  public var example: String? {
    switch self {
    case .merchantIdMissing, .merchantIdMalformed: "A1B2C3D4E5F6G7"
    case .publicKeyIdMissing: "SANDBOX-AAAAAAAAAAAAAAAAAAAAAAAA"
    case .sandboxURLUnreadable: "http://127.0.0.1:3081"
    case .storeIdMalformed, .publicKeyIdMalformed, .publicKeyOfOtherMode, .privateKey, .ledgerCurrency,
      .sandboxForLive, .sandboxURLNotSecure:
      nil
    }
  }

  /// Problem and remedy without an example.
  public var advice: String {
    switch self {
    case .merchantIdMissing: "The merchant id is missing. Seller Central shows it under Integration Central."
    case .merchantIdMalformed: "The merchant id has characters other than capital letters and digits."
    case .storeIdMalformed:
      "The store id does not start with amzn1.application-oa2-client. Seller Central calls it Store ID or Client ID."
    case .publicKeyIdMissing: "The public key id is missing. Seller Central shows it beside the key."
    case .publicKeyIdMalformed:
      "The public key id has characters other than capital letters, digits and hyphens. Give the id, not the key itself."
    case .publicKeyOfOtherMode(.live):
      "The public key id is for live payments, and the account is set up for tests. Give the key of the sandbox."
    case .publicKeyOfOtherMode(.sandbox):
      "The public key id is for the sandbox, and the account is set up for live payments. Give the live key."
    case .privateKey(let problem): problem.description
    case .ledgerCurrency(let region):
      """
      An account in the region \(region.rawValue) keeps its ledger in \
      \(region.ledgerCurrencies.map(\.code).joined(separator: " or ")).
      """
    case .sandboxForLive:
      "Live payments go to Amazon's own address. Leave the endpoint out, or set the account up for tests."
    case .sandboxURLUnreadable: "The endpoint is not an address. Write one without query and fragment."
    case .sandboxURLNotSecure:
      "The endpoint uses http on another machine. Use https, or an address of this machine such as 127.0.0.1."
    }
  }
}

/// All problems of an account's settings.
public struct AmazonPayAccountProblems: Error, Hashable, Sendable, CustomStringConvertible {
  /// Never empty.
  public let problems: [AmazonPayAccountProblem]

  public init(problems: [AmazonPayAccountProblem]) { self.problems = problems }

  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
