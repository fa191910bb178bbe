public import FerryCheckout
public import FerryCore
import FerryHTTP
public import FerryModule
import FerryProvider
import PlacetoPay

/// PlacetoPay's entry in the tool's list of providers.
public enum PlacetoPayRegistration: ProviderModule {
  public static let id: ProviderID = "placetopay"
  public static let name = "PlacetoPay"
  public static let settingsFolder = "ferry.placetoPay"

  public static func account(_ settings: inout AccountSettings) -> (any ProviderAccount)? {
    PlacetoPayProvider(&settings)
  }
}

extension PlacetoPayProvider: ProviderAccount {
  public var name: String { PlacetoPayRegistration.name }
  public var isSandbox: Bool { Loopback.isAddress(origin) }
  public var settlementReports: (any SettlementReports)? { PlacetoPaySettlementReports(country: options.country) }
  public var facts: [String: String] { ["endpoint": merchant.baseURL, "country": options.country] }
}
