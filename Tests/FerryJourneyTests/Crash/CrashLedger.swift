import FerryCore

/// The sandbox's answer to how much money moved for which order.
struct CrashLedger: Decodable, Sendable {
  struct Amount: Decodable, Sendable {
    let minorUnits: Int64
  }

  struct Charge: Decodable, Sendable {
    let chargeId: String
    let captured: Amount
  }

  struct Order: Decodable, Sendable {
    let merchantReferenceId: String?
    let captured: Amount
    let refunded: Amount
    let charges: [Charge]
  }

  let orders: [Order]
}
