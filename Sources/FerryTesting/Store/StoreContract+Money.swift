import FerryCheckout
import FerryCore
import FerryEngine

extension StoreContract {
  static let money: [Check] = [
    Check("a movement is entered once, with any number of repetitions") { store in
      try await SampleAttempt("one").open(in: store)
      let capture = LedgerEntry.sample("C-1=4400")
      let refund = LedgerEntry.sample("C-1=4400", kind: .refund, from: .receivable, to: .refundPending)
      try await store.update("one") { _, change in change.ledger = [capture, capture] }
      try await store.update("one") { _, change in change.ledger = [capture, refund] }
      try requireEqual(try await store.ledger("one"), [capture, refund], "the ledger")
    },
    Check("a movement with another amount is refused with its whole update") { store in
      try await SampleAttempt("one").open(in: store)
      try await SampleAttempt("two").open(in: store)
      try await store.update("one") { _, change in change.ledger = [.sample("C-1", yen: 4400)] }
      try await requireInconsistent("another amount") {
        try await store.update("one") { file, change in
          file.record = [1]
          change.ledger = [.sample("C-2", yen: 1), .sample("C-1", yen: 4500)]
        }
      }
      try await requireInconsistent("another checkout") {
        try await store.update("two") { _, change in change.ledger = [.sample("C-1", yen: 4400)] }
      }
      try requireEqual(try await store.ledger("one"), [.sample("C-1", yen: 4400)], "the ledger")
      try requireEqual(try await store.file("one")?.record, nil, "the record")
      try requireEqual(try await store.ledger("two"), [], "the other's ledger")
    },
    Check("an amount in the ledger is above zero and moves between two accounts") { store in
      try await SampleAttempt("one").open(in: store)
      for entry in [LedgerEntry.sample("C-1", yen: 0), .sample("C-1", yen: -1), .sample("C-1", from: .receivable)] {
        try await requireInconsistent("\(entry)") {
          try await store.update("one") { _, change in change.ledger = [entry] }
        }
      }
      try requireEqual(try await store.ledger("one"), [], "the ledger")
    },
    Check("two checkouts whose operations have the same names keep their movements apart") { store in
      for (id, charge) in [("one", "C-1"), ("two", "C-2")] {
        let attempt = SampleAttempt(id)
        try await attempt.open(in: store)
        try await store.update(attempt.checkout) { file, change in
          change.ledger = try file.pay(session: "S-\(charge)", charge: charge)
          let refund = Event.refund("refund-1", .yen(1000))
          change.ledger += try file.checkout.receive(refund, at: start, for: &file.order).ledger
        }
      }
      let (one, two) = (try await store.ledger("one"), try await store.ledger("two"))
      let refund = LedgerEntry.sample(
        "C-2#refund-1", yen: 1000, kind: .refundRequested, from: .refundPending, to: .sales)
      try requireEqual(one.count, two.count, "the number of entries")
      try requireEqual(two.last, refund, "the second refund")
      let sums = try await store.balances().map { ($0.account, $0.amount) }
      for (account, amount) in [(LedgerEntry.Account.receivable, Money.yen(8800)), (.refundPending, .yen(-2000))] {
        try requireEqual(sums.first { $0.0 == account }?.1, amount, "the sum of \(account.rawValue)")
      }
    },
    Check("the same movement in the other mode is a different one") { store in
      try await SampleAttempt("one").open(in: store)
      try await SampleAttempt("two", mode: .live).open(in: store)
      try await store.update("one") { _, change in change.ledger = [.sample("C-1", yen: 100)] }
      try await store.update("two") { _, change in change.ledger = [.sample("C-1", yen: 200)] }
      try requireEqual(try await store.ledger("two"), [.sample("C-1", yen: 200)], "the live ledger")
    },
    Check("accounts sum up by mode and currency, and all of them to zero") { store in
      try await SampleAttempt("one").open(in: store)
      try await SampleAttempt("two", mode: .live).open(in: store)
      try requireEqual(try await store.balances(), [], "the balances of an empty ledger")
      try await store.update("one") { _, change in
        change.ledger = [
          .sample("C-1", yen: 4400),
          .sample("R-1", yen: 1000, kind: .refundRequested, from: .refundPending, to: .sales),
          LedgerEntry(
            kind: .capture, externalID: "C-2", debit: .receivable, credit: .sales,
            amount: Money(minorUnits: 250, .eur)),
        ]
      }
      try await store.update("two") { _, change in change.ledger = [.sample("C-1", yen: 70)] }
      let balances = try await store.balances()
      func balance(_ mode: Mode, _ account: LedgerEntry.Account, _ amount: Money) -> Balance {
        Balance(
          accountID: ProviderAccountID(provider: SampleAttempt.provider, mode: mode), account: account, amount: amount)
      }
      let expected: Set<Balance> = [
        balance(.test, .receivable, .yen(4400)), balance(.test, .sales, .yen(-3400)),
        balance(.test, .refundPending, .yen(-1000)), balance(.test, .receivable, Money(minorUnits: 250, .eur)),
        balance(.test, .sales, Money(minorUnits: -250, .eur)), balance(.live, .receivable, .yen(70)),
        balance(.live, .sales, .yen(-70)),
      ]
      try requireEqual(Set(balances), expected, "the balances")
      try requireEqual(balances.count, expected.count, "the number of balances")
      for currency in [Currency.jpy, .eur] {
        let sum = balances.filter { $0.amount.currency == currency }.reduce(0) { $0 + $1.amount.minorUnits }
        try requireEqual(sum, 0, "the sum of all accounts in \(currency)")
      }
    },
  ]
}
