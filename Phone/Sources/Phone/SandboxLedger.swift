import Foundation
import PhoneWebKit

/// How much money the provider has moved, by the sandbox's control API.
@MainActor struct SandboxLedger {
  let http: HTTPClient
  let sandbox: String

  /// What was moved in all, in yen.
  struct Sums: Hashable, Sendable, CustomStringConvertible {
    var captured: Int64 = 0
    /// Authorized and neither captured nor given back.
    var held: Int64 = 0
    var refunded: Int64 = 0
    /// Orders that money was captured for.
    var paidOrders = 0

    static func - (left: Sums, right: Sums) -> Sums {
      Sums(
        captured: left.captured - right.captured, held: left.held - right.held,
        refunded: left.refunded - right.refunded, paidOrders: left.paidOrders - right.paidOrders)
    }

    var description: String { "captured \(captured), held \(held), refunded \(refunded), orders paid \(paidOrders)" }
  }

  private struct Ledger: Decodable {
    struct Order: Decodable {
      struct Amount: Decodable { var minorUnits: Int64 }
      var captured: Amount
      var held: Amount
      var refunded: Amount
    }
    var orders: [Order]
  }

  struct Closed: Error, CustomStringConvertible {
    let status: Int
    var description: String { "the sandbox's control API answered \(status): start the demo with --control" }
  }

  func read() async throws -> Sums {
    let answer = try await http.send("GET", sandbox + "/control/ledger")
    guard answer.status == 200 else { throw Closed(status: answer.status) }
    let ledger = try JSONDecoder().decode(Ledger.self, from: Data(answer.body))
    return ledger.orders.reduce(into: Sums()) { sums, order in
      sums.captured += order.captured.minorUnits
      sums.held += order.held.minorUnits
      sums.refunded += order.refunded.minorUnits
      if order.captured.minorUnits > 0 { sums.paidOrders += 1 }
    }
  }
}
