import AmazonPay
import AmazonPayModule
public import FerryCheckout
public import FerryCore
import FerryHTTP
public import FerryModule
public import FerryProvider
import GMOPaymentGateway

/// The entry of Amazon Pay through GMO Payment Gateway in the tool's list of providers.
public enum GMOPaymentGatewayRegistration: ProviderModule {
  public static let id: ProviderID = "gmo-pg"
  public static let name = "Amazon Pay (GMO)"
  public static let settingsFolder = "ferry.gmoPG"
  public static let buttonImage: ConfigurationKey? = .amazonButton(settingsFolder)

  public static func account(_ settings: inout AccountSettings) -> (any ProviderAccount)? {
    let image = settings.buttonImage(.amazonButton(settingsFolder))
    guard let provider = GMOPaymentGatewayProvider(&settings), !settings.hasProblems else { return nil }
    return GMOProviderAccount(provider, image: image)
  }
}

/// A server's account at GMO Payment Gateway.
public struct GMOProviderAccount: ProviderAccount {
  public let gmo: GMOPaymentGatewayProvider
  public let button: ButtonSource?

  /// - Parameter image: Of Amazon's button; nil for none.
  public init(_ gmo: GMOPaymentGatewayProvider, image: ButtonImage?) {
    self.gmo = gmo
    button = ButtonSource(image: image, script: gmo.pages.buttonScript)
  }

  public var id: ProviderAccountID { gmo.account }
  public var name: String { GMOPaymentGatewayRegistration.name }
  public var provider: any Provider { gmo }
  /// True for an address on this machine.
  public var isSandbox: Bool { Loopback.isAddress(gmo.startSite) }
  public var settlementReports: (any SettlementReports)? { nil }

  public var facts: [String: String] {
    ["endpoint": gmo.shop.baseURL, "shop": gmo.shop.shopID, "amazon": gmo.merchant.endpoint.origin]
  }
}
