import FerryCore
import FerrySandbox

/// A dispute: the buyer's bank claims captured money back. The documentation says neither which states follow which, nor when the
/// money goes; here it goes when the buyer wins.
struct Chargeback: Codable, Hashable, OwnedObject {
  enum State: String, Codable {
    case actionRequired = "ActionRequired"
    case underReview = "UnderReview"
    case resolved = "Resolved"
    case closed = "Closed"

    var isOpen: Bool { self == .actionRequired || self == .underReview }
  }

  enum Resolution: String, Codable {
    case merchantWon = "MerchantWon"
    case buyerWon = "BuyerWon"
    case noFault = "NoFault"
  }

  /// The charge permission's id with "-B" and six digits.
  let id: String
  let owner: Owner
  let chargeID: String
  let permissionID: String
  let createdAt: Moment
  let amount: Money
  let filingReason: String

  var respondBy: Moment
  var updatedAt: Moment
  var state = State.actionRequired
  var resolution: Resolution?
  var reason: StateReason? = .responseRequired
  var evidence: [Evidence]?

  struct Evidence: Codable, Hashable {
    let type: String
    let text: String?
    let file: String?
    let at: Moment
  }

  /// True if it claims money: it is open, or the buyer has won.
  var isClaim: Bool { state.isOpen || resolution == .buyerWon }

  static let filingReasons = [
    "ProductNotReceived", "ProductUnacceptable", "ProductNoLongerNeeded", "CreditNotProcessed", "Overcharged",
    "DuplicateCharge", "SubscriptionCancelled", "Unrecognized", "Fraudulent", "Other",
  ]
}

extension StateReason {
  fileprivate static let responseRequired = StateReason("MerchantResponseRequired", "The merchant has to respond.")
}

extension Ledger {
  func chargeback(_ id: String, of owner: Owner) throws(APIRefusal) -> Chargeback {
    try owned(chargebacks[id], by: owner, "dispute")
  }

  /// The buyer's bank opens a dispute of a captured charge.
  mutating func dispute(_ charge: Charge, _ action: ConsoleAction, at now: Moment) throws(APIRefusal) -> JSONValue {
    guard charge.state == .captured else { throw .invalidStatus(of: charge, "charged back") }
    let money = try price(action.amount, charge.captured)
    try checkClaim(money, on: charge)
    let chargeback = Chargeback(
      id: unusedID("\(charge.permissionID)-B", in: chargebacks), owner: charge.owner, chargeID: charge.id,
      permissionID: charge.permissionID, createdAt: now, amount: money,
      filingReason: action.reason ?? Chargeback.filingReasons[0],
      respondBy: now + (action.responseTime ?? rules.disputeResponseTime), updatedAt: now)
    store(chargeback, at: now)
    return body(of: chargeback)
  }

  mutating func perform(
    _ action: ConsoleAction, onDispute id: String, at now: Moment
  ) throws(APIRefusal) -> JSONValue {
    guard var chargeback = chargebacks[id], let charge = charges[chargeback.chargeID] else {
      throw .notFound("dispute")
    }
    let state = chargeback.state
    guard action.verb == .reopen ? !state.isOpen : state.isOpen, action.verb != .review || state == .actionRequired
    else {
      throw APIRefusal(422, "InvalidDisputeStatus", "The dispute is in state \(state.rawValue) already.")
    }
    switch action.verb {
    case .reopen:
      if !chargeback.isClaim { try checkClaim(chargeback.amount, on: charge) }
      chargeback.state = .actionRequired
      chargeback.resolution = nil
      chargeback.reason = .responseRequired
      chargeback.respondBy = now + (action.responseTime ?? rules.disputeResponseTime)
    case .review:
      chargeback.state = .underReview
      chargeback.reason = nil
    default:
      chargeback.state = .resolved
      chargeback.resolution = action.verb == .win ? .merchantWon : action.verb == .lose ? .buyerWon : .noFault
      chargeback.reason = StateReason("InvestigatorResolved", "The bank has decided.")
    }
    store(chargeback, at: now)
    return body(of: chargeback)
  }

  /// Without an answer by the deadline, the buyer wins.
  mutating func expireDispute(_ id: String, at moment: Moment) {
    guard var chargeback = chargebacks[id], chargeback.state == .actionRequired, chargeback.respondBy <= moment else {
      return
    }
    chargeback.state = .closed
    chargeback.resolution = .buyerWon
    chargeback.reason = StateReason("MerchantResponseDeadlineExpired", "The merchant did not respond in time.")
    store(chargeback, at: moment)
  }

  /// Stores a changed dispute, tells of it, and moves its money.
  mutating func store(_ changed: Chargeback, at moment: Moment) {
    var chargeback = changed
    chargeback.updatedAt = moment
    let wasLost = chargebacks[chargeback.id]?.resolution == .buyerWon
    let isLost = chargeback.resolution == .buyerWon
    if wasLost != isLost, let charge = charges[chargeback.chargeID] {
      record(
        isLost ? .chargedBack : .chargebackReversed, chargeback.amount, charge, disputeID: chargeback.id, at: moment)
    }
    chargebacks.store(chargeback)
    if chargeback.state == .actionRequired { deadlines.add(.disputeExpires(chargeback.id), at: chargeback.respondBy) }
    announce(
      .chargeback, chargeback, of: chargeback.permissionID,
      chargeback.resolution?.rawValue ?? chargeback.state.rawValue, at: moment)
  }

  private func checkClaim(_ amount: Money, on charge: Charge) throws(APIRefusal) {
    try require(charge.amount.currency, of: amount)
    let before = chargebacks.values.reduce(Int64(0)) {
      $1.chargeID == charge.id && $1.isClaim ? $0.addingClamped($1.amount.minorUnits) : $0
    }
    guard amount.minorUnits <= charge.captured.minorUnits.subtractingClamped(before) else {
      throw .amountExceeded("The chargebacks would exceed what was captured.")
    }
  }

  func body(of chargeback: Chargeback) -> JSONValue {
    let details = statusDetails(chargeback.state.rawValue, chargeback.reason, chargeback.updatedAt)
    return .object(all: [
      "disputeId": chargeback.id, "releaseEnvironment": environmentName(chargeback.owner),
      "chargeId": chargeback.chargeID, "disputeType": "Chargeback", "disputeAmount": chargeback.amount,
      "filingReason": chargeback.filingReason,
      "statusDetails": details.appending(["resolution": JSONValue(chargeback.resolution?.rawValue)]),
      "merchantEvidences": JSONValue.array(
        (chargeback.evidence ?? []).map { evidence in
          .object(all: [
            "evidenceType": evidence.type, "evidenceText": JSONValue(evidence.text), "fileId": JSONValue(evidence.file),
            "submittedAt": AmazonTimestamp.text(evidence.at),
          ])
        }),
      "merchantResponseDeadline": AmazonTimestamp.text(chargeback.respondBy), "resolutionAuthority": "Amazon",
      "creationTimestamp": AmazonTimestamp.text(chargeback.createdAt),
    ])
  }
}
