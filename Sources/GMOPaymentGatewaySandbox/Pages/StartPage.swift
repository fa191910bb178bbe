import AmazonPaySandbox
import FerryCore
import FerrySandbox
import FerryWeb

/// The gateway's start page: the buyer's browser posts access id and token, and goes on to Amazon's processing page.
enum StartPage {
  static let name = "AmazonpayStart"
  static let link: Link = "/payment/AmazonpayStart.idPass"
  /// Amazon's processing page leads to this page.
  static let finish: Link = "/payment/AmazonpayFinish"
  /// The page of a challenge.
  static let challenge: Link = "/payment/AmazonpayChallenge"
}

/// The place that the buyer's browser goes to when Amazon's page is done.
enum BuyerDestination: Hashable, Sendable {
  /// A form that the browser posts to the shop.
  case form(url: String, fields: [AnswerFields.Field])
  /// The shop's cancel URL.
  case redirect(String)
  /// There is no URL to go to.
  case nowhere
  /// Amazon's page is not done yet.
  case undecided
}

extension Sandbox {
  /// Spends a start page's token, and prepares Amazon's processing page.
  /// - Returns: The transaction, and the URL of the next page.
  func start(_ accessID: String, token: String) throws(StartRefusal) -> (transaction: Transaction, url: String) {
    let started = try change { ledger, now throws(StartRefusal) in
      try ledger.start(accessID, token: token, at: now)
    }
    if started.isBuyerInChallenge {
      return (started, "\(origin)\(Link(StartPage.challenge, query: [("AccessID", accessID)]).text)")
    }
    let finish = "\(origin)\(Link(StartPage.finish, query: [("AccessID", accessID)]).text)"
    let payment = ProcessedPayment(
      amount: .yen(started.amounts.sum), resultURL: finish, reference: started.orderID,
      noteToBuyer: started.description?.text, acceptsPending: rules.acceptsPendingCards)
    if let session = started.session,
      let url = amazon.beginProcessing(session, of: merchant.id, payment)
    {
      return (started, url)
    }
    // The session has ended at Amazon since Exec.
    change { ledger, now in ledger.settle(started.orderID, .declined, at: now) }
    return (started, finish)
  }

  /// Takes Amazon's word about every transaction whose buyer is on Amazon's page.
  func settleStarted() {
    for transaction in state.reading({ $0.list }) where transaction.isBuyerOnPage {
      guard let session = transaction.session else { continue }
      let outcome = amazon.concludeProcessing(session, of: merchant.id)
      guard outcome != .undecided else { continue }
      change { ledger, now in ledger.settle(transaction.orderID, outcome, at: now) }
    }
  }

  /// The buyer's answer to a challenge: the card decides, or the payment fails.
  func answerChallenge(_ transaction: Transaction, isConfirmed: Bool) {
    let known = transaction.permission.flatMap { amazon.processorPermission($0, of: merchant.id) }
    let decision = isConfirmed ? known?.decision ?? .declined : .declined
    change { ledger, now in ledger.answerChallenge(transaction.accessID, decision, at: now) }
  }

  /// The buyer's way after Amazon's page.
  func destination(_ transaction: Transaction) -> BuyerDestination {
    if transaction.isBuyerOnPage { return .undecided }
    let isFailed = transaction.status == .failed
    if transaction.isCanceledByBuyer || (isFailed && rules.declinesLeaveByCancelURL) {
      let session = transaction.session.flatMap { amazon.processorSession($0, of: merchant.id) }
      if let url = session?.cancelURL { return .redirect(url) }
      if transaction.isCanceledByBuyer { return .nowhere }
    }
    guard let url = transaction.returnURL, transaction.status != .unprocessed else { return .nowhere }
    return .form(url: url, fields: result(transaction))
  }

  /// The fields that the browser posts to `RetURL`.
  private func result(_ transaction: Transaction) -> [AnswerFields.Field] {
    let permission = transaction.permission ?? ""
    let check = CheckString.text(
      order: transaction.orderID, access: transaction.accessID, shop: shop, permission: permission)
    let info = transaction.errorInfo
    return AnswerFields([
      ("ShopID", shop.id), ("OrderID", transaction.orderID), ("Status", transaction.status.rawValue),
      ("TranDate", date(transaction.processedAt)), ("AmazonChargePermissionID", permission),
      ("CheckString", check), ("ErrCode", info.map(GatewayError.code)), ("ErrInfo", info),
    ]).fields
  }
}

/// A fault of the browser's way from the gateway to `RetURL`.
enum ReturnFault: String, CaseIterable, Sendable {
  /// The browser stays on the gateway's page.
  case never
  /// The browser posts the form twice.
  case twice
  case wrongCheckString
  /// Another status than the transaction's; the check string does not cover it.
  case otherStatus

  func apply(_ fields: inout [AnswerFields.Field]) {
    for index in fields.indices {
      switch (self, fields[index].name) {
      case (.wrongCheckString, "CheckString"):
        fields[index].value = String(fields[index].value.reversed())
      case (.otherStatus, "Status"):
        let paid = [Transaction.Status.authorized, .captured].map(\.rawValue)
        fields[index].value = paid.contains(fields[index].value) ? "PAYFAIL" : "AUTH"
      default: break
      }
    }
  }
}
