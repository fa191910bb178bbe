import AmazonPay
import AmazonPaySandbox
import FerryCheckout
import FerryCore
import FerryEngine
import FerrySandbox
import GRDB

@testable import FerryCheckout

/// A silent difference between the books about the money of one order.
enum SilentDrift: CaseIterable, Sendable {
  case capturedInConsole
  case refundedInConsole
  case cancelledInConsole
  case completedBehindOurBack
  case chargedByAnotherSystem
  case markedPaid
  case inventedByTheShop
  case markedUnpaid
  case totalMistyped
  case refundMistyped
  case captureMistyped
  case lostByTheShop
  case ledgerEntryLost
  case checkoutLost
  case chargeMixedUp
  case checkoutUnderAnotherOrder

  /// The orders that it can happen to.
  var lives: Set<ReconciledWorld.Life> {
    switch self {
    case .capturedInConsole, .cancelledInConsole, .chargeMixedUp: [.authorized]
    case .refundedInConsole: [.paid, .captured, .capturedInPart, .refunded]
    case .completedBehindOurBack: [.paying]
    case .chargedByAnotherSystem: [.voided]
    case .markedPaid: [.declined, .cancelled, .expired, .voided, .paying]
    case .inventedByTheShop: Set(ReconciledWorld.Life.allCases)
    case .markedUnpaid, .totalMistyped, .captureMistyped, .lostByTheShop:
      [.paid, .captured, .capturedInPart, .refunded]
    case .refundMistyped: [.paid, .captured, .refunded]
    case .ledgerEntryLost: [.paid, .authorized, .captured, .capturedInPart, .refunded, .refundedInFull, .voided]
    case .checkoutLost: [.paid, .captured]
    case .checkoutUnderAnotherOrder: [.paid]
    }
  }

  /// True if only a copy of the database is damaged.
  var isInTheDatabase: Bool {
    switch self {
    case .ledgerEntryLost, .checkoutLost, .chargeMixedUp, .checkoutUnderAnotherOrder: true
    default: false
    }
  }

  /// True if another question to the provider corrects Ferry's books.
  var isRepairable: Bool {
    switch self {
    case .capturedInConsole, .refundedInConsole, .cancelledInConsole, .completedBehindOurBack: true
    default: false
    }
  }
}

/// The expected finding for a drift, distinct from every other.
struct DriftMark: Hashable, Sendable, CustomStringConvertible {
  let kind: Discrepancy.Kind
  /// The order; for an unknown charge, the charge's id.
  let name: String

  init(_ kind: Discrepancy.Kind, _ name: String) {
    self.kind = kind
    self.name = name
  }

  init(_ discrepancy: Discrepancy) {
    kind = discrepancy.kind
    name =
      (kind == .chargeUnknown ? discrepancy.providerReference : discrepancy.orderReference) ?? "nothing"
  }

  var description: String { "\(kind.rawValue) \(name)" }
}

/// An order of the world, and its changes.
struct LivedOrder: Sendable {
  let reference: String
  let life: ReconciledWorld.Life
  let checkout: CheckoutID
  /// The row in the shop's list; nil if it is lost.
  var row: StatedOrder?
  var drift: SilentDrift?
  /// The provider's id of the charge, if the checkout is lost.
  var charge: String?
}

