import DemoShop
import FerryCore
import FerryHTTP
import FerrySandbox
import Foundation
import Synchronization

/// A buyer in a phone's secure browser, which keeps its cookies over all starts of the app.
final class SecureVisitor: Sendable {
  private struct State {
    var orderNumber = ""
    /// A link that opened the app when it was not running.
    var link: URL?
    /// Another card, after a decline.
    var card: String?
  }

  private let world: World
  private let shop: Shop
  private let bench: ProviderBench
  private let chance: Chance
  private let browser: ScriptedApp
  private let state = Mutex(State())

  init(_ world: World, _ shop: Shop, _ place: SandboxedProvider, _ purchase: ScriptedPurchase, _ chance: Chance) {
    self.world = world
    self.shop = shop
    self.chance = chance
    bench = place.bench
    browser = ScriptedApp(
      ScriptedCheckout.Target(
        ferry: World.shop.text, sandbox: place.sandbox.place.origin.text, secretKey: World.secretKey,
        purchase: purchase),
      app: AppBuyer.app, linkHost: AppBuyer.linkHost, transport: shop.network)
  }

  func note(orderNumber: String?) { state.withLock { $0.orderNumber = orderNumber ?? "" } }

  /// The link that the system starts the app with, if it was not running.
  func takeLink() -> URL? {
    state.withLock { state in
      defer { state.link = nil }
      return state.link
    }
  }

  /// True if the system delivers a link twice.
  func doublesLink() -> Bool { world.happens(.linkDoubled) }

  func losePatience() async { try? await pause(.seconds(60)...(.seconds(300))) }

  /// Does what a buyer does on the page that a ticket opens.
  /// - Returns: The link that the system opens the app with; nil if the buyer closes the browser before, or the link is lost.
  @concurrent func visit(_ page: URL) async -> URL? {
    do {
      guard let ticket = page.fragment else { return nil }
      let number = state.withLock(\.orderNumber)
      let arrival: ScriptedApp.Arrival
      switch try await browser.visit(ticket, order: number, world.time) {
      case .back(let way): arrival = way
      case .page(let session, let isPayment):
        guard let way = try await act(on: session, isPayment: isPayment) else { return nil }
        arrival = way
      }
      guard case .app(let link) = arrival else { return nil }
      let url = URL(string: link.text(host: AppBuyer.linkHost))
      if world.happens(.linkLost) {
        note("comes back by a link that is lost")
        return nil
      }
      if world.happens(.linkCold) {
        note("comes back by a link that starts the app")
        state.withLock { $0.link = url }
        return nil
      }
      return url
    } catch {
      note("is lost in the secure browser: \(error)")
      return nil
    }
  }

  /// - Returns: Nil if the buyer does not come back.
  private func act(on session: ScriptedApp.Session, isPayment: Bool) async throws -> ScriptedApp.Arrival? {
    try await pause(.seconds(1)...(.seconds(120)))
    if world.happens(.buyerLeaves) {
      note("closes the secure browser")
      return nil
    }
    if world.happens(.buyerCancels) {
      note("cancels")
      try await browser.act(session, "cancel")
      guard let url = session.cancelURL else { return nil }
      return try await browser.follow(url)
    }
    guard isPayment else {
      try await browser.act(session, "select")
      note("selects")
      try await pause(.milliseconds(200)...(.seconds(5)))
      return try await browser.comeBackFromSelection(session)
    }
    if world.happens(.buyerDeclined) {
      try await browser.act(session, "decline", card: bench.decline["card"])
      note("is declined")
      state.withLock { $0.card = bench.secondTry["card"] }
      guard bench.pageTakesAnotherCard else { return try await browser.comeBackFromPayment(session) }
    }
    try await browser.act(session, "approve", card: state.withLock(\.card))
    world.history.note("buyer", shop.reference, .approved(world.history.checkout(of: shop.reference) ?? ""))
    if world.happens(.buyerNeverReturns) {
      note("closes the secure browser")
      return nil
    }
    try await pause(.milliseconds(200)...(.seconds(5)))
    return try await browser.comeBackFromPayment(session)
  }

  private func note(_ text: String) { world.history.note("buyer", shop.reference, .remark(text)) }

  private func pause(_ range: ClosedRange<Duration>) async throws {
    try await world.time.sleep(for: chance.duration(range))
  }
}
