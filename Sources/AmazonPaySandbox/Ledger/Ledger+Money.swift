import Crypto
import FerryCore
package import FerrySandbox
import FerryWeb

extension Ledger {
  package var money: [OrderMoney] {
    var moved: [String: [MoneyMovement]] = [:]
    for movement in movements { moved[movement.chargeID, default: []].append(movement) }
    return OrderMoney.orders(
      charges.oldestFirst.map { charge in
        func sum(_ kind: MoneyMovement.Kind) -> Money {
          .total((moved[charge.id] ?? []).filter { $0.kind == kind }.map(\.amount), charge.amount.currency)
        }
        return OrderMoney.Entry(
          charge.merchantMetadata.merchantReferenceId, merchant: charge.owner.merchantID,
          mode: charge.owner.environment == .live ? .live : .test,
          held: charge.state == .authorized || charge.state == .captureInitiated ? charge.amount : nil,
          OrderMoney.Payment(
            id: charge.id, state: charge.state.rawValue, authorized: sum(.authorized), captured: sum(.captured),
            refunded: sum(.refunded),
            chargedBack: Money(
              minorUnits: sum(.chargedBack).minorUnits - sum(.chargebackReversed).minorUnits, charge.amount.currency)))
      })
  }
}

/// An entry of the ledger about money that was held, released, captured, refunded or charged back. Entries never change.
struct MoneyMovement: Codable, Hashable {
  enum Kind: String, Codable {
    case authorized, released, captured, refunded, chargedBack
    /// A lost dispute was opened again.
    case chargebackReversed
  }

  let kind: Kind
  let amount: Money
  let chargeID: String
  let refundID: String?
  let disputeID: String?
  let merchantReferenceID: String?
  let owner: Owner
  let at: Moment
}

extension Ledger {
  /// Get Disbursements: the oldest first, in pages. The token is the number of entries before the page.
  func getDisbursements(_ request: APIRequest, at now: Moment) throws(APIRefusal) -> (Int, JSONValue) {
    let period = try period("startTime", "endTime", request)
    let found = disbursements(of: request.owner, at: now).filter { period($0.at) }
    let (page, next) = try page(of: found, request)
    return (200, ["disbursements": .array(page.map { body(of: $0, owner: request.owner) }), "nextToken": next])
  }

  /// One payment to the merchant's bank account.
  private struct Disbursement {
    let at: Moment
    let amount: Money
  }

  /// One for each interval: captures less refunds and lost disputes. A negative sum is carried over.
  private func disbursements(of owner: Owner, at now: Moment) -> [Disbursement] {
    let length = max(1, rules.disbursementInterval.wholeMilliseconds)
    var sums: [Int64: [Currency: Int64]] = [:]
    for movement in movements where movement.owner == owner {
      let sign: Int64 =
        switch movement.kind {
        case .captured, .chargebackReversed: 1
        case .refunded, .chargedBack: -1
        case .authorized, .released: 0
        }
      sums[movement.at.milliseconds / length, default: [:]][movement.amount.currency, default: 0] +=
        sign * movement.amount.minorUnits
    }
    var balances: [Currency: Int64] = [:]
    var disbursements: [Disbursement] = []
    for (interval, changes) in sums.sorted(by: { $0.key < $1.key }) {
      let end = Moment(milliseconds: (interval + 1) * length)
      guard end <= now else { break }
      for (currency, change) in changes.sorted(by: { $0.key.code < $1.key.code }) {
        let balance = balances[currency, default: 0] + change
        balances[currency] = min(0, balance)
        if balance > 0 { disbursements.append(Disbursement(at: end, amount: Money(minorUnits: balance, currency))) }
      }
    }
    return disbursements
  }

  private func body(of disbursement: Disbursement, owner: Owner) -> JSONValue {
    let name =
      "\(owner.merchantID) \(owner.environment.rawValue) \(disbursement.at.iso8601) \(disbursement.amount.currency)"
    let digest = Array(SHA256.hash(data: Array(name.utf8)))
    let number = digest.prefix(4).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return JSONValue.object(all: [
      "sellerId": owner.merchantID, "settlementId": String(10_000_000_000 + number),
      "amazonDisbursementReferenceId": Hexadecimal.text(digest[4..<12]).uppercased(),
    ])
    .appending(disbursement.amount.json)
    .appending(["transactionTime": .string(disbursement.at.iso8601)])
  }
}
