import FerryCore
import FerryWeb
import Hummingbird

/// Buyers who come back by another way than the provider's, and those whose journey begins with the payment page.
extension CheckoutRoutes {
  /// The checkout's state for its page. The buyer may have paid at the provider and come here by another way than its return
  /// link, so Ferry asks the provider. An app says by itself that its browser has closed.
  func presentState(of id: String, _ started: StartedCheckout) async throws -> CheckoutState {
    let known = try await shop.ferry.checkout(id)
    // A pending payment may have been decided.
    guard known.phase == .paying || known.isPending && [.confirming, .closing].contains(known.phase),
      started.app == nil
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
    // It may have been bought in another tab meanwhile.
    guard try await shop.ferry.cancel(id).phase == .cancelled else { return id }
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
      buyer: BuyerFacts(started.order.delivery, request), customer: try await customer(browser))
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
