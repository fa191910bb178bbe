import FerryCore
import FerryWeb
import Hummingbird

/// The journey that begins with the payment page: money moves at the provider, without the shop and without Ferry.
extension CheckoutRoutes {
  /// The checkout's state for its page. The buyer may have paid at the provider and come here by another way than its return
  /// link, so Ferry asks the provider. An app says by itself that its browser has closed.
  func presentState(of id: String, _ started: StartedCheckout) async throws -> CheckoutState {
    let known = try await shop.ferry.checkout(id)
    guard known.phase == .paying, started.app == nil,
      await shop.providers.journey(started.account) != .selectThenPay
    else { return known }
    // Without an answer the page shows what is known.
    return (try? await shop.ferry.check(id)) ?? known
  }

  /// The id of a checkout in the buyer's language, which the provider's page takes from the checkout. A buyer who has chosen
  /// another one at the review gets another checkout of the same order: nothing was selected or paid that would be lost.
  func inLanguage(of browser: BuyerBrowser, _ id: String, _ request: Request) async throws -> String {
    let session = try await shop.sessions.session(browser.session)
    guard let started = session.checkout, started.id == id, started.app == nil, started.order.delivery != nil else {
      return id
    }
    let known = try await shop.ferry.checkout(id)
    guard known.phase == .reviewing, known.language != browser.language else { return id }
    _ = try await shop.ferry.cancel(id)
    let key = shop.randomness.token(bytes: 16)
    try await shop.sessions.update(browser.session) { $0.replace(key: started.key, by: key) }
    let body = shop.createBody(
      started.order, with: started.account, language: browser.language, app: nil,
      buyer: BuyerFacts(started.order.delivery, request))
    let created = try await shop.ferry.create(body, key: key)
    try await shop.sessions.update(browser.session) { $0.created(key: key, id: created.id) }
    return created.id
  }
}
