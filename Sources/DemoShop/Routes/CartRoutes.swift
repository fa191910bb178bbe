import FerryCore
import FerryWeb
import HTTPTypes
import Hummingbird

struct CartRoutes: Sendable {
  let shop: TabletShop

  func add(to router: some RouterMethods<some RequestContext>) {
    router.get("/", use: show)
    router.post("/cart", use: change)
    router.get("/language/{language}/{place}", use: chooseLanguage)
  }

  @Sendable private func show(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let browser = try shop.browsers.browser(of: request)
    let session = browser.isNew ? Session() : try await shop.session(browser)
    let providers = await shop.providers.offers()
    let page = CartPage(
      frame: shop.frame(browser, .cart, session, providers: providers), catalogue: shop.catalogue,
      cart: try PricedCart(session.cart, shop.catalogue), offers: providers, isInApp: browser.app != nil
    ).page
    return shop.browsers.answer(browser, try page.response(from: request, context: context))
  }

  /// Sets the quantity of a product. A repeated request changes nothing.
  @Sendable private func change(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let (browser, form) = try await shop.browsers.submission(request)
    let product = try form.required("sku", as: shop.catalogue.product)
    let quantity = try form.required("quantity") { Int($0).flatMap { Cart.quantities.contains($0) ? $0 : nil } }
    try await shop.sessions.update(browser.session) { $0.cart.set(product.sku, to: quantity) }
    return shop.browsers.renewed(browser, .seeOther("/#cart"))
  }

  @Sendable private func chooseLanguage(_ request: Request, _ context: some RequestContext) throws -> Response {
    guard let language = context.parameters.get("language").flatMap(Language.init(rawValue:)),
      let place = context.parameters.get("place").flatMap(ShopFrame.Place.init(rawValue:))
    else { throw HTTPError(.notFound) }
    var response = Response.seeOther(place.link)
    response.headers.append(shop.browsers.remembering(language))
    return response
  }
}
