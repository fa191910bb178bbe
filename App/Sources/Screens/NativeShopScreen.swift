import Ferry
import FerryCore
import Foundation
import SwiftUI

/// Cart, address, payment, review and thanks, one after the other.
struct NativeShopScreen: View {
  let shop: Shop
  let browser: BrowserKind
  /// A button of an earlier checkout's result.
  let errand: Errand?
  /// The last result of `resumed`.
  let news: CheckoutResult?
  @State private var catalogue: CatalogueBody?
  /// The id of the market that the buyer wants to shop in. The catalogue of another one is shown until its own is loaded.
  @State private var market: String?
  @State private var cart = Cart()
  @State private var delivery = Delivery()
  /// The way to pay that the buyer enters the address for.
  @State private var addressed: OfferBody?
  @State private var unconfirmed: String?
  @State private var wish: Wish?
  @State private var question: Question?
  @State private var ending: Ending?
  @State private var wishes = 0
  @State private var loads = 0

  /// A request of the buyer. The number makes each request another value, while a double press stays one.
  private struct Wish: Hashable {
    let number: Int
    let kind: Kind

    enum Kind: Hashable {
      case buy(Purchase)
      case goOn(String)
      case cancel(String)
    }
  }

  private struct Load: Hashable {
    let number: Int
    let market: String?
  }

  private struct Question {
    let review: CheckoutReview
    let answer: @MainActor (ReviewDecision) -> Void
  }

  private enum Ending {
    /// With the checkout that the buyer can continue or cancel, if any.
    case outcome(CheckoutOutcome, String?)
    case message(String)
  }

  var body: some View {
    VStack(spacing: 16) {
      if let question {
        ReviewView(question.review, language: shop.language, answer: question.answer)
      } else if let ending {
        over(ending)
      } else if wish != nil {
        StatusView(shop.flow, language: shop.language)
      } else if let addressed, let catalogue, let market = catalogue.shownMarket {
        DeliveryScreen(shop: shop, market: market, delivery: $delivery) {
          buy(from: catalogue, with: addressed, delivery.body(in: market))
        } goBack: {
          start(paid: false)
        }
      } else if let catalogue {
        CartScreen(
          shop: shop, catalogue: catalogue, market: $market, cart: $cart, unconfirmed: unconfirmed
        ) { offer in
          choose(offer, from: catalogue)
        } perform: { action in
          act(on: .confirming, unconfirmed, action)
        }
      } else {
        ProgressView()
      }
    }
    .task(id: Load(number: loads, market: market)) { await load() }
    // Not tied to the button, so that it continues whatever the screen shows.
    .task(id: wish) { await fulfil() }
    .task(id: errand) {
      if let errand { want(errand.isCancelling ? .cancel(errand.checkout) : .goOn(errand.checkout)) }
    }
    .task(id: news) { await hear() }
  }

  @ViewBuilder
  private func over(_ ending: Ending) -> some View {
    switch ending {
    case .outcome(let outcome, let checkout):
      ThankYouScreen(outcome: outcome, language: shop.language) { act(on: outcome, checkout, $0) }
    case .message(let text):
      Text(verbatim: text).font(.body).multilineTextAlignment(.center)
      Button(action: { start(paid: false) }, label: { Text(verbatim: shop.texts.tryAgain) })
    }
  }

  private func act(on outcome: CheckoutOutcome, _ checkout: String?, _ action: StatusModel.Action) {
    switch (action, checkout) {
    case (.goOn, let checkout?): want(.goOn(checkout))
    case (.cancel, let checkout?): want(.cancel(checkout))
    case (.checkAgain, _): shop.flow.wake()
    // Without a checkout to continue, the buyer starts over.
    case (.goOn, nil), (.cancel, nil), (.tryAgain, _), (.close, _): start(paid: outcome.isPaid)
    }
  }

  private func choose(_ offer: OfferBody, from catalogue: CatalogueBody) {
    switch offer.journey {
    case .selectThenPay: buy(from: catalogue, with: offer, nil)
    case .pay:
      if let market = catalogue.shownMarket { delivery.adapt(to: market) }
      addressed = offer
    }
  }

