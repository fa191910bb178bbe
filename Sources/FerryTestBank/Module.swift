public import FerryCheckout
public import FerryCore
public import FerryModule
public import FerryProvider

/// The test bank as a program registers it.
public enum BankModule: ProviderModule {
  public static let id: ProviderID = "test-bank"
  public static let name = Bank.name
  public static let settingsFolder = "ferry.testBank"

  public static func account(_ settings: inout AccountSettings) -> (any ProviderAccount)? {
    func required(_ text: String) -> String? { text.isEmpty ? nil : text }
    let login = settings.value(
      "login", "The shop's login at the bank.", example: "ferry-demo", isRequired: true, otherwise: "Set it.", required)
    let secret = settings.secret("secret", "The shop's secret at the bank.", example: "…")
    if secret.value.reveal().isEmpty { settings.refuse(secret, "Set it.") }
    let address = settings.value(
      "address", "The bank's address.", example: "https://bank.example", isRequired: true, otherwise: "Set it.",
      required)
    guard let login = login.value, let origin = address.value, !settings.hasProblems else { return nil }
    let id = ProviderAccountID(provider: id, account: settings.account, mode: settings.mode)
    return BankAccount(bank: BankProvider(id, origin: origin, login: login, secret: secret.value))
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
