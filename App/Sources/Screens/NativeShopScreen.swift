import Ferry
import FerryCore
import Foundation
import SwiftUI

/// Cart, payment, review and thanks, one after the other.
struct NativeShopScreen: View {
  let shop: Shop
  /// What is to be done about a checkout of before.
  let errand: Errand?
  /// What has become of one meanwhile.
  let news: ResumedCheckout?
  @State private var catalogue: CatalogueBody?
  @State private var cart = Cart()
  @State private var unconfirmed: String?
  @State private var wish: Wish?
  @State private var question: ReviewQuestion?
  @State private var ending: Ending?
  @State private var wishes = 0
  @State private var loads = 0

  /// What the buyer wants to happen. A value with a number, so that pressing twice is one wish, and the next is another.
  private struct Wish: Hashable {
    let number: Int
    let kind: Kind

    enum Kind: Hashable {
      case buy(String, [PurchaseBody.Line])
      case goOn(String)
      case cancel(String)
    }
  }

  private enum Ending {
    /// With the checkout, for as long as there is anything to be done about it.
    case result(CheckoutResult, String?)
    case message(ShopText)
  }

  var body: some View {
    VStack(spacing: 16) {
      if let question {
        ReviewScreen(question, language: shop.language)
      } else if let ending {
        over(ending)
      } else if wish != nil {
        FlowStatusView(shop.flow, language: shop.language)
      } else if let catalogue {
        CartScreen(shop: shop, catalogue: catalogue, cart: $cart, unconfirmed: unconfirmed) {
          want(.buy(cart.id, cart.lines(catalogue.products)))
        } perform: { action in
          act(on: .confirming, unconfirmed, action)
        }
      } else {
        ProgressView()
      }
    }
    .task(id: loads) { await load() }
    // Not tied to the button: it goes on whatever the screen shows, until it has an answer.
    .task(id: wish) { await fulfil() }
    .task(id: errand) {
      if let errand { want(errand.isCancelling ? .cancel(errand.checkout) : .goOn(errand.checkout)) }
    }
    .task(id: news) { hear() }
  }

  @ViewBuilder
  private func over(_ ending: Ending) -> some View {
    switch ending {
    case .result(let result, let checkout):
      ThankYouScreen(result: result, language: shop.language) { act(on: result, checkout, $0) }
    case .message(let text):
      Text(verbatim: shop.text(text)).font(.body).multilineTextAlignment(.center)
      Button(action: { start(paid: false) }, label: { Text(verbatim: shop.text(.tryAgain)) })
    }
  }

  private func act(on result: CheckoutResult, _ checkout: String?, _ action: StatusModel.Action.Kind) {
    switch (action, checkout) {
    case (.goOn, let checkout?): want(.goOn(checkout))
    case (.cancel, let checkout?): want(.cancel(checkout))
    case (.checkAgain, _): shop.flow.wake()
    // There is nothing to go on with when what was kept of it was damaged: the buyer begins anew.
    case (.goOn, nil), (.cancel, nil), (.tryAgain, _), (.close, _): start(paid: result.isPaid)
    }
  }

  private func want(_ kind: Wish.Kind) {
    wishes += 1
    ending = nil
    wish = Wish(number: wishes, kind: kind)
  }

  private func start(paid: Bool) {
    if paid { cart = Cart() }
    ending = nil
    wish = nil
    loads += 1
  }

  /// What has become of a payment that this screen had left as it was.
  private func hear() {
    guard let news, !news.isOfPage else { return }
    if news.result.isPaid { cart = Cart() }
    if case .result(_, news.checkout)? = ending { ending = .result(news.result, news.checkout) }
    loads += 1
  }

  private func load() async {
    do {
      unconfirmed = try await shop.flow.unconfirmed()
      guard catalogue == nil else { return }
      catalogue = try await shop.client.catalogue()
    } catch is FlowFailure {
      ending = .message(.locked)
    } catch {
      ending = .message(.notReached)
    }
  }

  private func fulfil() async {
    guard let wish else { return }
    do {
      let told = try await result(wish.kind)
      ending = .result(told, shop.flow.current)
    } catch is CancellationError {
      self.wish = nil
    } catch FlowFailure.notKept {
      start(paid: false)
    } catch FlowFailure.unconfirmed(let checkout) {
      ending = .result(.confirming, checkout)
    } catch FlowFailure.cannotKeep {
      ending = .message(.locked)
    } catch is ShopFailure {
      ending = .message(.refused)
    } catch {
      ending = .message(.notReached)
    }
  }

  private func result(_ wish: Wish.Kind) async throws -> CheckoutResult {
    switch wish {
    case .buy(let order, let lines):
      // The app has one order at a time, so it needs no name here: what may have paid for any order stands in the way.
      return try await shop.flow.pay { challenge in
        try await shop.client.createCheckout(order, lines, challenge)
      } review: { review in
        await ask(review)
      }
    case .goOn(let checkout): return try await shop.flow.resume(checkout) { review in await ask(review) }
    case .cancel(let checkout): return try await shop.flow.cancel(checkout)
    }
  }

  /// Shows the review until the buyer has answered.
  private func ask(_ review: CheckoutReview) async -> ReviewDecision {
    let (answers, answer) = AsyncStream.makeStream(of: ReviewDecision.self, bufferingPolicy: .bufferingOldest(1))
    question = ReviewQuestion(review: review) { decision in
      answer.yield(decision)
      answer.finish()
    }
    defer { question = nil }
    for await decision in answers { return decision }
    return .cancel
  }
}

extension CheckoutResult {
  fileprivate var isPaid: Bool {
    if case .paid = self { true } else { false }
  }
}
