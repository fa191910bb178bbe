public import FerryCheckout
public import FerryCore
import FerryHTTP
public import FerryModule
public import FerryProvider
import PlacetoPay

/// PlacetoPay's entry in the tool's list of providers.
public enum PlacetoPayRegistration: ProviderModule {
  public static let id: ProviderID = "placetopay"
  public static let name = "PlacetoPay"
  public static let settingsFolder = "ferry.placetoPay"

  public static func account(_ settings: inout AccountSettings) -> (any ProviderAccount)? {
    guard let provider = PlacetoPayProvider(&settings), !settings.hasProblems else { return nil }
    return PlacetoPayProviderAccount(provider)
  }
}

/// A PlacetoPay account of a server.
public struct PlacetoPayProviderAccount: ProviderAccount {
  public let placetoPay: PlacetoPayProvider

  public init(_ placetoPay: PlacetoPayProvider) { self.placetoPay = placetoPay }

  public var id: ProviderAccountID { placetoPay.account }
  public var name: String { PlacetoPayRegistration.name }
  public var provider: any Provider { placetoPay }
  /// PlacetoPay has no button.
  public var button: ButtonSource? { nil }
  /// True for an address on this machine.
  public var isSandbox: Bool { Loopback.isAddress(placetoPay.origin) }
  public var settlementReports: (any SettlementReports)? { nil }

  public var facts: [String: String] {
    ["endpoint": placetoPay.merchant.baseURL, "country": placetoPay.options.country]
  }
}
