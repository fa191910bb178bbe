import Crypto
import FerryCore
import FerryWeb
import Hummingbird

/// Routes for the shop's apps: the entry to its pages for a web view, and catalogue and checkout in JSON for native screens.
struct AppRoutes: Sendable {
  let shop: TabletShop
  private static let largestBody = 16_384

  func add(to router: some RouterMethods<some RequestContext>) {
    router.get("/app/{app}") { _, context in try enter(context, review: .app) }
    router.get("/app/{app}/first-generation") { _, context in try enter(context, review: .browser) }
    router.get("/app/{app}/catalogue", use: catalogue)
    router.post("/app/{app}/checkouts", use: create)
    router.post("/app/{app}/checkouts/{id}/free", use: completeFree)
  }

  // MARK: Web views

  /// Sets a cookie. The shop recognises the app's web view by it.
  private func enter(_ context: some RequestContext, review: ReviewPlace) throws -> Response {
    let app = EmbeddingApp(id: try id(context), review: review)
    guard let cookie = shop.browsers.remembering(app) else { throw HTTPError(.notFound) }
    var response = Response.seeOther("/")
    response.headers.append(cookie)
    return response
  }

  // MARK: Native screens

  @Sendable private func catalogue(_ request: Request, _ context: some RequestContext) async throws -> Response {
    _ = try id(context)
    let catalogue = try catalogue(try request.queryFields()["market"], at: "/market")
    let offers = await shop.offers(in: catalogue).map(\.body)
    return try .json(.ok, CatalogueAnswer(catalogue, of: shop.catalogues, offers))
  }

  private func catalogue(_ id: String?, at pointer: String) throws -> Catalogue {
    guard let id else { return shop.catalogues[0] }
    guard let catalogue = shop.catalogue(id) else {
      throw Self.invalid("The shop has no such market.", pointer, "Send the id of a market of the catalogue.")
    }
    return catalogue
  }

  /// Creates the checkout of a cart. A retry with the same key returns the same checkout. Another key is another attempt; if it
  /// names the same order, Ferry takes the money once.
  @Sendable private func create(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let id = try id(context)
    guard let key = request.headers[.idempotencyKey], (1...128).contains(key.utf8.count) else {
      throw Problem(.keyMissing, "Send an Idempotency-Key: a new one for each order, the same for a retry.")
    }
    let body: AppCheckoutRequest = try await request.json(limit: Self.largestBody)
    let catalogue = try catalogue(body.market, at: "/market")
    var cart = Cart()
    for (index, line) in body.lines.enumerated() {
      guard catalogue.product(sku: line.sku) != nil, cart.quantity(of: line.sku) == 0, line.quantity > 0,
        Cart.quantities.contains(line.quantity)
      else {
        throw Self.invalid(
          "Each line names another product of the catalogue and 1 to \(Cart.quantities.upperBound) pieces.",
          "/lines/\(index)", "The product or the quantity is not available.")
      }
      cart.set(line.sku, to: line.quantity)
    }
    for (index, text) in (body.codes ?? []).enumerated() {
      guard let code = ShopCode(written: text) else {
        throw Self.invalid("The shop does not know this code.", "/codes/\(index)", "The code is not valid.")
      }
      cart.redeem(code)
    }
    guard body.order.map({ (1...128).contains($0.utf8.count) }) ?? true else {
      throw Self.invalid("An order's name has 1 to 128 characters.", "/order", "Send the cart's id, or nothing.")
    }
    let app = AppBody(id: id, challenge: body.challenge, review: body.review ?? .app)
    let account = try await account(body, catalogue)
    let delivery = try await delivery(body, account, catalogue)
    let order = ShopOrder(
      reference: AppCheckoutRequest.reference(key: body.order ?? key, app: id), cart: cart, catalogue: catalogue.id,
      delivery: delivery)
    let state = try await answer {
      try await shop.ferry.create(
        shop.createBody(
          order, by: PayButton(account: account), language: body.language, app: app,
          buyer: BuyerFacts(delivery, request), customer: order.reference),
        key: AppCheckoutRequest.reference(key: key, app: id))
    }
    guard case .secureBrowser(let handoff)? = state.onward ?? state.app.map(Onward.secureBrowser) else {
      throw Problem(.wrongPhase, "This order is \(state.place) already; start a new one with a new key.")
    }
    return try .json(.ok, handoff)
  }

  /// Completes an order that turned out free when the buyer agreed to it. A repetition changes nothing.
  @Sendable private func completeFree(_ request: Request, _ context: some RequestContext) async throws -> Response {
    _ = try id(context)
    guard let checkout = context.parameters.get("id"), PlainText.isPlain(checkout, most: 64) else {
      throw HTTPError(.notFound)
    }
    try await answer { try await shop.completeFree(checkout) }
    return Response(status: .noContent)
  }

