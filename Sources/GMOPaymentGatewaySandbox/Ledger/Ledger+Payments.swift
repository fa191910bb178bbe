import AmazonPaySandbox
import FerryCore
import FerrySandbox

/// A valid ExecTranAmazonpay.
struct ExecRequest: Sendable {
  let returnURL: String
  let description: ReceivedValue?
  let clientFields: [ReceivedValue?]
  let term: Duration
}

/// The start page's refusal.
enum StartRefusal: Error, Hashable {
  /// No transaction has this access id and token.
  case unknown
  case spent
  case expired
}

extension Ledger {
  mutating func enter(
    _ orderID: String, _ job: Transaction.Job, _ amounts: YenAmounts, at now: Moment
  ) throws(GatewayError) -> Transaction {
    guard transactions[orderID] == nil else { throw .orderExists }
    var transaction = Transaction(
      orderID: orderID, accessID: Hexadecimal.text(randomness.bytes(16)),
      accessPassword: Hexadecimal.text(randomness.bytes(16)), job: job, number: nextNumber(), createdAt: now,
      amounts: amounts, processedAt: now)
    transaction.note(.unprocessed, at: now)
    store(transaction)
    return transaction
  }

  /// The checks of Exec that are about the transaction.
  func checkExecutable(_ transaction: Transaction, session: String?) throws(GatewayError) {
    switch transaction.status {
    case .unprocessed: break
    case .requested where rules.allowsRepeatedExec && !transaction.isTokenSpent: break
    default: throw .alreadyRequested
    }
    let other = session.flatMap { session in
      transactions.values.first {
        $0.session == session && $0.orderID != transaction.orderID && !$0.status.isFailure
      }
    }
    if let other {
      throw .unusableAtAmazon("The checkout session is used by the order \(other.orderID), which has not failed.")
    }
  }

  /// Exec of the two-step flow: the buyer may start.
  mutating func request(
    _ orderID: String, _ request: ExecRequest, session: String, at now: Moment
  ) throws(GatewayError) -> Transaction {
    guard var transaction = transactions[orderID] else { throw .noOrder }
    try checkExecutable(transaction, session: session)
    transaction.session = session
    return awaitBuyer(&transaction, request, at: now)
  }

  /// The buyer may open the start page until its time is over.
  private mutating func awaitBuyer(
    _ transaction: inout Transaction, _ request: ExecRequest, at now: Moment
  ) -> Transaction {
    transaction.apply(request)
    transaction.token = StartToken.text(randomness)
    transaction.startLimit = now + request.term
    transaction.expiresAt = transaction.startLimit
    transaction.note(.requested, at: now)
    store(transaction)
    schedule(transaction)
    return transaction
  }

  /// Exec of an additional payment button: the card decides at once, or later.
  mutating func charge(
    _ orderID: String, _ request: ExecRequest, permission: String, _ decision: ProcessedDecision, at now: Moment
  ) throws(GatewayError) -> Transaction {
    var transaction = try chargeable(orderID, permission)
    transaction.apply(request)
    store(transaction)
    return decide(transaction, permission: permission, decision, at: now)
  }

  /// Exec of an additional payment button whose card asks for a challenge.
  mutating func challenge(
    _ orderID: String, _ request: ExecRequest, permission: String, at now: Moment
  ) throws(GatewayError) -> Transaction {
    var transaction = try chargeable(orderID, permission)
    transaction.permission = permission
    return awaitBuyer(&transaction, request, at: now)
  }

  private func chargeable(_ orderID: String, _ permission: String) throws(GatewayError) -> Transaction {
    guard let transaction = transactions[orderID] else { throw .noOrder }
    try checkExecutable(transaction, session: nil)
    let other = transactions.values.first {
      $0.permission == permission && $0.orderID != orderID && !$0.status.isFailure
    }
    if let other {
      throw .unusableAtAmazon("The charge permission is used by the order \(other.orderID), which has not failed.")
    }
    return transaction
  }

  // MARK: The buyer