  private func buy(from catalogue: CatalogueBody, with offer: OfferBody, _ delivery: [String: String]?) {
    want(
      .buy(
        Purchase(
          order: cart.order(in: catalogue.market), market: catalogue.market, provider: offer.id,
          lines: cart.lines(catalogue.products), delivery: delivery)))
  }

  private func want(_ kind: Wish.Kind) {
    wishes += 1
    ending = nil
    wish = Wish(number: wishes, kind: kind)
  }

  private func start(paid: Bool) {
    if paid { cart = Cart() }
    addressed = nil
    ending = nil
    wish = nil
    loads += 1
  }

  /// Shows the later result of a payment that this screen left unfinished.
  private func hear() async {
    guard let news, !news.isOfPage else { return }
    do {
      try await completeIfFree(news)
    } catch {
      // A payment of the same order begins with another checkout, which is free again.
      if !Task.isCancelled { ending = .message(shop.texts.notReached) }
      return
    }
    if news.outcome.isPaid { cart = Cart() }
    if case .outcome(_, let checkout?)? = ending, checkout == news.checkout {
      ending = .outcome(news.outcome, checkout)
    }
    loads += 1
  }

  private func load() async {
    do {
      unconfirmed = try await shop.flow.unconfirmed()
      guard catalogue == nil || catalogue?.market != market else { return }
      let loaded = try await shop.client.catalogue(market)
      let wanted = market ?? loaded.usualMarket(for: shop.language)
      if loaded.market == wanted { catalogue = loaded }
      // Another market is another task.
      market = wanted
    } catch is FlowFailure {
      ending = .message(shop.texts.locked)
    } catch {
      // A cancelled load has been replaced by another.
      if !Task.isCancelled { ending = .message(shop.texts.notReached) }
    }
  }

  private func fulfil() async {
    guard let wish else { return }
    do {
      let result = try await result(wish.kind)
      try await completeIfFree(result)
      ending = .outcome(result.outcome, result.isResumable ? result.checkout : nil)
    } catch is CancellationError {
      self.wish = nil
    } catch FlowFailure.notKept {
      start(paid: false)
    } catch FlowFailure.unconfirmed(let checkout) {
      ending = .outcome(.confirming, checkout)
    } catch FlowFailure.cannotKeep {
      ending = .message(shop.texts.locked)
    } catch ShopFailure.entriesRefused(let fields) where addressed != nil {
      delivery.refused = fields
      self.wish = nil
    } catch is ShopFailure {
      ending = .message(shop.texts.refused)
    } catch {
      ending = .message(shop.texts.notReached)
    }
  }

  private func result(_ wish: Wish.Kind) async throws -> CheckoutResult {
    switch wish {
    case .buy(let purchase):
      // The app has one order at a time, so it needs no name here.
      return try await shop.flow.pay(from: shop.browser(browser)) { challenge in
        try await shop.client.createCheckout(purchase, challenge)
      } review: { review in
        await ask(review)
      }
    case .goOn(let checkout):
      return try await shop.flow.resume(checkout, from: shop.browser(browser)) { review in await ask(review) }
    case .cancel(let checkout): return try await shop.flow.cancel(checkout)
    }
  }

  /// The shop completes an order that costs nothing.
  private func completeIfFree(_ result: CheckoutResult) async throws {
    if result.outcome == .nothingToPay, let checkout = result.checkout { try await shop.client.completeFree(checkout) }
  }

  /// Shows the review until the buyer has answered.
  private func ask(_ review: CheckoutReview) async -> ReviewDecision {
    let (answers, answer) = AsyncStream.makeStream(of: ReviewDecision.self, bufferingPolicy: .bufferingOldest(1))
    question = Question(review: review) { decision in
      answer.yield(decision)
      answer.finish()
    }
    defer { question = nil }
    for await decision in answers { return decision }
    return .cancel
  }
}

extension CheckoutOutcome {
  /// True if the order needs no payment any more.
  fileprivate var isPaid: Bool {
    switch self {
    case .paid, .nothingToPay: true
    case .declined, .cancelled, .notFinished, .confirming: false
    }
  }
}
