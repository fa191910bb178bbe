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

  /// Apple looks for the file on every host that shows the menu ("Apple Pay", Swedbank Pay documentation).
  public var domainFile: DomainFile? {
    options.applePayFile.map {
      DomainFile(path: "/.well-known/apple-developer-merchantid-domain-association", content: $0)
    }
  }

  public var settlementReports: (any SettlementReports)? { SwedbankPaySettlementReports() }

  public func sdkBackend(_ connection: ProviderConnection) -> (any SDKBackend)? { SwedbankPayBackend(self, connection) }
}
