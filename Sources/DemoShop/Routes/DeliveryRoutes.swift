import FerryCore
import FerryWeb
import Hummingbird

/// The page that asks for the address. Its form goes to the routes of the checkout.
struct DeliveryRoutes: Sendable {
  let shop: TabletShop

  func add(to router: some RouterMethods<some RequestContext>) {
    router.get(RouterPath(ShopFrame.Place.delivery.link.text), use: show)
  }

  @Sendable private func show(_ request: Request, _ context: some RequestContext) async throws -> Response {
    let browser = try shop.browsers.browser(of: request)
    let session = try await shop.sessions.session(browser.session)
    let catalogue = shop.catalogue(browser)
    let selected = try request.queryFields()["provider"] ?? session.checkout?.button.formValue
    let offers = await shop.offers(in: catalogue).map(\.body).filter { $0.journey == .pay }
    let buttons = offers.flatMap { provider in catalogue.buttons(of: provider).map { (button: $0, provider: provider) }
    }
    guard !session.cart.isEmpty,
      let (button, provider) = buttons.first(where: { $0.button.formValue == selected }) ?? buttons.first
    else { return .seeOther(ShopFrame.Place.cart.link) }
    // The address of another country is not filled in.
    let written = session.delivery.flatMap { $0.country == catalogue.market.country ? $0 : nil }
    var frame = shop.frame(browser, .delivery, session)
    frame.button = button
    let page = DeliveryPage(
      frame: frame, market: catalogue.market, button: button, provider: provider.name,
      written: written
    ).page
    return shop.browsers.answer(browser, try page.response(from: request, context: context))
  }
}

extension CheckoutRoutes {
  /// Nil if the buyer has to write their address first: the provider does not ask for one.
  func purchase(
    _ button: PayButton, _ form: Fields, _ browser: BuyerBrowser
  ) async throws -> Purchase? {
    let catalogue = shop.catalogue(browser)
    guard await shop.providers.asksForNoAddress(button.account) else {
      return Purchase(button: button, catalogue: catalogue.id)
    }
    let written = Delivery(form, country: catalogue.market.country)
    let session = try await shop.sessions.update(browser.session) { session in
      if let written { session.delivery = written }
      return session
    }
    // A button of the cart leads to the address; one that continues a checkout does not.
    guard written != nil || session.checkout != nil, let delivery = session.delivery,
      delivery.problems(in: catalogue.market).isEmpty
    else { return nil }
    return Purchase(button: button, catalogue: catalogue.id, delivery: delivery)
  }

  /// The provider does not take some of the buyer's entries, so that there is no checkout.
  func writeAgain(
    _ entries: [Delivery.Field], _ started: StartedCheckout, _ browser: BuyerBrowser
  ) async throws -> Link {
    try await shop.sessions.update(browser.session) { session in
      session.forget(key: started.key)
      session.delivery?.refuse(entries)
    }
    return .delivery(for: started.button)
  }
}

extension Link {
  static func delivery(for button: PayButton) -> Link {
    Link(ShopFrame.Place.delivery.link, query: [("provider", button.formValue)])
  }
}

extension FerryFailure {
  /// The entries of the buyer that the provider does not take.
  var refusedEntries: [Delivery.Field] {
    guard case .problem(let problem, _) = self, problem.type == .invalidFields else { return [] }
    return Delivery.Field.allCases.filter { field in
      problem.errors.contains { $0.pointer == "/buyer/\(field.rawValue)" }
    }
  }
}

extension BuyerFacts {
  /// The facts that the shop's server knows about the buyer.
  init?(_ delivery: Delivery?, _ request: Request) {
    guard let delivery else { return nil }
    self.init(
      userAgent: request.headers[.userAgent].map { String($0.prefix(512)) }, documentType: delivery[.documentType],
      document: delivery[.document], name: delivery[.name], surname: delivery[.surname], email: delivery[.email],
      mobile: delivery[.mobile])
  }
}
