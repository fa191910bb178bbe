import FerryCore
import FerrySandbox

struct Refund: Codable, Hashable {
  enum State: String, Codable {
    case refundInitiated = "RefundInitiated"
    case refunded = "Refunded"
    case declined = "Declined"
  }

  let id: String
  let owner: Owner
  let chargeID: String
  let createdAt: Moment
  let amount: Money
  let softDescriptor: String?
  /// The time of the decision.
  let due: Moment
  /// The reason of the later decline; nil for success.
  var declineReason: String?

  var updatedAt: Moment
  var state = State.refundInitiated
  var reason: StateReason?
}

extension Ledger {
  mutating func createRefund(_ request: APIRequest, at now: Moment) throws(APIRefusal) -> (Int, JSONValue) {
    let amount = try Price.money(request.body["refundAmount"] ?? .null, "refundAmount")
    let charge = try charge(request.body["chargeId"]?.text ?? "", of: request.owner)
    try checkRefundable(charge, amount)
    if request.simulationCode == "ProcessingFailure" {
      throw APIRefusal(500, "ProcessingFailure", "The refund could not be processed.")
    }
    let refund = newRefund(
      of: charge, amount, softDescriptor: request.body["softDescriptor"]?.text, declineReason: request.simulationCode,
      at: now)
    return (201, body(of: refund))
  }

  func checkRefundable(_ charge: Charge, _ amount: Money) throws(APIRefusal) {
    guard charge.state == .captured else { throw .invalidChargeStatus(charge.state.rawValue, "refunded") }
    guard amount.currency == charge.amount.currency else {
      throw .currencyMismatch(expected: charge.amount.currency.code)
    }
    guard charge.refundIDs.count < rules.refundsPerCharge else {
      throw APIRefusal(422, "TransactionCountExceeded", "The charge has no refunds left.")
    }
    let reserved = charge.refundIDs.reduce(Int64(0)) { $0.addingClamped(refunds[$1]?.amount.minorUnits ?? 0) }
    let most = charge.captured.minorUnits.addingClamped(Price.tolerance(on: charge.captured).minorUnits)
    guard amount.minorUnits <= most.subtractingClamped(reserved) else {
      throw .amountExceeded("The refunds would exceed what can be refunded of the charge.")
    }
  }

  /// - Parameter declineReason: The reason of the later decline; nil for success.
  mutating func newRefund(
    of charge: Charge, _ amount: Money, softDescriptor: String?, declineReason: String?, at now: Moment
  ) -> Refund {
    var charge = charge
    var id: String
    repeat { id = "\(charge.permissionID)-R\(randomness.text(6, of: Self.digits))" } while refunds[id] != nil
    let refund = Refund(
      id: id, owner: charge.owner, chargeID: charge.id, createdAt: now, amount: amount,
      softDescriptor: softDescriptor.map { "AMZ*\($0)" }, due: now + rules.refundDuration,
      declineReason: declineReason, updatedAt: now)
    charge.refundIDs.append(id)
    deadlines.add(.refundIsDecided(id), at: refund.due)
    store(refund)
    store(charge)
    return refund
  }

  func body(of refund: Refund) -> JSONValue {
    let isOld = rules.answersRefundsInOldForm
    let amount: JSONValue =
      isOld && refund.amount.currency.exponent == 0
      ? [
        "amount": .string(refund.amount.decimal + ".00"),
        "currencyCode": .string(refund.amount.currency.code),
      ] : Price.body(refund.amount)
    return [
      "refundId": .string(refund.id),
      "chargeId": .string(refund.chargeID),
      "creationTimestamp": isOld
        ? JSONValue(refund.createdAt.milliseconds) : .string(AmazonTimestamp.text(refund.createdAt)),
      "refundAmount": amount,
      "statusDetails": statusDetails(refund.state.rawValue, refund.reason, refund.updatedAt),
      "softDescriptor": JSONValue(refund.softDescriptor),
      "releaseEnvironment": .string(environmentName(refund.owner)),
    ]
  }
}
