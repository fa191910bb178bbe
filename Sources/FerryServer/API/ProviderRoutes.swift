import FerryCheckout
import FerryCore
import FerryModule
import FerryWeb
import HTTPTypes
import Hummingbird

/// The merchants' API for the providers that are set up: a shop reads names and buttons here and is written for no provider.
struct ProviderRoutes: Sendable {
  let server: CheckoutServer

  func add<Parent: RequestContext>(to merchants: some RouterMethods<MerchantContext<Parent>>) {
    merchants.get("/v1/providers") { _, context in try Response.json(.ok, list(context.caller.mode)) }
  }

  /// A key opens one mode, so the accounts of the other one are left out.
  private func list(_ mode: Mode) -> ProviderListBody {
    ProviderListBody(providers: server.providers.filter { $0.id.mode == mode }.sorted { $0.id < $1.id }.map(body))
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
      button: image == nil && provider.button == nil ? nil : ProviderButtonBody(image: image, script: provider.button))
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

/// Serves the images of the accounts' buttons.
struct ButtonRoutes: Sendable {
  let images: [ProviderAccountID: ButtonImage]

  static func path(of account: ProviderAccountID) -> Link {
    "/ferry/button/\(account.provider.text)/\(account.account.text)/\(account.mode.rawValue).svg"
  }

  func add(to router: some RouterMethods<some RequestContext>) {
    for (account, image) in images.sorted(by: { $0.key < $1.key }) {
      router.get(RouterPath(Self.path(of: account).text)) { request, _ in
        let language = request.readableQuery["language"].flatMap(Language.init(rawValue:))
        return Self.answer(image, language ?? .english)
      }
    }
  }

  /// - Parameter language: For the drawing; artwork has its own language.
  private static func answer(_ image: ButtonImage, _ language: Language) -> Response {
    let cache = "public, max-age=3600"
    let svg: String
    switch image {
    case .drawing: svg = drawing(language.buyerTexts.testPayment)
    case .artwork(let artwork): svg = artwork
    case .elsewhere(let link): return Response(status: .found, headers: [.location: link.text, .cacheControl: cache])
    }
    // An image may have its own styles, and nothing else.
    let policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    return Response("image/svg+xml", svg.utf8, headers: [.cacheControl: cache, .contentSecurityPolicy: policy])
  }

  /// - Parameter words: Our own text; it is not escaped.
  private static func drawing(_ words: String) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="200" height="45" viewBox="0 0 200 45" role="img" \
    aria-label="\(words)">
    <rect x="0.5" y="0.5" width="199" height="44" rx="8" fill="#fff3d6" stroke="#8a6100"/>
    <path d="M18 15h22v15H18zM18 19h22" fill="none" stroke="#5c4100" stroke-width="2"/>
    <text x="112" y="28" text-anchor="middle" font-family="sans-serif" font-size="15" fill="#3d2b00">\(words)</text>
    </svg>

    """
  }
}