  /// The buyer's browser posts access id and token to the start page. A token is good for one visit.
  mutating func start(_ accessID: String, token: String, at now: Moment) throws(StartRefusal) -> Transaction {
    guard var transaction = transaction(accessID: accessID), let own = transaction.token,
      equalInConstantTime(own, token)
    else { throw .unknown }
    if transaction.status == .expired { throw .expired }
    guard transaction.status == .requested, !transaction.isTokenSpent else { throw .spent }
    transaction.isTokenSpent = true
    transaction.expiresAt = max(transaction.startLimit ?? now, now + rules.processingTerm)
    transaction.note(.processing, at: now)
    store(transaction)
    schedule(transaction)
    return transaction
  }

  /// Amazon's word about a started transaction.
  mutating func settle(_ orderID: String, _ outcome: ProcessedOutcome, at now: Moment) {
    guard var transaction = transactions[orderID], transaction.isBuyerOnPage else { return }
    switch outcome {
    case .undecided: break
    case .approved(let permission, let decision):
      _ = decide(transaction, permission: permission, decision, at: now)
    case .declined: fail(transaction, at: now)
    case .canceledByBuyer:
      // The gateway is not told: the transaction waits until it expires.
      transaction.isCanceledByBuyer = true
      transaction.expiresAt = max(transaction.startLimit ?? now, now)
      transaction.note(.requested, at: now, "The buyer has left by the cancel button.")
      store(transaction)
      schedule(transaction)
    }
  }

  /// The buyer's answer to a challenge.
  mutating func answerChallenge(_ accessID: String, _ decision: ProcessedDecision, at now: Moment) {
    guard let transaction = transaction(accessID: accessID), transaction.isBuyerInChallenge,
      let permission = transaction.permission
    else { return }
    _ = decide(transaction, permission: permission, decision, at: now)
  }

  private mutating func decide(
    _ transaction: Transaction, permission: String, _ decision: ProcessedDecision, at now: Moment
  ) -> Transaction {
    var transaction = transaction
    transaction.permission = permission
    switch decision {
    case .approved: return authorize(transaction, at: now)
    case .declined: return fail(transaction, at: now)
    case .approvedLater, .declinedLater:
      transaction.decision = Transaction.Decision(due: now + rules.pendingTime, isApproved: decision == .approvedLater)
      transaction.expiresAt = nil
      transaction.note(.processing, at: now, "The card decides later.")
      store(transaction)
      schedule(transaction)
      return transaction
    }
  }

  @discardableResult
  mutating func authorize(_ transaction: Transaction, at now: Moment) -> Transaction {
    var transaction = transaction
    transaction.decision = nil
    transaction.expiresAt = nil
    transaction.errorInfo = nil
    transaction.authorized = transaction.amounts.sum
    transaction.authorizedAt = now
    if transaction.job == .capture { transaction.captured = transaction.amounts.sum }
    transaction.note(transaction.job.paid, at: now)
    store(transaction)
    schedule(transaction)
    notify(transaction, at: now)
    return transaction
  }

  @discardableResult
  mutating func fail(_ transaction: Transaction, at now: Moment) -> Transaction {
    var transaction = transaction
    transaction.decision = nil
    transaction.expiresAt = nil
    transaction.errorInfo = GatewayError.declined.info(rules.codeFamily)
    transaction.note(.failed, at: now)
    store(transaction)
    notify(transaction, at: now)
    return transaction
  }

  /// Notes the order of an opened page.
  mutating func note(_ orderID: String, openedFor order: String) {
    guard var transaction = transactions[orderID] else { return }
    transaction.openedForOrder = order
    store(transaction)
  }
}

extension Transaction {
  fileprivate mutating func apply(_ request: ExecRequest) {
    returnURL = request.returnURL
    description = request.description
    clientFields = request.clientFields
  }

  mutating func note(_ status: Status, at now: Moment, _ note: String? = nil) {
    self.status = status
    processedAt = now
    steps.append(Step(at: now, status: status, amount: amounts.sum, note: note))
  }
}

/// The token of a start page: 64 characters of Base64.
enum StartToken {
  /// It contains `+` and `/`, which a client must not decode.
  static func text(_ randomness: any Randomness) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    let text = randomness.text(62, of: alphabet)
    return "\(text.prefix(20))+\(text.dropFirst(20).prefix(20))/\(text.dropFirst(40))"
  }
}
