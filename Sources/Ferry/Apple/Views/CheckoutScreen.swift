#if canImport(SwiftUI) && canImport(UIKit)
  public import FerryCore
  import Foundation
  public import SwiftUI

  /// A payment as one screen: pay button, status, review and result. It uses `PayButton`, `StatusView` and `ReviewView`,
  /// which you can also use alone.
  public struct CheckoutScreen: View {
    private let flow: CheckoutFlow
    private let order: String
    private let provider: String
    private let language: Language
    private let artwork: Image?
    private let browser: (@MainActor () -> any SecureBrowser)?
    private let create: CheckoutFlow.Create
    private let onClose: @MainActor (CheckoutResult) -> Void
    @State private var request: CheckoutRequest?
    @State private var question: Question?
    @State private var result: CheckoutResult?
    @State private var problem: String?

    private struct Question {
      let review: CheckoutReview
      let answer: @MainActor (ReviewDecision) -> Void
    }

    /// - Parameters:
    ///   - order: The shop's own name for the order, the same in every attempt to pay for it: the cart's id.
    ///   - provider: The provider's name as people know it: "Amazon Pay".
    ///   - artwork: The provider's button, from the app's own assets.
    ///   - browser: Makes the secure browser. Nil for `SafariBrowser`.
    ///   - create: Asks the shop's backend to create the checkout.
    ///   - onClose: Called when the buyer closes the result.
    public init(
      _ flow: CheckoutFlow, order: String, provider: String, language: Language, artwork: Image? = nil,
      browser: (@MainActor () -> any SecureBrowser)? = nil,
      create: @escaping CheckoutFlow.Create, onClose: @escaping @MainActor (CheckoutResult) -> Void
    ) {
      self.flow = flow
      self.order = order
      self.provider = provider
      self.language = language
      self.artwork = artwork
      self.browser = browser
      self.create = create
      self.onClose = onClose
    }

    public var body: some View {
      VStack(spacing: 16) {
        if let question {
          ReviewView(question.review, language: language, answer: question.answer)
        } else if let result {
          ScrollView { StatusView(.ended(result.outcome), language: language) { act($0, result) } }
        } else if request != nil {
          StatusView(flow, language: language)
        } else {
          if let problem { Text(verbatim: problem).font(.body).multilineTextAlignment(.center) }
          PayButton(provider: provider, language: language, artwork: artwork) { request = .pay }
        }
      }
      .task(id: order) { await findUnconfirmed() }
      .task(id: request) { await perform() }
      .task {
        for await news in flow.results where news.checkout == result?.checkout && request == nil { result = news }
      }
    }

    private func act(_ action: StatusModel.Action, _ last: CheckoutResult) {
      if action == .checkAgain { return flow.wake() }
      result = nil
      request = CheckoutRequest(action, after: last)
      if request == nil { onClose(last) }
    }

    /// Shows *confirming* in place of the button if an earlier checkout may have paid for the order.
    private func findUnconfirmed() async {
      guard request == nil, let checkout = try? await flow.unconfirmed(for: order) else { return }
      result = CheckoutResult(outcome: .confirming, checkout: checkout, isResumable: true)
    }

    private func perform() async {
      guard let request else { return }
      problem = nil
      do {
        result = try await result(of: request)
      } catch is CancellationError {
        return
      } catch FlowFailure.unconfirmed(let checkout) {
        result = CheckoutResult(outcome: .confirming, checkout: checkout, isResumable: true)
      } catch FlowFailure.cannotKeep {
        problem = language.ferryTexts.cannotKeep
      } catch {
        problem = language.ferryTexts.notStarted.advice
      }
      self.request = nil
    }

    private func result(of request: CheckoutRequest) async throws -> CheckoutResult {
      let browser = browser?() ?? flow.safari(nil)
      return switch request {
      case .pay: try await flow.pay(for: order, from: browser, create: create) { await ask($0) }
      case .resume(let checkout): try await flow.resume(checkout, from: browser) { await ask($0) }
      case .cancel(let checkout): try await flow.cancel(checkout)
      }
    }

    private func ask(_ review: CheckoutReview) async -> ReviewDecision {
      let (answers, answer) = AsyncStream.makeStream(of: ReviewDecision.self, bufferingPolicy: .bufferingOldest(1))
      question = Question(review: review) { answer.yield($0) }
      defer { question = nil }
      for await decision in answers { return decision }
      return .cancel
    }
  }
#endif
