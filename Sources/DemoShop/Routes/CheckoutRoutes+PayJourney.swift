import FerryCore
import FerryWeb
import Hummingbird

/// Buyers who come back by another way than the provider's, and those whose journey begins with the payment page.
extension CheckoutRoutes {
  /// The checkout's state for its page. The buyer may have paid at the provider and come here by another way than its return
  /// link, so Ferry asks the provider. An app says by itself that its browser has closed.
  func presentState(of id: String, _ started: StartedCheckout) async throws -> CheckoutBody {
    let known = try await shop.ferry.checkout(id)
    // A pending payment may have been decided.
    guard known.stage == .paying || known.isPending && [.confirming, .closing].contains(known.stage),
      started.app == nil
    else { return known }
    // Without an answer the page shows what is known.
    return (try? await shop.ferry.send(.check, id)) ?? known
  }

  /// The id of a checkout in the buyer's language, which the provider's page takes from the checkout. A buyer who has chosen
  /// another one at the review gets another checkout of the same order: nothing was selected or paid that would be lost.
  func inLanguage(of buyer: BuyerRequest, _ id: String) async throws -> String {
    let browser = buyer.browser
    let session = try await shop.sessions.session(browser.session)
    guard let started = session.checkout, started.id == id, started.app == nil, started.order.delivery != nil else {
      return id
    }
    let known = try await shop.ferry.checkout(id)
    guard known.stage == .reviewing, known.language != browser.language else { return id }
    // It may have been bought in another tab meanwhile.
    guard try await shop.ferry.send(.cancel, id).stage == .cancelled else { return id }
    let newKey = shop.randomness.token(bytes: 16)
    // A second press of the button finds the key of the first one, and so its checkout.
    let present = try await shop.sessions.update(browser.session) { session in
      session.replace(key: started.key, by: newKey)
      return session.checkout
    }
    guard let present, present.order == started.order else { return id }
    if let other = present.id { return other }
    let body = try shop.createBody(
      started.order, by: started.button, language: browser.language, app: nil,
      buyer: BuyerFacts(started.order.delivery, buyer.request), customer: try await customer(browser))
    let created: String
    do {
      created = try await shop.ferry.create(body, key: present.key).id
    } catch let failure as FerryFailure {
      guard let other = failure.otherAttempt else { throw failure }
      created = other
    }
    try await shop.sessions.update(browser.session) { $0.created(key: present.key, id: created) }
    return created
  }
}

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
    let query = try request.queryFields()
    let selected = query["provider"] ?? session.checkout?.button.formValue
    let offers = await shop.offers(in: catalogue).map(\.body).filter { $0.journey == .pay }
    let buttons = offers.flatMap { provider in catalogue.buttons(of: provider).map { (button: $0, provider: provider) }
    }
    guard !session.cart.isEmpty,
      let (button, provider) = buttons.first(where: { $0.button.formValue == selected }) ?? buttons.first
    else { return .seeOther(ShopFrame.Place.cart.link) }
    // The address of another country is not filled in.
    let written = session.delivery.flatMap { $0.country == catalogue.market.country ? $0 : nil }
    let sample = query["sample"] == nil ? nil : Delivery(sampleOf: catalogue.market)
    var frame = shop.frame(browser, .delivery, session)
    frame.button = button
    let page = DeliveryPage(
      frame: frame, market: catalogue.market, button: button, provider: provider.name,
      written: sample ?? written
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
  /// - Parameter isSample: True to fill in the market's invented buyer.
  static func delivery(for button: PayButton, isSample: Bool = false) -> Link {
    Link(
      ShopFrame.Place.delivery.link,
      query: [(name: "provider", value: button.formValue)] + (isSample ? [(name: "sample", value: "1")] : []))
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
