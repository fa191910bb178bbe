import DemoShop
@_spi(Phone) import Ferry
import FerryCore
import FerryHTTP
import FerryTesting
import Foundation

/// A buyer with the shop's app on a phone. The app acts by `CheckoutFlow`, and is killed and started again; the buyer acts in the
/// secure browser that it opens.
struct AppBuyer: Sendable {
  static let app = "shop-ios"
  static let scheme = "shop"
  static let linkHost = "https://link.shop.example"

  let world: World
  let shop: Shop
  let purchase: ScriptedPurchase
  let visitor: SecureVisitor
  private let chance: Chance
  private let storage = DeviceStorage()

  init(_ world: World, _ shop: Shop, _ place: SandboxedProvider, _ purchase: ScriptedPurchase, _ chance: Chance) {
    self.world = world
    self.shop = shop
    self.purchase = purchase
    self.chance = chance
    visitor = SecureVisitor(world, shop, place, purchase, chance)
  }

  /// Starts the app again and again, until the buyer is told an end or gives up.
  func run() async throws {
    for start in 1...6 {
      let life = AppLife(killedAt: world.happens(.appKilled) ? 1 + chance.below(30) : nil)
      let end = try await life.live { try await launch(life, start) }
      if life.isDead { note("is killed") }
      if let end = end ?? nil, end.isFinal { return }
      try await world.time.sleep(for: chance.duration(.seconds(2)...(.seconds(900))))
    }
  }

  /// One start of the app: it tells what it missed, and the buyer pays or goes on.
  /// - Returns: The last outcome that the buyer was told; nil if it could not begin.
  @MainActor private func launch(_ life: AppLife, _ start: Int) async throws -> CheckoutOutcome? {
    guard let server = URL(string: World.shop.text), let links = URL(string: Self.linkHost) else { return nil }
    let flow = CheckoutFlow(
      server: server, app: Self.app, linkHost: links, scheme: Self.scheme,
      storage: LivingStorage(storage: storage, life: life), sender: AppSender(shop.network, life),
      time: world.time, randomness: chance.stream("app \(start)"))
    if let link = visitor.takeLink() { _ = flow.handle(link) }
    let browser = PhoneBrowser(visitor, life) { _ = flow.handle($0) }
    do {
      if try await flow.unfinished().isEmpty {
        return tell(
          try await flow.pay(for: shop.reference, from: browser) {
            try await create($0)
          } review: {
            await agree($0)
          })
      }
      var missed = flow.resumed.makeAsyncIterator()
      guard let news = await missed.next() else { return nil }
      let outcome = tell(news)
      guard news.isResumable, let checkout = news.checkout else { return outcome }
      return tell(try await flow.resume(checkout, from: browser) { await agree($0) })
    } catch let failure as FlowFailure {
      note("cannot pay: \(failure)")
      return nil
    } catch is NoCheckout {
      note("is given no checkout by the shop")
      return nil
    }
  }

  private func tell(_ result: CheckoutResult) -> CheckoutOutcome {
    let word =
      switch result.outcome {
      case .paid: "paid"
      case .declined: "declined"
      case .cancelled: "cancelled"
      case .nothingToPay: "nothing to pay"
      case .notFinished: "not finished"
      case .confirming: "confirming"
      }
    world.history.count("app told \(word)")
    world.history.note("app", shop.reference, .appTold(result.checkout, word))
    return result.outcome
  }

  /// The shop's backend creates the checkout.
  private func create(_ challenge: Challenge) async throws -> CheckoutHandoff {
    let body = try await shop.create(
      purchase, key: "\(shop.reference)-\(challenge.text)", app: AppBody(id: Self.app, challenge: challenge))
    guard let body, let handoff = body.app else { throw NoCheckout() }
    visitor.note(orderNumber: body.orderNumber)
    return handoff
  }

  private struct NoCheckout: Error {}

  private func note(_ text: String) { world.history.note("app", shop.reference, .remark(text)) }

  private func agree(_ review: CheckoutReview) async -> ReviewDecision {
    do { try await world.time.sleep(for: chance.duration(.seconds(1)...(.seconds(60)))) } catch { return .cancel }
    guard let content = review.content else { return .cancel }
    if world.happens(.buyerCancels) { return .cancel }
    shop.note(.agreed(content.total))
    return .buy
  }
}

/// The secure browser as one life of the app has it.
@MainActor private final class PhoneBrowser: SecureBrowser {
  private let visitor: SecureVisitor
  private let life: AppLife
  private let handle: @MainActor (URL) -> Void
  private var shown: AsyncStream<Void>.Continuation?

  init(_ visitor: SecureVisitor, _ life: AppLife, handle: @escaping @MainActor (URL) -> Void) {
    self.visitor = visitor
    self.life = life
    self.handle = handle
  }

  func open(_ url: URL) async throws -> URL? {
    let (end, shown) = AsyncStream.makeStream(of: Void.self)
    self.shown = shown
    defer { self.shown = nil }
    try life.step()
    // The buyer closes a page that leads nowhere.
    guard let link = await visitor.visit(url) else { return nil }
    for _ in 1...(visitor.doublesLink() ? 2 : 1) {
      try life.step()
      handle(link)
    }
    // The buyer closes a page that the app has left open.
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for await _ in end {} }
      group.addTask { [visitor] in await visitor.losePatience() }
      await group.next()
      group.cancelAll()
    }
    return nil
  }

  func close() async { shown?.finish() }
}
