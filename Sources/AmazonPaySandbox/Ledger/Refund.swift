import FerryCore
import FerrySandbox

struct Refund: Codable, Hashable, OwnedObject {
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
    guard charge.state == .captured else { throw .invalidStatus(of: charge, "refunded") }
    try require(charge.amount.currency, of: amount)
    guard charge.refundIDs.count < rules.refundsPerCharge else {
      throw APIRefusal(422, "TransactionCountExceeded", "The charge has no refunds left.")
    }
    let most = charge.captured.minorUnits.addingClamped(Price.tolerance(on: charge.captured).minorUnits)
    guard amount.minorUnits <= most.subtractingClamped(reservedRefunds(of: charge)) else {
      throw .amountExceeded("The refunds would exceed what can be refunded of the charge.")
    }
  }

  /// The sum of the refunds that are not declined, in minor units.
  func reservedRefunds(of charge: Charge) -> Int64 {
    charge.refundIDs.reduce(0) { $0.addingClamped(refunds[$1]?.amount.minorUnits ?? 0) }
  }

  /// - Parameter declineReason: The reason of the later decline; nil for success.
  mutating func newRefund(
    of charge: Charge, _ amount: Money, softDescriptor: String?, declineReason: String?, at now: Moment
  ) -> Refund {
    var charge = charge
    let refund = Refund(
      id: unusedID("\(charge.permissionID)-R", in: refunds), owner: charge.owner, chargeID: charge.id, createdAt: now,
      amount: amount, softDescriptor: softDescriptor.map { "AMZ*\($0)" }, due: now + rules.refundDuration,
      declineReason: declineReason, updatedAt: now)
    charge.refundIDs.append(refund.id)
    deadlines.add(.refundIsDecided(refund.id), at: refund.due)
    store(refund)
    store(charge)
    return refund
  }

  func body(of refund: Refund) -> JSONValue {
    let isOld = rules.answersRefundsInOldForm
    let currency = refund.amount.currency
    let decimals = isOld && currency.exponent == 0 ? ".00" : ""
    let creation: JSONValue =
      isOld ? JSONValue(refund.createdAt.milliseconds) : .string(AmazonTimestamp.text(refund.createdAt))
    return .object(all: [
      "refundId": refund.id, "chargeId": refund.chargeID, "creationTimestamp": creation,
      "refundAmount": .object(all: ["amount": refund.amount.decimal + decimals, "currencyCode": currency.code])
        as JSONValue,
      "statusDetails": statusDetails(refund.state.rawValue, refund.reason, refund.updatedAt),
      "softDescriptor": refund.softDescriptor, "releaseEnvironment": environmentName(refund.owner),
    ])
  }
}
