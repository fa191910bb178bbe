import FerryCore
import FerryWeb
import Hummingbird

struct CartRoutes: Sendable {
  let shop: TabletShop
  /// The longest wait for Ferry while the shop can sell without its answer.
  static let patience: Duration = .seconds(2)

  func add(to router: some RouterMethods<some RequestContext>) {
    router.get("/", use: show)
    router.post("/cart", use: change)
    router.post("/cart/code", use: redeem)
    router.get("/language/{language}/{place}", use: chooseLanguage)
    router.get("/market/{market}", use: chooseMarket)
    router.get("/terms", use: terms)
  }

  @Sendable private func show(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let browser = try shop.browsers.browser(of: request)
    let session = browser.isNew ? Session() : try await shop.session(browser)
    let catalogue = shop.catalogue(browser)
    let providers = await shop.offers(in: catalogue)
    let waiting = try await waiting(session, browser)
    let page = CartPage(
      frame: shop.frame(browser, .cart, session, providers: providers), catalogue: catalogue,
      catalogues: shop.catalogues, cart: try PricedCart(session.cart, catalogue), waiting: waiting,
      offers: providers, isInApp: browser.app != nil, isCodeUnknown: request.readableQuery["code"] != nil
    ).page
    return shop.browsers.answer(browser, try page.response(from: request, context: context))
  }

  /// The session's checkout if its outcome is not known, and those that were set aside. While Ferry does not answer there are
  /// none. Those that have ended leave the session.
  private func waiting(_ session: Session, _ browser: BuyerBrowser) async throws -> [WaitingOrder] {
    let present = session.checkout?.id
    let ids = [present].compactMap(\.self) + session.setAside.compactMap(\.id)
    let states = await withTaskGroup(of: CheckoutBody?.self) { [ferry = shop.ferry] group in
      for id in ids { group.addTask { try? await ferry.checkout(id, limit: Self.patience) } }
      return await group.reduce(into: [String: CheckoutBody]()) { if let state = $1 { $0[state.id] = state } }
    }
    let ended = states.values.filter { !$0.isUnderWay && $0.id != present }.map(\.id)
    if !ended.isEmpty { try await shop.sessions.update(browser.session) { $0.dropSetAside(ended) } }
    var orders: [WaitingOrder] = []
    for state in ids.compactMap({ states[$0] }) where state.isUnderWay {
      let provider = state.id == present ? nil : await shop.providers.name(state.provider)
      orders.append(WaitingOrder(state: state, cancelledAt: provider))
    }
    return orders
  }

  /// The terms of service, which payment pages link to. They open beside the shop, so there is no session.
  @Sendable private func terms(_ request: Request, _ context: some RequestContext) throws -> Response {
    let language = try shop.browsers.browser(of: request).language
    let title = language.shopTexts.termsTitle
    let body: HTML = "<div class=\"intro\"><h1>\(title)</h1><p class=\"lead\">\(language.shopTexts.terms)</p></div>"
    return try Page(
      language: language, title: title, policy: PagePolicy(), header: ShopFrame.header(language, cartCount: nil),
      body: body, footer: ShopFrame.footer(language)
    ).response(from: request, context: context)
  }

  /// Sets the quantity of a product. A repeated request changes nothing.
  @Sendable private func change(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let (buyer, form) = try await shop.browsers.submission(request, context)
    let browser = buyer.browser
    let product = try form.required("sku", as: shop.catalogue(browser).product)
    let quantity = try form.required("quantity") { Int($0).flatMap { Cart.quantities.contains($0) ? $0 : nil } }
    try await shop.sessions.update(browser.session) { $0.cart.set(product.sku, to: quantity) }
    return shop.browsers.renewed(browser, .seeOther("/#cart"))
  }

  /// Redeems or removes a coupon or a gift card.
  @Sendable private func redeem(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let (buyer, form) = try await shop.browsers.submission(request, context)
    let removed = form["remove"].flatMap { ShopCode(written: $0) }
    guard let code = removed ?? form["code"].flatMap({ ShopCode(written: $0) }) else {
      return shop.browsers.renewed(buyer.browser, .seeOther("/?code=unknown#cart"))
    }
    try await shop.sessions.update(buyer.browser.session) { session in
      if removed != nil { session.cart.remove(code) } else { session.cart.redeem(code) }
    }
    return shop.browsers.renewed(buyer.browser, .seeOther("/#cart"))
  }

  @Sendable private func chooseLanguage(_ request: Request, _ context: some RequestContext) throws -> Response {
    guard let language = context.parameters.get("language").flatMap(Language.init(rawValue:)),
      let place = context.parameters.get("place").flatMap(ShopFrame.Place.init(rawValue:))
    else { throw HTTPError(.notFound) }
    let button = place == .delivery ? try request.queryFields()["provider"] : nil
    var response = Response.seeOther(button.map { Link(place.link, query: [("provider", $0)]) } ?? place.link)
    response.headers.append(shop.browsers.remembering(language))
    return response
  }

  /// Another country suggests its own language to buyers who have selected none.
  @Sendable private func chooseMarket(_ request: Request, _ context: some RequestContext) throws -> Response {
    guard let catalogue = shop.catalogue(context.parameters.get("market")) else { throw HTTPError(.notFound) }
    let before = shop.catalogue(try shop.browsers.browser(of: request))
    var response = Response.seeOther(ShopFrame.Place.cart.link)
    response.headers.append(shop.browsers.remembering(catalogue))
    if catalogue.market.country != before.market.country {
      response.headers.append(shop.browsers.suggesting(catalogue.market.languages[0]))
    }
    return response
  }
}