extension ReconciledWorld {
  /// Applies a drift to an order, except for changes to a copy of the database.
  /// - Returns: The expected findings, and additional lines of the shop's list.
  func spoil(_ order: inout LivedOrder, _ drift: SilentDrift) async throws -> (marks: [DriftMark], rows: [StatedOrder])
  {
    order.drift = drift
    let (name, id) = (order.reference, order.checkout)
    switch drift {
    case .capturedInConsole:
      try await console("capture", id)
      return ([DriftMark(.captured, name)], [])
    case .refundedInConsole:
      try await console("refund", id, amount: "777")
      return ([DriftMark(.refunded, name)], [])
    case .cancelledInConsole:
      try await console("cancel", id)
      return ([DriftMark(.held, name)], [])
    case .completedBehindOurBack:
      guard let checkout = try await world.store.file(id)?.checkout, let session = checkout.session,
        let total = checkout.agreed?.total
      else { throw InProcessBuyer.Unexpected("Nobody pays \(name).") }
      try buyer.act(session, "approve")
      _ = try await client.send(
        .completeCheckoutSession(session, total, IdempotencyKey("behind-our-back")), as: CheckoutSession.self)
      return ([DriftMark(.chargeUnrecorded, name)], [])
    case .chargedByAnotherSystem:
      let permission = ReconciledWorld.group(ofCharge: try await charge(id))
      let charge = try await client.send(
        .createCharge(
          NewCharge(chargePermissionId: permission, .yen(555), captureNow: true), IdempotencyKey("another-system"),
          in: .sandbox), as: Charge.self)
      return ([DriftMark(.chargeUnknown, charge.chargeId)], [])
    case .markedPaid:
      order.row?.status = .paid
      return ([DriftMark(.orderNotPaid, name)], [])
    case .inventedByTheShop:
      let invented = StatedOrder(reference: "invented-\(name)", status: .paid, total: .yen(4_711))
      return ([DriftMark(.orderNotPaid, invented.reference)], [invented])
    case .markedUnpaid:
      order.row?.status = .unpaid
      return ([DriftMark(.orderNotCounted, name)], [])
    case .totalMistyped:
      order.row?.total = .yen(9_250)
      return ([DriftMark(.orderTotal, name)], [])
    case .refundMistyped:
      order.row?.refunded = .yen(3)
      return ([DriftMark(.orderRefunded, name)], [])
    case .captureMistyped:
      order.row?.captured = .yen(3)
      return ([DriftMark(.orderCaptured, name)], [])
    case .lostByTheShop:
      order.row = nil
      return ([DriftMark(.orderUnknown, name)], [])
    case .ledgerEntryLost: return ([DriftMark(.ledger, name)], [])
    case .checkoutLost:
      let charge = try await charge(id)
      order.charge = charge
      return ([DriftMark(.orderNotPaid, name), DriftMark(.chargeUnknown, charge)], [])
    case .chargeMixedUp: return ([DriftMark(.chargeMissing, name)], [])
    // No checkout has paid the order with this name then.
    case .checkoutUnderAnotherOrder: return ([DriftMark(.orderNotPaid, name)], [])
    }
  }

  /// Applies the changes to a copy of the database.
  /// - Parameters:
  ///   - entry: The index of the lost ledger entry.
  ///   - other: The order that a checkout is assigned to.
  func spoil(_ order: LivedOrder, in database: Database, entry: Int, other: CheckoutID) throws {
    let id = order.checkout.text
    switch order.drift {
    case .ledgerEntryLost:
      let positions = try Int64.fetchAll(
        database, sql: "SELECT position FROM ledger WHERE checkout = ? ORDER BY position", arguments: [id])
      try database.execute(
        sql: "DELETE FROM ledger WHERE position = ?", arguments: [positions[entry % positions.count]])
    case .checkoutLost:
      for table in [
        "ledger", "log", "listed_checkouts", "provider_references", "buyer_details", "commands", "creation_keys",
      ] {
        try database.execute(sql: "DELETE FROM \(table) WHERE checkout = ?", arguments: [id])
      }
      try database.execute(sql: "DELETE FROM checkouts WHERE id = ?", arguments: [id])
    case .chargeMixedUp:
      try database.execute(
        sql: "UPDATE checkouts SET body = json_set(body, '$.payment.reference', ?) WHERE id = ?",
        arguments: ["S03-9999999-9999999-C999999", id])
    case .checkoutUnderAnotherOrder:
      try database.execute(
        sql: "UPDATE checkouts SET order_id = (SELECT order_id FROM checkouts WHERE id = ?) WHERE id = ?",
        arguments: [other.text, id])
    default: break
    }
  }

  private func charge(_ id: CheckoutID) async throws -> String {
    guard let charge = try await world.store.file(id)?.checkout.payment?.reference else {
      throw InProcessBuyer.Unexpected("No charge of \(id).")
    }
    return charge
  }

  private func console(_ action: String, _ id: CheckoutID, amount: String? = nil) async throws {
    var body: [String: Any] = ["action": action]
    if let amount { body["amount"] = amount }
    try buyer.control("POST", "amazon-pay/charges/\(try await charge(id))/console", body)
  }
}
