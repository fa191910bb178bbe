import Crypto
import FerryCore
import FerryWeb
import HTTPTypes
import Hummingbird

/// What the shop has for its apps: the way into its pages for a web view, and catalogue and checkout as JSON for native
/// screens.
struct AppRoutes: Sendable {
  let shop: TabletShop
  private static let largestBody = 16_384

  func add(to router: some RouterMethods<some RequestContext>) {
    router.get("/app/{app}", use: enter)
    router.get("/app/{app}/first-generation", use: enterFirstGeneration)
    router.get("/app/{app}/catalogue", use: catalogue)
    router.post("/app/{app}/checkouts", use: create)
  }

  // MARK: Web views

  @Sendable private func enter(_ request: Request, _ context: some RequestContext) throws -> Response {
    try enter(context, review: .app)
  }

  @Sendable private func enterFirstGeneration(_ request: Request, _ context: some RequestContext) throws -> Response {
    try enter(context, review: .browser)
  }

  /// From here on the web view's pages know that they stand in the app.
  private func enter(_ context: some RequestContext, review: ReviewPlace) throws -> Response {
    let app = EmbeddingApp(id: try id(context), review: review)
    guard let cookie = shop.browsers.remembering(app) else { throw HTTPError(.notFound) }
    var response = Response.seeOther("/")
    response.headers.append(cookie)
    return response
  }

  // MARK: Native screens

  @Sendable private func catalogue(_ request: Request, _ context: some RequestContext) throws -> Response {
    _ = try id(context)
    return try .json(.ok, CatalogueAnswer(shop.catalogue))
  }

  /// Creates the checkout of a cart. The app sends the same key when it repeats the call, and gets the same checkout. Another
  /// key is another attempt, and if it names the same order, Ferry takes the money once.
  @Sendable private func create(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let id = try id(context)
    guard let key = request.headers[.idempotencyKey], (1...128).contains(key.utf8.count) else {
      throw Problem(.keyMissing, "Send an Idempotency-Key: new for every order, the same when the call is repeated.")
    }
    let body: AppCheckoutRequest = try await request.json(limit: Self.largestBody)
    var cart = Cart()
    for (index, line) in body.lines.enumerated() {
      guard shop.catalogue.product(sku: line.sku) != nil, cart.quantity(of: line.sku) == 0, line.quantity > 0,
        Cart.quantities.contains(line.quantity)
      else {
        throw Problem(
          .invalidFields,
          "Each line names another product of the catalogue and 1 to \(Cart.quantities.upperBound) pieces.",
          errors: [
            Problem.FieldError(pointer: "/lines/\(index)", detail: "There is no such product, or not so many of it.")
          ])
      }
      cart.set(line.sku, to: line.quantity)
    }
    guard body.order.map({ (1...128).contains($0.utf8.count) }) ?? true else {
      throw Problem(
        .invalidFields, "An order's name has 1 to 128 characters.",
        errors: [Problem.FieldError(pointer: "/order", detail: "Send the cart's id, or nothing.")])
    }
    let order = ShopOrder(
      reference: AppCheckoutRequest.reference(key: body.order ?? key, app: id), cart: cart)
    let app = AppBody(id: id, challenge: body.challenge, review: body.review ?? .app)
    do {
      let state = try await shop.ferry.create(
        shop.createBody(order, language: body.language, app: app),
        key: AppCheckoutRequest.reference(key: key, app: id))
      guard case .secureBrowser(let handoff)? = state.onward ?? state.handoff.map(Onward.secureBrowser) else {
        throw Problem(.wrongPhase, "This order is \(state.place) already; begin a new one with a new key.")
      }
      return try .json(.ok, handoff)
    } catch FerryFailure.problem(let problem, _) {
      throw problem
    } catch is FerryFailure {
      throw Problem(.unavailable, "The checkout server does not answer. Nothing has been paid; send the call again.")
    }
  }

  private func id(_ context: some RequestContext) throws -> String {
    guard let id = context.parameters.get("app"), shop.configuration.apps.contains(id) else {
      throw HTTPError(.notFound)
    }
    return id
  }
}

/// The catalogue as native screens read it.
struct CatalogueAnswer: Encodable {
  struct Item: Encodable {
    let sku: String
    let name: String
    /// For one piece, with tax.
    let price: Money
  }

  let products: [Item]
  let shippingFrom: Money

  init(_ catalogue: Catalogue) {
    products = catalogue.products.map { Item(sku: $0.sku, name: $0.name, price: $0.price) }
    shippingFrom = catalogue.lowestShipping
  }
}

/// What a native app sends to buy its cart. Prices are the shop's.
struct AppCheckoutRequest: Decodable {
  struct Line: Decodable {
    let sku: String
    let quantity: Int
  }

  /// The app's name for what it buys, the same in every attempt to pay for it: the cart's id. Without it, each key is an
  /// order of its own.
  let order: String?
  let lines: [Line]
  let language: Language
  let challenge: Challenge
  let review: ReviewPlace?

  /// A name at Ferry, made of what the app has chosen: the same for a repeated call, and no way to learn anything about
  /// another's.
  static func reference(key: String, app: String) -> String {
    Base64URL.encode(SHA256.hash(data: Array("\(app)/\(key)".utf8)).prefix(18))
  }
}
