import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider

extension StoreContract {
  static let reports: [Check] = [
    Check("a settlement report is kept once: the same file changes nothing, and another account has books of its own") {
      store in
      let first = NewReport.sample("one", [.sample("C1", 500)], by: "anna")
      let kept = ImportedReport(
        name: "one.txt", lines: 1, newLines: 1, period: start...start, importedAt: start, person: "anna")
      try requireEqual(try await store.keep(first), .imported(kept), "the first import")
      let again = NewReport.sample("one", [.sample("C1", 500)], by: "bert")
      try requireEqual(try await store.keep(again), .known(kept), "the second import")
      try requireEqual(try await store.reports(of: account, limit: 10), [kept], "the reports")
      try requireEqual(try await store.lines(of: .sample("P1")).count, 1, "the lines")
      let live = NewReport.sample("one", [.sample("C1", 500)], of: liveAccount)
      guard case .imported = try await store.keep(live) else {
        throw ContractViolation("Another account does not take the file.")
      }
      try requireEqual(try await store.lines(of: .sample("P1")).count, 1, "the lines after another account's")
    },
    Check("a line of a daily and of a monthly report counts once in its payout; equal lines of one report count each") {
      store in
      let twice = [
        SettlementLine.sample(nil, -30, kind: .other("Reserve")), .sample(nil, -30, kind: .other("Reserve")),
      ]
      _ = try await store.keep(.sample("day", [.sample("C1", 500, fee: -20)] + twice))
      let month = NewReport.sample("month", twice + [.sample("C1", 500, fee: -20, number: 9), .sample("C2", 70)])
      guard case .imported(let kept) = try await store.keep(month) else {
        throw ContractViolation("The monthly report was not imported.")
      }
      try requireEqual([kept.lines, kept.newLines], [4, 1], "the lines of the monthly report, and the new ones")
      let lines = try await store.lines(of: .sample("P1")).map(\.line)
      try requireEqual(lines.map(\.gross.minorUnits), [500, -30, -30, 70], "the payout's amounts")
      let entry = try await store.payouts(of: account, after: nil, limit: 10).first
      try requireEqual(entry?.gross, .yen(510), "the payout's sum")
      try requireEqual(entry?.fees, .yen(-20), "the payout's fees")
    },
    Check("payouts are listed by account, the latest first, page by page, each with its sums in its currency") {
      store in
      let euro = Money(minorUnits: 1250, try euro())
      var foreign = SettlementLine.sample("C9", 1, payout: "P2", after: 5)
      (foreign.gross, foreign.fee) = (euro, .zero(euro.currency))
      _ = try await store.keep(
        .sample(
          "one",
          [
            .sample("C1", 500, fee: -20, payout: "P1", after: 1),
            .sample("R1", -100, kind: .refund, payout: "P2", after: 3),
            .sample("C2", 900, payout: "P2", after: 2), .sample(nil, -800, kind: .transfer, payout: "P2", after: 4),
            .sample("C3", 7, payout: nil), foreign, .sample("C4", 1, payout: "P0", after: 1),
          ]))
      let all = try await store.payouts(of: account, after: nil, limit: 10)
      try requireEqual(
        all.map { "\($0.id.id) \($0.id.currency)" }, ["P2 EUR", "P2 JPY", "P1 JPY", "P0 JPY"], "the list")
      try requireEqual(
        all[1],
        PayoutEntry(
          id: .sample("P2"), at: start + .seconds(4), gross: .yen(800), fees: .yen(0), transferred: .yen(800), lines: 3),
        "a payout with a transfer")
      try requireEqual(all[2].transferred, nil, "the transfer of a payout without one")
      var paged: [PayoutEntry] = []
      while let page = try await store.payouts(of: account, after: paged.last?.place, limit: 1).first {
        paged.append(page)
        guard paged.count < 9 else { break }
      }
      try requireEqual(paged, all, "the list page by page")
      try requireEqual(try await store.payouts(of: liveAccount, after: nil, limit: 10), [], "another account's list")
    },
    Check("a line names the checkout with its transaction's id, else the one with its group's") { store in
      for name in ["one", "two"] {
        var change = Change()
        change.references = [ProviderReference("charge", "C-\(name)")]
        try await SampleAttempt(name).open(in: store, change: change)
      }
      _ = try await store.keep(
        .sample(
          "one",
          [
            .sample("C-one", 1, group: "C-two"), .sample("R1", -1, kind: .refund, group: "C-two", after: 1),
            .sample("C-none", 1, group: "G", after: 2),
          ]))
      let lines = try await store.lines(of: .sample("P1"))
      try requireEqual(lines.map(\.checkout), ["one", "two", nil], "the checkouts")
      try requireEqual(try await store.checkouts(["two", "none"]).map(\.checkout.id), ["two"], "the checkouts by id")
    },
    Check("a line belongs to a checkout's transaction, not to a session of the same number") { store in
      for (name, kind) in [("one", "session"), ("three", "order"), ("two", "transaction")] {
        var change = Change()
        change.references = [ProviderReference(kind, "4711")]
        try await SampleAttempt(name).open(in: store, change: change)
      }
      _ = try await store.keep(.sample("one", [.sample("4711", 1), .sample("R1", -1, kind: .refund, group: "4711")]))
      try requireEqual(try await store.lines(of: .sample("P1")).map(\.checkout), ["two", "two"], "the checkouts")
    },
    Check("a transaction that two reports have in two payouts counts once") { store in
      _ = try await store.keep(.sample("one", [.sample("C1", 500, payout: "day batch", after: 1)]))
      _ = try await store.keep(.sample("two", [.sample("C1", 500, payout: "day")]))
      try requireEqual(
        try await store.payouts(of: account, after: nil, limit: 10).map(\.id.id), ["day batch"], "the payouts")
      try requireEqual(try await store.reports(of: account, limit: 10).map(\.newLines), [0, 1], "the new lines")
    },
    Check("a report of 20,000 lines is kept whole") { store in
      let lines = (1...20_000).map { SettlementLine.sample("C\($0)", 1, number: $0) }
      guard case .imported(let kept) = try await store.keep(.sample("one", lines)) else {
        throw ContractViolation("The report was not imported.")
      }
      try requireEqual([kept.lines, kept.newLines], [20_000, 20_000], "the lines of the report, and the new ones")
      try requireEqual(
        try await store.payouts(of: account, after: nil, limit: 10).first?.gross, .yen(20_000), "the payout's sum")
    },
    Check("lines are found by charge in every payout, and by the time of their booking") { store in
      let lines: [SettlementLine] = [
        .sample("C1", 500, group: "G1", payout: "P1", after: 1), .sample("C2", 5, group: "G2", payout: "P1", after: 2),
        .sample("R1", -100, kind: .refund, group: "G1", payout: "P2", after: 3),
      ]
      _ = try await store.keep(.sample("one", lines))
      try requireEqual(
        try await store.lines(ofGroups: ["G1", "G3"], account).map(\.line), [lines[0], lines[2]],
        "the lines of a charge")
      try requireEqual(try await store.lines(ofGroups: ["G1"], liveAccount), [], "another account's lines")
      let window = (start + .seconds(2))..<(start + .seconds(3))
      try requireEqual(try await store.lines(of: account, in: window).map(\.line), [lines[1]], "the lines of a time")
    },
  ]

  private static func euro() throws -> Currency {
    guard let euro = Currency("EUR") else { throw ContractViolation("There is no euro.") }
    return euro
  }
}

extension NewReport {
  static func sample(
    _ name: String, _ lines: [SettlementLine], of account: ProviderAccountID = StoreContract.account,
    by person: String = "anna"
  ) -> NewReport {
    NewReport(
      account: account, digest: "digest of \(name)", name: "\(name).txt", report: SettlementReport(lines: lines),
      importedAt: StoreContract.start, person: person)
  }
}

extension PayoutID {
  static func sample(_ id: String) -> PayoutID { PayoutID(account: StoreContract.account, id: id, currency: .jpy) }
}

extension SettlementLine {
  /// - Parameter after: Seconds after the start.
  static func sample(
    _ id: String?, _ gross: Int64, kind: Kind = .capture, fee: Int64 = 0, group: String? = nil, payout: String? = "P1",
    after: Int = 0, number: Int = 1
  ) -> SettlementLine {
    SettlementLine(
      number: number, payout: payout, kind: kind, id: id, group: group ?? id, gross: .yen(gross), fee: .yen(fee),
      at: StoreContract.start + .seconds(after))
  }
}
