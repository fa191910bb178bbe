import Ferry
import FerryCore
import FerryTracking
import Foundation
import SwiftUI

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

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
          for await checkout in Checkout.flow.resumed { Orders.note(checkout) }
        }
    }
  }
}
// guide: end

// guide: pay
struct CartScreen: View {
  let cart: Cart
  @State private var purchase: Cart?
  @State private var question: Question?
  @State private var result: CheckoutResult?

  var body: some View {
    VStack {
      if let question {
        ReviewScreen(question: question)
      } else if let result {
        StatusView(.ended(result), language: .english)
      } else if purchase != nil {
        FlowStatusView(Checkout.flow, language: .english)
      } else {
        PayButton(provider: "Amazon Pay", language: .english) { purchase = cart }
      }
    }
    .task(id: purchase) { await pay() }
  }

  private func pay() async {
    guard let purchase else { return }
    do {
      result = try await Checkout.flow.pay { challenge in
        try await Backend.createCheckout(purchase, challenge)
      } review: { review in
        await ask(review)
      }
    } catch {
      // Nothing was opened, and nothing can have been charged.
      self.purchase = nil
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
    FerryWebView(url: URL(string: "https://shop.example")!, flow: Checkout.flow)
  }
}
// guide: end

// guide: tracking
func askForTracking() async -> Bool {
  await TrackingPermission.request() == .granted
}
// guide: end

// What the shop has of its own.

struct Cart: Hashable, Sendable, Encodable {}

struct HomeScreen: View {
  var body: some View { CartScreen(cart: Cart()) }
}

struct ReviewScreen: View {
  let question: CartScreen.Question

  var body: some View {
    Button(action: { question.answer(.buy) }, label: { Text(verbatim: question.review.content?.total.display ?? "") })
  }
}

enum Orders {
  static func note(_ checkout: ResumedCheckout) {}
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
    request.httpBody = try JSONEncoder().encode(Order(cart: cart, challenge: challenge))
    let (answer, _) = try await URLSession.shared.data(for: request)
    return try JSONDecoder().decode(CheckoutHandoff.self, from: answer)
  }
}
// guide: end
