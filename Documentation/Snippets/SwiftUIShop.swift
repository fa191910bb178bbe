import Ferry
import FerryCore
import FerryTracking
import Foundation
import SwiftUI

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// guide: webview-shop
struct WebShopApp: App {
  private let flow = CheckoutFlow(
    server: URL(string: "https://pay.shop.example")!, app: "shop-ios",
    linkHost: URL(string: "https://link.shop.example"), scheme: "jp.example.shop")
  private let shop = URL(string: "https://shop.example")!

  var body: some Scene {
    WindowGroup {
      FerryWebView(url: shop, checkout: shop.appending(path: "checkout"), flow: flow)
        .ferryLinks(flow)
        .task {
          for await result in flow.resumed { Orders.note(result) }
        }
    }
  }
}
// guide: end

// guide: shortest
struct SmallShop: App {
  private let flow = CheckoutFlow(
    server: URL(string: "https://pay.shop.example")!,
    app: "shop-ios",
    linkHost: URL(string: "https://link.shop.example"),
    scheme: "jp.example.shop")
  @State private var cart = Cart()

  var body: some Scene {
    WindowGroup {
      CheckoutScreen(flow, order: cart.id, provider: "Amazon Pay", language: .english) { [cart] challenge in
        try await Backend.createCheckout(cart, challenge)
      } onClose: { result in
        if case .paid = result.outcome { cart = Cart() }
      }
      .ferryLinks(flow)
      .task {
        for await result in flow.resumed { Orders.note(result) }
      }
    }
  }
}
// guide: end

// guide: flow
@MainActor
enum Checkout {
  static let flow = CheckoutFlow(
    server: URL(string: "https://pay.shop.example")!,
    app: "shop-ios",
    linkHost: URL(string: "https://link.shop.example"),
    scheme: "jp.example.shop")
}
// guide: end

// guide: links-swiftui
struct ShopApp: App {
  var body: some Scene {
    WindowGroup {
      HomeScreen()
        .ferryLinks(Checkout.flow)
        .task {
          for await result in Checkout.flow.resumed { Orders.note(result) }
        }
    }
  }
}
// guide: end

// guide: pay
struct CartScreen: View {
  let cart: Cart
  @State private var wish: Wish?
  @State private var question: Question?
  @State private var result: CheckoutResult?
  /// A checkout that may have paid for this cart already.
  @State private var unconfirmed: String?

  enum Wish: Hashable {
    case pay(Cart)
    case goOn(String)
    case cancel(String)
  }

  var body: some View {
    VStack {
      if let question {
        ReviewView(question.review, language: .english, answer: question.answer)
      } else if let result {
        StatusView(.ended(result.outcome), language: .english) { act($0, result) }
      } else if wish != nil {
        StatusView(Checkout.flow, language: .english)
      } else if let unconfirmed {
        Text(verbatim: Language.english.ferryTexts.mayHavePaid)
        Button(action: { wish = .goOn(unconfirmed) }, label: { Text(verbatim: Language.english.ferryTexts.goOn) })
      } else {
        PayButton(provider: "Amazon Pay", language: .english) { wish = .pay(cart) }
      }
    }
    .task(id: result) { unconfirmed = try? await Checkout.flow.unconfirmed(for: cart.id) }
    .task(id: wish) { await fulfil() }
  }

  /// A button below the result.
  private func act(_ action: StatusModel.Action, _ last: CheckoutResult) {
    result = nil
    switch (action, last.isResumable ? last.checkout : nil) {
    case (.goOn, let checkout?): wish = .goOn(checkout)
    case (.cancel, let checkout?): wish = .cancel(checkout)
    case (.tryAgain, _): wish = .pay(cart)
    case (.goOn, nil), (.cancel, nil), (.close, _), (.checkAgain, _): break
    }
  }

  private func fulfil() async {
    guard let wish else { return }
    do {
      result = try await result(of: wish)
    } catch FlowFailure.unconfirmed(let checkout) {
      unconfirmed = checkout
    } catch {
      // Nothing was opened, and this call can have charged nothing.
    }
    self.wish = nil
  }

  private func result(of wish: Wish) async throws -> CheckoutResult {
    switch wish {
    case .pay(let cart):
      try await Checkout.flow.pay(for: cart.id) { challenge in
        try await Backend.createCheckout(cart, challenge)
      } review: { review in
        await ask(review)
      }
    case .goOn(let checkout): try await Checkout.flow.resume(checkout) { await ask($0) }
    case .cancel(let checkout): try await Checkout.flow.cancel(checkout)
    }
  }
}
// guide: end

// guide: ask
extension CartScreen {
  struct Question {
    let review: CheckoutReview
    let answer: @MainActor (ReviewDecision) -> Void
  }

  private func ask(_ review: CheckoutReview) async -> ReviewDecision {
    let (answers, answer) = AsyncStream.makeStream(of: ReviewDecision.self)
    question = Question(review: review) { answer.yield($0) }
    defer { question = nil }
    for await decision in answers { return decision }
    return .cancel
  }
}
// guide: end

// guide: webview
struct WebShop: View {
  var body: some View {
    FerryWebView(
      url: URL(string: "https://shop.example")!,
      checkout: URL(string: "https://shop.example/checkout"),
      flow: Checkout.flow)
  }
}
// guide: end

// guide: tracking
func askForTracking() async -> Bool {
  await TrackingPermission.request() == .granted
}
// guide: end

// The shop's own parts.

struct Cart: Hashable, Sendable, Encodable {
  var id = UUID().uuidString
}

struct HomeScreen: View {
  var body: some View { CartScreen(cart: Cart()) }
}

enum Orders {
  static func note(_ result: CheckoutResult) {}
}

// guide: backend
enum Backend {
  private struct Order: Encodable {
    let cart: Cart
    let challenge: Challenge
  }

  static func createCheckout(_ cart: Cart, _ challenge: Challenge) async throws -> CheckoutHandoff {
    var request = URLRequest(url: URL(string: "https://shop.example/app/checkouts")!)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    // The backend names the order by `cart.id`, and its call to Ferry by the challenge and by what is in the cart.
    request.httpBody = try JSONEncoder().encode(Order(cart: cart, challenge: challenge))
    let (answer, _) = try await URLSession.shared.data(for: request)
    return try JSONDecoder().decode(CheckoutHandoff.self, from: answer)
  }
}
// guide: end
