import FerryCheckout
import FerryCore
import FerryEngine
import FerrySQLite
import FerrySandbox
import FerrySimulation
import Testing

#if PostgreSQL
  import FerryPostgres
#endif

/// The database of a run, read beside its servers.
protocol CrashBooks: Sendable {
  func checkouts(_ filter: CheckoutFilter, limit: Int) async throws -> [CheckoutFile]
  func balances() async throws -> [Balance]
  func log(_ id: CheckoutID?, after position: Int64, limit: Int) async throws -> [LogRecord]
}

extension SQLiteReader: CrashBooks {}

#if PostgreSQL
  extension PostgresReader: CrashBooks {}
#endif

/// All data for the comparison at the end of a run.
struct CrashReckoning: Sendable {
  let files: [CheckoutFile]
  let balances: [Balance]
  /// Calls of the provider by outcome.
  let calls: [String: Int]
  /// Of all providers.
  let orders: [CrashLedger.Order]

  init(_ books: any CrashBooks, orders: [CrashLedger.Order]) async throws {
    files = try await books.checkouts(CheckoutFilter(), limit: 100_000)
    balances = try await books.balances()
    calls = try await Self.calls(books)
    self.orders = orders
  }

  private static func calls(_ books: any CrashBooks) async throws -> [String: Int] {
    var counts: [String: Int] = [:]
    var position: Int64 = 0
    while true {
      let records = try await books.log(nil, after: position, limit: 1000)
      for record in records {
        if case .call(_, let result, _) = record.entry.what { counts[result, default: 0] += 1 }
      }
      guard let last = records.last else { return counts }
      position = last.position
    }
  }

  var phases: [String: Int] {
    Dictionary(grouping: files) { $0.checkout.phase.name.rawValue }.mapValues(\.count)
  }

  // MARK: Expectations

  /// Every checkout has come to its end, and there was enough load, and enough faults.
  func expectEnds(_ tally: CrashTally) async {
    #expect(files.allSatisfy { $0.checkout.phase.isFinal })
    #expect((phases["paid"] ?? 0) >= 10)
    for bench in CrashSandboxes.providers {
      #expect(files.contains { $0.checkout.phase == .paid && $0.checkout.provider.text == bench.sandbox.id })
    }
    #expect((calls["unknown"] ?? 0) > 0)
    let approved = await tally.approved
    #expect(files.filter { approved.contains($0.checkout.id.text) }.allSatisfy { $0.checkout.phase == .paid })
    let shipped = await tally.shipped
    for file in files where shipped.contains(file.checkout.id.text) {
      let payment = file.checkout.payment
      #expect(
        [payment?.captured, payment?.refunded].map { $0?.minorUnits } == [ShippedParts.captured, ShippedParts.refunded])
      #expect(payment?.capturable.isZero == true)
    }
  }

  /// Orders, attempts, ledger and providers agree to the cent, and each operation moved its money once.
  func expectAgreement() {
    let theirs = Dictionary(orders.map { ($0.order ?? "", $0) }) { first, _ in first }
    #expect(theirs.count == orders.count, "Every charge belongs to one order in one currency.")
    let ours = Dictionary(grouping: files, by: \.order.number)
    for (number, their) in theirs {
      #expect(ours[number] != nil, "Money moved for the order \(number), which is not ours.")
      #expect(their.payments.filter { $0.captured.minorUnits > 0 }.count <= 1, "\(number) was captured twice.")
    }
    var sales: Int64 = 0
    for (number, attempts) in ours {
      let payments = attempts.compactMap(\.checkout.payment)
      let captured = payments.map(\.captured.minorUnits).reduce(0, +)
      let refunded = payments.map(\.refunded.minorUnits).reduce(0, +)
      #expect(captured == theirs[number]?.captured.minorUnits ?? 0, "\(number): captured")
      #expect(refunded == theirs[number]?.refunded.minorUnits ?? 0, "\(number): refunded")
      let held = payments.map(\.capturable.minorUnits).reduce(0, +)
      #expect(held == theirs[number]?.held.minorUnits ?? 0, "\(number): held")
      for payment in payments { expectOnce(payment, number) }
      let paid = attempts.filter { $0.checkout.phase == .paid }
      #expect(paid.count <= 1, "\(number) is paid twice.")
      #expect(paid.first?.checkout.id == attempts.first?.order.paidBy, "\(number): order and attempts")
      let agreed = paid.first?.checkout.agreed?.total.minorUnits ?? 0
      let returned = paid.first?.checkout.payment?.refunded.minorUnits ?? 0
      if attempts.contains(where: { $0.checkout.capture == .manual }) {
        #expect(captured + held <= agreed, "\(number): agreed")
      } else {
        #expect(captured - refunded == agreed - returned && held == 0, "\(number): agreed")
      }
      sales += captured - refunded
    }
    #expect(balances.map(\.amount.minorUnits).reduce(0, +) == 0)
    // In several currencies.
    let booked = balances.filter { $0.account == .sales }.map(\.amount.minorUnits).reduce(0, +)
    #expect(booked == -sales)
  }

  /// An operation that was executed twice shows in the provider's totals, and is one operation here.
  private func expectOnce(_ payment: Payment, _ number: String) {
    #expect(payment.refunded.minorUnits == payment.moved(by: .refund), "\(number): a refund was executed twice.")
    // At some providers a payment is captured without an operation.
    guard payment.operations.contains(where: { $0.kind == .capture }) else { return }
    #expect(payment.captured.minorUnits == payment.moved(by: .capture), "\(number): a capture was executed twice.")
  }
}

extension Payment {
  fileprivate func moved(by kind: Operation.Kind) -> Int64 {
    operations.filter { $0.kind == kind && $0.state == .succeeded }.map(\.amount.minorUnits).reduce(0, +)
  }
}
