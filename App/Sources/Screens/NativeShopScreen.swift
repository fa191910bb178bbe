import Ferry
import FerryCore
import Foundation
import SwiftUI

/// Cart, payment, review and thanks, one after the other.
struct NativeShopScreen: View {
  let shop: Shop
  /// A button of an earlier checkout's result.
  let errand: Errand?
  /// The last result of `resumed`.
  let news: CheckoutResult?
  @State private var catalogue: CatalogueBody?
  @State private var cart = Cart()
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
      case buy(String, [PurchaseBody.Line])
      case goOn(String)
      case cancel(String)
    }
  }

  private struct Question {
    let review: CheckoutReview
    let answer: @MainActor (ReviewDecision) -> Void
  }

  private enum Ending {
    /// With the checkout that the buyer can continue or cancel, if any.
    case outcome(CheckoutOutcome, String?)
    case message(ShopText)
  }

  var body: some View {
    VStack(spacing: 16) {
      if let question {
        ReviewView(question.review, language: shop.language, answer: question.answer)
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
    // Not tied to the button, so that it continues whatever the screen shows.
    .task(id: wish) { await fulfil() }
    .task(id: errand) {
      if let errand { want(errand.isCancelling ? .cancel(errand.checkout) : .goOn(errand.checkout)) }
    }
    .task(id: news) { hear() }
  }

  @ViewBuilder
  private func over(_ ending: Ending) -> some View {
    switch ending {
    case .outcome(let outcome, let checkout):
      ThankYouScreen(outcome: outcome, language: shop.language) { act(on: outcome, checkout, $0) }
    case .message(let text):
      Text(verbatim: shop.text(text)).font(.body).multilineTextAlignment(.center)
      Button(action: { start(paid: false) }, label: { Text(verbatim: shop.text(.tryAgain)) })
    }
  }

  private func act(on outcome: CheckoutOutcome, _ checkout: String?, _ action: StatusModel.Action.Kind) {
    switch (action, checkout) {
    case (.goOn, let checkout?): want(.goOn(checkout))
    case (.cancel, let checkout?): want(.cancel(checkout))
    case (.checkAgain, _): shop.flow.wake()
    // Without a checkout to continue, the buyer starts over.
    case (.goOn, nil), (.cancel, nil), (.tryAgain, _), (.close, _): start(paid: outcome.isPaid)
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

  /// Shows the later result of a payment that this screen left unfinished.
  private func hear() {
    guard let news, !news.isOfPage else { return }
    if news.outcome.isPaid { cart = Cart() }
    if case .outcome(_, let checkout?)? = ending, checkout == news.checkout {
      ending = .outcome(news.outcome, checkout)
    }
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
      let result = try await result(wish.kind)
      ending = .outcome(result.outcome, result.isResumable ? result.checkout : nil)
    } catch is CancellationError {
      self.wish = nil
    } catch FlowFailure.notKept {
      start(paid: false)
    } catch FlowFailure.unconfirmed(let checkout) {
      ending = .outcome(.confirming, checkout)
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
      // The app has one order at a time, so it needs no name here.
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
  fileprivate var isPaid: Bool {
    if case .paid = self { true } else { false }
  }
}
