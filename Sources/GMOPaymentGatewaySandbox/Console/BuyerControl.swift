import AmazonPaySandbox
public import FerryCore
package import FerrySandbox
import FerryWeb

// MARK: Pages and buyers of every provider

extension Sandbox {
  /// Amazon's card, with either way of capture.
  public static let laterDecision: (card: String, capture: CapturePolicy)? =
    AmazonPaySandbox.Sandbox.laterDecision.map { ($0.card, .automatic) }

  /// A script or a redirect opens Amazon's selection, and a form the gateway's start page.
  package func open(_ action: OpenedAction, order: String?) throws(ControlRefusal) -> OpenedPage {
    setAmazonsClock()
    guard case .form(let url, let fields) = action else { return try amazon.open(action, order: order) }
    guard url == "\(origin)\(StartPage.link.text)" || url == StartPage.link.text else {
      throw .invalid("nextAction", "the form that leads to the StartURL of Exec")
    }
    let started: Transaction
    do throws(StartRefusal) {
      started = try start(fields["AccessID"] ?? "", token: fields["Token"] ?? "").transaction
    } catch {
      throw ControlRefusal(error)
    }
    if let order { change { ledger, _ in ledger.note(started.orderID, openedFor: order) } }
    let session = started.session.flatMap { amazon.processorSession($0, of: merchant.id) }
    return OpenedPage(id: started.orderID, place: .pay, returnURL: started.returnURL, cancelURL: session?.cancelURL)
  }

  /// The newest payment of an order whose buyer is on Amazon's page, by its order id; else Amazon's newest session of it.
  package func page(of order: String) -> String? {
    setAmazonsClock()
    let own = state.advanced().0.list.last {
      $0.isBuyerOnPage && ($0.order == order || $0.orderID == order)
    }
    return own?.orderID ?? amazon.page(of: order)
  }

  /// Acts as the buyer: on Amazon's selection, or on the processing page of an order id. The details are Amazon's: `address`,
  /// `card`, `change` and `email`.
  package func act(_ act: BuyerAct, on page: String, details: [String: String]) throws(ControlRefusal) -> BuyerStep {
    setAmazonsClock()
    let ledger = state.advanced().0
    let paying = ledger.transactions[page] ?? ledger.list.last { $0.session == page && $0.isBuyerOnPage }
    guard let paying else { return try amazon.act(act, on: page, details: details) }
    switch act {
    case .select: throw .invalid("act", "approve, decline, cancel or leave: the selection is made")
    case .leave: return BuyerStep("left")
    case .approve, .decline, .cancel: break
    }
    guard paying.isBuyerOnPage else {
      throw ControlRefusal(
        409, "BuyerRefused", "The buyer of \(paying.orderID) is not on Amazon's page: it is \(paying.status.rawValue).")
    }
    var step = BuyerStep("left")
    if let session = paying.session {
      step = try amazon.act(act, on: session, details: details)
      settleStarted()
    } else {
      answerChallenge(paying, isConfirmed: act == .approve)
    }
    guard let after = state.advanced().0.transactions[paying.orderID] else { return step }
    switch destination(after) {
    case .undecided: return step
    case .nowhere: return BuyerStep("ended", reason: after.status.rawValue)
    case .redirect(let url): return BuyerStep("leave", url: url, reason: after.status.rawValue)
    case .form(let url, _): return BuyerStep("leave", url: url, reason: after.status.rawValue)
    }
  }
}

extension StartRefusal: BuyerError {
  var isUnknownPage: Bool { self == .unknown }

  var message: String {
    switch self {
    case .unknown: "No transaction has this AccessID and Token. Call ExecTranAmazonpay, and keep the token as it is."
    case .spent: "This transaction was started already. Enter another one."
    case .expired: "The time of the start page is over. Enter another transaction."
    }
  }
}
