import FerryCheckout
import FerryCore
import FerryHTTP
import FerryProvider

extension BankPayment {
  /// - Parameter site: The address that stands for the payment page in the checkout; the page's own is a secret.
  func observation(_ task: ProviderTask, page site: String) -> Observation {
    var observation = Observation(
      sessionReference: id, session: meaning.session, asked: total, paymentPage: page == nil ? nil : site,
      charge: charge,
      declinedAttempts: declined.map { DeclinedAttempt(reference: $0, reason: .refused) })
    if let operation = task.command.kind.operation, refunds.contains(task.reference) {
      observation.reports = [OperationReport(operation, reference: task.reference, .done)]
    }
    return observation
  }

  /// True if the payment shows that the command was carried out, or that it never will be.
  func shows(_ task: ProviderTask) -> Bool {
    switch task.command.kind {
    case .capture, .void: state != .known(.authorized)
    case .refund: refunds.contains(task.reference)
    case .read, .settle, .authorize, .cancel, .readDispute, .answerDispute: true
    }
  }

  var references: [ProviderReference] {
    [ProviderReference("payment", id)] + (transaction.map { [ProviderReference("transaction", $0)] } ?? [])
  }

  var details: BuyerDetails? { account.map { BuyerDetails(lastDigits: $0.lastDigits) } }

  var remarks: [String] {
    state.known == nil ? ["The bank names an unknown state: \(state.printable)."] : []
  }

  private var meaning: (session: Observation.Session, charge: ChargeObservation.State?) {
    switch state {
    case .known(.open): (.open, nil)
    case .known(.pending): (.open, .pending)
    case .known(.authorized): (.completed, .authorized)
    case .known(.captured): (.completed, .captured)
    case .known(.voided): (.completed, .voided)
    case .known(.cancelled): (.ended(isCancelledByShop ? .cancelledByProvider : .cancelledByBuyer), nil)
    case .known(.expired): (.ended(.expired), nil)
    // Its amounts are not believed either.
    case .unknown(let text): (.unrecognised(text), nil)
    }
  }

  private var charge: ChargeObservation? {
    guard let transaction, let state = meaning.charge else { return nil }
    return ChargeObservation(
      reference: transaction, state: state, authorized: state == .pending ? .zero(total.currency) : total,
      captured: captured, refunded: refunded, release: state == .voided ? .byMerchant : nil,
      facts: account.map {
        PaymentFacts(
          method: "account", methodName: "Bank account", issuer: $0.bank, authorizationCode: $0.authorization)
      })
  }
}
