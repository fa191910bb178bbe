public import FerryCheckout
public import FerryCore
import FerryHTTP
public import FerryModule
import FerryProvider
import SwedbankPay

/// Swedbank Pay's entry in the tool's list of providers.
public enum SwedbankPayRegistration: ProviderModule {
  public static let id: ProviderID = "swedbank-pay"
  public static let name = "Swedbank Pay"
  public static let settingsFolder = "ferry.swedbankPay"

  public static func account(_ settings: inout AccountSettings) -> (any ProviderAccount)? {
    SwedbankPayProvider(&settings)
  }
}

extension SwedbankPayProvider: ProviderAccount {
  public var name: String { SwedbankPayRegistration.name }
  public var facts: [String: String] {
    ["endpoint": merchant.apiURL, "payee": merchant.payeeID]
  }

  /// True for an API on this machine.
  public var isSandbox: Bool { Loopback.isAddress(merchant.apiURL) }

  public func sdkBackend(_ connection: ProviderConnection) -> (any SDKBackend)? {
    SwedbankPayBackend(
      merchant, connection, trampoline: trampoline, showsTokens: options.sdkTokens,
      startsCheckIns: options.sdkCheckIn)
  }

  /// The page of Swedbank Pay's that leads back into iOS apps; a sandbox has its own.
  private var trampoline: Link {
    let site = options.trampolineURL ?? (isSandbox ? merchant.payerURLs.first : nil)
    return (site.flatMap { Origin($0) } ?? Self.trampolineSite).link("/externalresourcehost/trampoline")
  }

  /// The page is on the production site for tests, too ("Mobile SDK", Swedbank Pay's example of a merchant backend).
  private static let trampolineSite: Origin = {
    guard let site = Origin(SwedbankPayAccount.defaultPayerURL(.live)) else { preconditionFailure("An https site.") }
    return site
  }()
}