  /// Hands on the refusals of Ferry.
  private func answer<Answer>(_ call: () async throws -> Answer) async throws -> Answer {
    do { return try await call() } catch FerryFailure.problem(let problem, _) {
      throw problem
    } catch is FerryFailure {
      throw Problem(.unavailable, "The checkout server does not answer. Nothing has been paid; retry.")
    }
  }

  /// The address for a provider that asks for none; nil for others.
  private func delivery(
    _ body: AppCheckoutRequest, _ account: ProviderAccount, _ catalogue: Catalogue
  ) async throws -> Delivery? {
    guard await shop.providers.asksForNoAddress(account) else { return nil }
    let delivery = Delivery(country: catalogue.market.country) { body.delivery?[$0.rawValue] }
    let problems = delivery.problems(in: catalogue.market)
    guard problems.isEmpty else {
      throw Problem(
        .invalidFields, "The provider asks for no address, so the app has to.",
        errors: problems.map {
          Problem.FieldError(pointer: "/delivery/\($0.rawValue)", detail: "The field is missing or not valid.")
        })
    }
    return delivery
  }

  private func account(_ body: AppCheckoutRequest, _ catalogue: Catalogue) async throws -> ProviderAccount {
    let providers = await shop.offers(in: catalogue).map(\.body)
    guard let first = providers.first else {
      throw Problem(.unavailable, "The checkout server does not answer. Nothing has been paid; retry.")
    }
    guard let selected = body.provider else { return ProviderAccount(first) }
    guard let provider = providers.first(where: { $0.payButton.formValue == selected }) else {
      throw Self.invalid(
        "The shop has no such provider.", "/provider",
        "Send one of \(providers.map(\.payButton.formValue).joined(separator: ", ")).")
    }
    return ProviderAccount(provider)
  }

  private static func invalid(_ summary: String, _ pointer: String, _ detail: String) -> Problem {
    Problem(.invalidFields, summary, errors: [Problem.FieldError(pointer: pointer, detail: detail)])
  }

  private func id(_ context: some RequestContext) throws -> String {
    guard let id = context.parameters.get("app"), shop.configuration.apps.contains(id) else {
      throw HTTPError(.notFound)
    }
    return id
  }
}

struct CatalogueAnswer: Encodable {
  struct Item: Encodable {
    let sku: String
    let name: String
    /// The price of one piece, with tax.
    let price: Money
  }

  struct Provider: Encodable {
    /// For `provider` of a checkout.
    let id: String
    let name: String
    /// With `pay`, a checkout needs `delivery`.
    let journey: ProviderBody.Journey
  }

  struct Market: Encodable {
    /// For `market` of a checkout.
    let id: String
    let name: [String: String]
    let currency: Currency
    let languages: [Language]
    /// The values of `documentType`.
    let documentTypes: [String]
    /// False if a delivery has no `region`.
    let hasRegions: Bool
    /// True if a delivery needs a `postalCode`.
    let hasPostalCodes: Bool
  }

  let products: [Item]
  let shippingFrom: Money
  let providers: [Provider]
  let market: String
  let markets: [Market]

  init(_ catalogue: Catalogue, of catalogues: [Catalogue], _ providers: [ProviderBody]) {
    market = catalogue.id
    markets = catalogues.map { Market($0) }
    products = catalogue.products.map { Item(sku: $0.sku, name: $0.name, price: $0.price) }
    shippingFrom = catalogue.lowestShipping
    self.providers = providers.map { Provider(id: $0.payButton.formValue, name: $0.name, journey: $0.journey) }
  }
}

extension CatalogueAnswer.Market {
  fileprivate init(_ catalogue: Catalogue) {
    id = catalogue.id
    name = Dictionary(
      uniqueKeysWithValues: Language.allCases.map { ($0.rawValue, catalogue.market.name[$0]) })
    currency = catalogue.currency
    languages = catalogue.market.languages
    documentTypes = catalogue.market.documentTypes.map(\.code)
    hasRegions = catalogue.market.hasRegions
    hasPostalCodes = catalogue.market.hasPostalCodes
  }
}

/// A native app's request for a checkout of its cart. The shop sets the prices.
struct AppCheckoutRequest: Decodable {
  struct Line: Decodable {
    let sku: String
    let quantity: Int
  }

  /// The app's name of the order, the same in every attempt to pay for it: the cart's id. Without it, each key is a new order.
  let order: String?
  /// The id of a provider in the catalogue; the first one if it is missing.
  let provider: String?
  /// The id of a market in the catalogue; the first one if it is missing.
  let market: String?
  /// The buyer and their address, for a provider whose journey is `pay`: see `Delivery.Field`.
  let delivery: [String: String]?
  let lines: [Line]
  /// Of a coupon and a gift card.
  let codes: [String]?
  let language: Language
  let challenge: Challenge
  let review: ReviewPlace?

  /// The order's reference at Ferry, a digest of the app's key: the same for a retry, and impossible to guess from outside.
  static func reference(key: String, app: String) -> String {
    Base64URL.encode(SHA256.hash(data: Array("\(app)/\(key)".utf8)).prefix(18))
  }
}
