import DemoShop
import FerryCore

/// Steps of a shop and its buyer that only tests take.
extension ScriptedCheckout {
  /// Asks for a new ticket of the checkout's next step, for a spent or lost one.
  func begin(_ id: String) async throws -> CheckoutBody {
    try await api.call("POST", "/v1/checkouts/\(id)/begin", String?.none)
  }

  /// Decides as a person who has looked at the provider's console.
  /// - Parameters:
  ///   - operation: The operation of unknown outcome that the decision is about.
  ///   - amount: The amount that the provider has carried out, or reports.
  func resolve(
    _ id: String, _ decision: Resolution, operation: String? = nil, amount: Money? = nil
  ) async throws -> CheckoutBody {
    try await api.call(
      "POST", "/v1/checkouts/\(id)/resolve",
      ResolveCheckoutBody(decision: decision, operation: operation, amount: amount))
  }

  /// Presses the button beside a provider's form that cancels the payment, on Ferry's own page.
  func cancelBesideForm(_ session: Session) async throws {
    let answer = try await browser.post(
      "\(target.ferry)/ferry/next/\(session.checkout)", form: "", headers: ["origin": target.ferry])
    guard answer.status == 303 else { throw Unexpected("The cancellation was answered with \(answer.status).") }
  }

  /// Loads a page of Ferry's in the buyer's browser.
  func visit(_ url: String) async throws -> ScriptedBrowser.Answer { try await browser.get(url) }
}
