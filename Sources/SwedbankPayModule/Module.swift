public import FerryCheckout
public import FerryCore
import FerryHTTP
public import FerryModule
public import FerryProvider
import SwedbankPay

/// Swedbank Pay's entry in the tool's list of providers.
public enum SwedbankPayRegistration: ProviderModule {
  public static let id: ProviderID = "swedbank-pay"
  public static let name = "Swedbank Pay"
  public static let settingsFolder = "ferry.swedbankPay"

  public static func account(_ settings: inout AccountSettings) -> (any ProviderAccount)? {
    guard let provider = SwedbankPayProvider(&settings), !settings.hasProblems else { return nil }
    return SwedbankPayProviderAccount(provider)
  }
}

/// A Swedbank Pay account of a server.
public struct SwedbankPayProviderAccount: ProviderAccount {
  public let swedbankPay: SwedbankPayProvider

  public init(_ swedbankPay: SwedbankPayProvider) { self.swedbankPay = swedbankPay }

  public var id: ProviderAccountID { swedbankPay.account }
  public var name: String { SwedbankPayRegistration.name }
  public var provider: any Provider { swedbankPay }
  /// Swedbank Pay has no button.
  public var button: ButtonSource? { nil }
  public var isSandbox: Bool { swedbankPay.isSandbox }
  public var settlementReports: (any SettlementReports)? { nil }

  public var facts: [String: String] {
    ["endpoint": swedbankPay.merchant.apiURL, "payee": swedbankPay.merchant.payeeID]
  }

  public func sdkBackend(_ connection: ProviderConnection) -> (any SDKBackend)? {
    SwedbankPayBackend(
      swedbankPay.merchant, connection, trampoline: trampoline, showsTokens: swedbankPay.options.sdkTokens,
      startsCheckIns: swedbankPay.options.sdkCheckIn)
  }

  /// The page of Swedbank Pay's that leads back into iOS apps; a sandbox has its own.
  private var trampoline: Link {
    let site = swedbankPay.options.trampolineURL ?? (isSandbox ? swedbankPay.merchant.payerURLs.first : nil)
    return (site.flatMap { Origin($0) } ?? Self.trampolineSite).link("/externalresourcehost/trampoline")
  }

  /// The page is on the production site for tests, too ("Mobile SDK", Swedbank Pay's example of a merchant backend).
  private static let trampolineSite: Origin = {
    guard let site = Origin(SwedbankPayAccount.defaultPayerURL(.live)) else { preconditionFailure("An https site.") }
    return site
  }()
}
