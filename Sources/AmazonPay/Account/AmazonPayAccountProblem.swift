import FerryCore

/// What is wrong with an account's settings, and what to put there.
public enum AmazonPayAccountProblem: Error, Hashable, Sendable {
  /// There is no merchant id.
  case merchantIdMissing
  /// It has other characters than capitals and digits.
  case merchantIdMalformed
  /// It does not start with `amzn1.application-oa2-client.` and go on.
  case storeIdMalformed
  /// There is no public key id.
  case publicKeyIdMissing
  /// It has other characters than capitals, digits and hyphens.
  case publicKeyIdMalformed
  /// The key belongs to the environment given here, and the account is set up for the other mode.
  case publicKeyOfOtherMode(AmazonPayEnvironment)
  /// The private key cannot be used.
  case privateKey(SigningKeyProblem)
  /// The currency is none that the region's ledgers are kept in.
  case ledgerCurrency(AmazonPayRegion)
  /// A stand-in was named for a live account.
  case sandboxForLive
  /// The stand-in's address cannot be read.
  case sandboxURLUnreadable
  /// The stand-in is on another machine, and its address is not https.
  case sandboxURLNotSecure

  /// The setting that the problem is about.
  public enum Setting: String, Hashable, Sendable, CaseIterable {
    /// The merchant id.
    case merchantId
    /// The store id.
    case storeId
    /// The public key id.
    case publicKeyId
    /// The private key.
    case privateKey
    /// The ledger's currency.
    case ledgerCurrency
    /// The address of a stand-in.
    case endpoint
  }

  /// The setting that the problem is with.
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
  /// What is wrong and what to do, with a value that would do.
  public var description: String { advice + (example.map { " It looks like \($0)." } ?? "") }

  /// A value that would do, where one helps.
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

  /// What is wrong and what to do, for those who show an example of their own.
  public var advice: String {
    switch self {
    case .merchantIdMissing:
      "The merchant id is missing. Seller Central shows it under Integration Central."
    case .merchantIdMalformed:
      "The merchant id has characters other than capital letters and digits."
    case .storeIdMalformed:
      "The store id does not start with amzn1.application-oa2-client. Seller Central calls it Store ID or Client ID."
    case .publicKeyIdMissing:
      "The public key id is missing. Seller Central shows it beside the key."
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
    case .sandboxURLUnreadable:
      "The endpoint is not an address. Write one without query and fragment."
    case .sandboxURLNotSecure:
      "The endpoint uses http on another machine. Use https, or an address of this machine such as 127.0.0.1."
    }
  }
}

/// Everything that is wrong with an account's settings.
public struct AmazonPayAccountProblems: Error, Hashable, Sendable, CustomStringConvertible {
  /// All that is wrong; never empty.
  public let problems: [AmazonPayAccountProblem]

  /// Several problems as one error.
  public init(problems: [AmazonPayAccountProblem]) { self.problems = problems }

  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
