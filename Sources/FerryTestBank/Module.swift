public import FerryCheckout
public import FerryCore
public import FerryModule
public import FerryProvider

/// The test bank as a program registers it.
public enum BankModule: ProviderModule {
  public static let id: ProviderID = "test-bank"
  public static let name = Bank.name
  public static let settingsFolder = "ferry.testBank"

  public static func keys(_ account: AccountName, _ mode: Mode) -> [ConfigurationKey] {
    let folder = folder(account, mode)
    return [
      ConfigurationKey("\(folder).login", "The shop's login at the bank.", example: "ferry-demo"),
      ConfigurationKey("\(folder).secret", "The shop's secret at the bank.", example: "…", isSecret: true),
      ConfigurationKey("\(folder).address", "The bank's address.", example: "https://bank.example"),
    ]
  }

  public static func account(
    _ account: AccountName, _ mode: Mode, _ settings: inout SettingsReader
  ) -> (any ProviderAccount)? {
    let values = keys(account, mode).map { key -> String in
      if let text = settings.text(key), !text.isEmpty { return text }
      settings.refuse(key, "Set it.")
      return ""
    }
    guard !values.contains("") else { return nil }
    let id = ProviderAccountID(provider: id, account: account, mode: mode)
    return BankAccount(bank: BankProvider(id, origin: values[2], login: values[0], secret: Secret(values[1])))
  }
}

/// An account at the test bank.
public struct BankAccount: ProviderAccount {
  let bank: BankProvider

  public var id: ProviderAccountID { bank.account }
  public var name: String { Bank.name }
  public var provider: any Provider { bank }
  public var pagePolicy: PagePolicySources { bank.pagePolicy }
  public let button: ButtonSource? = nil
  public let isSandbox = true
  public var facts: [String: String] { ["address": bank.origin] }
  public let settlementReports: (any SettlementReports)? = nil

  public func examine(_ connection: ProviderConnection) async -> [Finding] {
    [.ok(.provider, Bank.name, "The bank is invented; there is nothing to ask.")]
  }
}
