import FerryCore
package import FerrySandbox

extension Sandbox {
  package func open(_ action: OpenedAction, order _: String?) throws(ControlRefusal) -> OpenedPage {
    guard case .redirect(let url) = action, let token = url.split(separator: "/").last.map(String.init) else {
      throw .invalid("nextAction", "the address of a payment page")
    }
    let payment = try asBuyer { ledger, _ throws(BankReason) in try ledger.enter(token) }
    return OpenedPage(
      id: String(payment.id), place: .pay, returnURL: payment.request.returnURL, cancelURL: payment.request.cancelURL)
  }

  package func page(of order: String) -> String? {
    let open = state.advanced().0.payments.values.first { $0.request.order == order && $0.isBuyerOnPage }
    return open.map { String($0.id) }
  }

  /// Acts as the buyer. The detail is `decision`: `later` for a payment that the buyer's own bank decides later.
  package func act(
    _ act: BuyerAct, on page: String, details: [String: String]
  ) throws(ControlRefusal) -> BuyerStep {
    guard act != .select else { throw .nothingToSelect }
    let isDecidedLater = try BuyerDetails(details, allowed: ["decision"])["decision"] == "later"
    let payment = try asBuyer { ledger, _ throws(BankReason) in
      try ledger.perform(.buyer(act, isDecidedLater: isDecidedLater), on: Int(page))
    }
    return switch act {
    case .select, .approve: BuyerStep("leave", url: payment.request.returnURL)
    case .cancel: BuyerStep("leave", url: payment.request.cancelURL)
    case .decline: BuyerStep("pay", reason: "declined")
    case .leave: BuyerStep("left")
    }
  }
}
