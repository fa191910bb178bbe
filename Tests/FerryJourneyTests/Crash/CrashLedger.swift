import FerryCore

/// The money that moved, by the sandbox's control API.
struct CrashLedger: Decodable, Sendable {
  struct Amount: Decodable, Sendable {
    let minorUnits: Int64
  }

  struct Payment: Decodable, Sendable {
    let id: String
    let captured: Amount
  }

  struct Order: Decodable, Sendable {
    let order: String?
    let captured: Amount
    let refunded: Amount
    let payments: [Payment]
  }

  let orders: [Order]
}
