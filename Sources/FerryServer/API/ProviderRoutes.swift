public import FerryCheckout
public import FerryCore
public import FerryModule
import FerryWeb
import Hummingbird

/// A provider's account that checkouts can be created for.
public struct OfferedProvider: Sendable {
  public let id: ProviderAccountID
  /// The provider's name for buyers: "Amazon Pay".
  public let name: String
  public let journey: JourneyProfile.Journey
  /// The button that its script draws in a page of the shop; nil if there is none.
  public let button: ProviderButtonScriptBody?
  /// The backend for the provider's own SDK for apps; nil if there is none.
  let sdk: (any SDKBackend)?

  public init(
    _ id: ProviderAccountID, name: String, journey: JourneyProfile.Journey,
    button: ProviderButtonScriptBody? = nil, sdk: (any SDKBackend)? = nil
  ) {
    self.id = id
    self.name = name
    self.journey = journey
    self.button = button
    self.sdk = sdk
  }
}

/// The merchants' API for the providers that are set up: a shop reads names and buttons here and is written for no provider.
struct ProviderRoutes: Sendable {
  let server: CheckoutServer

  func add<Parent: RequestContext>(to merchants: some RouterMethods<MerchantContext<Parent>>) {
    merchants.get("/v1/providers") { _, context in try Response.json(.ok, list(context.caller.mode)) }
  }

  /// A key opens one mode, so the accounts of the other one are left out.
  private func list(_ mode: Mode) -> ProviderListBody {
    ProviderListBody(
      providers: server.providers.filter { $0.id.mode == mode }.sorted { $0.id < $1.id }.map(body))
  }

  private func body(_ provider: OfferedProvider) -> ProviderBody {
    let image = server.configuration.buttons[provider.id].map { _ in
      server.configuration.base.link(ButtonRoutes.path(of: provider.id)).text
    }
    return ProviderBody(
      id: provider.id.provider.text, account: provider.id.account.text, mode: provider.id.mode, name: provider.name,
      journey: ProviderBody.Journey(provider.journey),
      label: Dictionary(
        uniqueKeysWithValues: Language.allCases.map { ($0.rawValue, $0.buyerTexts.payWith(provider.name)) }),
      button: image == nil && provider.button == nil
        ? nil : ProviderButtonBody(image: image, script: provider.button))
  }
}

extension ProviderBody.Journey {
  fileprivate init(_ journey: JourneyProfile.Journey) {
    self =
      switch journey {
      case .selectThenPay: .selectThenPay
      case .pay: .pay
      }
  }
}
