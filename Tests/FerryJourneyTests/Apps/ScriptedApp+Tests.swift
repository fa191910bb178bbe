import DemoShop
import FerryCore

/// Steps of an app that only tests take.
extension ScriptedApp {
  func begin(_ handoff: CheckoutHandoff) async throws -> Outcome {
    try await call("POST", handoff, "begin", String?.none, verifier)
  }

  func change(_ handoff: CheckoutHandoff, _ what: ChangeKind) async throws -> Outcome {
    try await call("POST", handoff, "change", ChangeCheckoutBody(what: what), verifier)
  }

  func keep(_ handoff: CheckoutHandoff) async throws -> Outcome {
    try await call("POST", handoff, "keep", String?.none, verifier)
  }

  func cancel(_ handoff: CheckoutHandoff) async throws -> Outcome {
    try await call("POST", handoff, "cancel", String?.none, verifier)
  }

  /// Reads the checkout as the shop's backend does.
  func shopReads(_ handoff: CheckoutHandoff) async throws -> CheckoutBody {
    try await api.call("GET", "/v1/checkouts/\(handoff.checkout)", String?.none)
  }

  /// The shop's backend has the step opened that comes next.
  func shopBegins(_ handoff: CheckoutHandoff) async throws -> CheckoutBody {
    try await api.call("POST", "/v1/checkouts/\(handoff.checkout)/begin", String?.none)
  }

  /// The shop's backend confirms for the page's session that owns the checkout.
  func shopConfirms(_ handoff: CheckoutHandoff, _ agreed: ConfirmCheckoutBody) async throws -> CheckoutBody {
    try await api.call("POST", "/v1/checkouts/\(handoff.checkout)/confirm", agreed)
  }

  func shopChanges(_ handoff: CheckoutHandoff, _ what: ChangeKind) async throws -> CheckoutBody {
    try await api.call("POST", "/v1/checkouts/\(handoff.checkout)/change", ChangeCheckoutBody(what: what))
  }

  /// Comes back by the provider's cancel link.
  func returnToShop(_ session: Session) async throws -> Arrival {
    guard let url = session.cancelURL else { throw Unexpected("The provider was given no cancel link.") }
    return try await follow(url)
  }

  /// Presses a change button of the review in the browser, and opens what it leads to.
  func changeInBrowser(_ handoff: CheckoutHandoff, _ what: ChangeKind) async throws -> Opening {
    let url = target.ferry + "/ferry/review/\(handoff.checkout)/change"
    let answer = try await browser.post(url, form: "what=\(what.rawValue)", headers: ownPage)
    guard answer.status == 303, let location = answer.location, location.hasPrefix(target.ferry + "/ferry/start?"),
      let ticket = location.split(separator: "#").last
    else { throw Unexpected("The review's change was answered with \(answer.status).") }
    let step: RedirectStep = what == .address ? .changeAddress : .changePayment
    return try await open(CheckoutHandoff.Ticket(step: step, text: String(ticket)))
  }

  /// The header fields that a browser adds to requests of Ferry's own pages.
  private var ownPage: [String: String] { ["origin": target.ferry, "sec-fetch-site": "same-origin"] }
}
