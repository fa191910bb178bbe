import Ferry
import FerryCore
import Foundation
import SwiftUI

/// Cart, payment, review and thanks, one after the other.
struct NativeShopScreen: View {
  let shop: Shop
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
      /// The checkout that is not finished.
      case goOn
      case cancel
    }
  }

  /// There is nothing to go on with: what was kept was damaged. The buyer begins anew.
  private struct NothingKept: Error {}

  private enum Ending {
    case result(CheckoutResult)
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
          act(on: .confirming, action)
        }
      } else {
        ProgressView()
      }
    }
    .task(id: loads) { await load() }
    // Not tied to the button: it goes on whatever the screen shows, until it has an answer.
    .task(id: wish) { await fulfil() }
  }

  @ViewBuilder
  private func over(_ ending: Ending) -> some View {
    switch ending {
    case .result(let result):
      ThankYouScreen(result: result, language: shop.language) { action in act(on: result, action) }
    case .message(let text):
      Text(verbatim: shop.text(text)).font(.body).multilineTextAlignment(.center)
      Button(action: { start(paid: false) }, label: { Text(verbatim: shop.text(.tryAgain)) })
    }
  }

  private func act(on result: CheckoutResult, _ action: StatusModel.Action.Kind) {
    switch action {
    case .goOn: want(.goOn)
    case .cancel: want(.cancel)
    case .tryAgain, .close: start(paid: result.isPaid)
    case .checkAgain: shop.flow.wake()
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
      ending = .result(try await result(wish.kind))
    } catch is CancellationError {
      self.wish = nil
    } catch is NothingKept {
      start(paid: false)
    } catch FlowFailure.unconfirmed {
      start(paid: false)
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
    case .goOn:
      guard let checkout = try await shop.flow.unfinished().last else { throw NothingKept() }
      return try await shop.flow.resume(checkout) { review in await ask(review) }
    case .cancel:
      guard let checkout = try await shop.flow.unfinished().last else { return .cancelled }
      return try await shop.flow.cancel(checkout)
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
