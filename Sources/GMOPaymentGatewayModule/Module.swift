import AmazonPay
import AmazonPayModule
public import FerryCheckout
public import FerryCore
import FerryHTTP
public import FerryModule
import FerryProvider
import GMOPaymentGateway

/// The entry of Amazon Pay through GMO Payment Gateway in the tool's list of providers.
public enum GMOPaymentGatewayRegistration: ProviderModule {
  public static let id: ProviderID = "gmo-pg"
  public static let name = "Amazon Pay (GMO)"
  public static let settingsFolder = "ferry.gmoPG"
  public static let buttonImage: ConfigurationKey? = .amazonButton(settingsFolder)

  public static func account(_ settings: inout AccountSettings) -> (any ProviderAccount)? {
    GMOPaymentGatewayProvider(&settings)
  }
}

extension GMOPaymentGatewayProvider: ProviderAccount {
  public var name: String { GMOPaymentGatewayRegistration.name }
  public var button: ButtonSource? { ButtonSource(image: options.buttonImage, script: merchant.buttonScript) }
  public var isSandbox: Bool { Loopback.isAddress(startSite) }

  public var facts: [String: String] {
    ["endpoint": shop.baseURL, "shop": shop.shopID, "amazon": merchant.endpoint.origin]
  }
}
