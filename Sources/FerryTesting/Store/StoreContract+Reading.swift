import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider

extension StoreContract {
  static let reading: [Check] = [
    Check("a provider's reference belongs to one checkout, in its own mode") { store in
      try await SampleAttempt("one").open(in: store)
      try await SampleAttempt("two").open(in: store)
      try await SampleAttempt("three", mode: .live).open(in: store)
      try await store.update("one") { _, change in change.references = [.sample("S-1")] }
      try await store.update("one") { _, change in change.references = [.sample("S-1")] }
      try await requireError(StoreError.referenceTaken, "the same reference for another checkout") {
        try await store.update("two") { _, change in change.references = [.sample("S-1")] }
      }
      try await store.update("three") { _, change in change.references = [.sample("S-1")] }
      try requireEqual(try await store.checkout(account, reference: .sample("S-1")), "one", "who has it in test mode")
      try requireEqual(
        try await store.checkout(liveAccount, reference: .sample("S-1")), "three", "who has it in live mode")
      try requireEqual(
        try await store.checkout(ProviderAccountID(provider: "other", mode: .test), reference: .sample("S-1")), nil,
        "who has it elsewhere")
      try requireEqual(
        try await store.checkout(
          ProviderAccountID(provider: SampleAttempt.provider, account: "second", mode: .test), reference: .sample("S-1")
        ),
        nil, "who has it at another account")
      try requireEqual(
        try await store.checkout(account, reference: ProviderReference("other", "S-1")), nil,
        "who has a reference of another kind")
    },
    Check("checkouts are listed newest first, filtered by shop, mode and finality") { store in
      try await SampleAttempt("old", createdAt: start).open(in: store)
      try await SampleAttempt("live", mode: .live, createdAt: start + .seconds(1)).open(in: store)
      try await SampleAttempt("toys", shop: "toys", createdAt: start + .seconds(2)).open(in: store)
      try await SampleAttempt("over", createdAt: start + .seconds(3)).open(in: store)
      try await store.update("over") { file, _ in
        _ = try file.checkout.receive(.cancel(.merchant), at: start + .seconds(4), for: &file.order)
      }
      func ids(_ filter: CheckoutFilter, limit: Int = 10) async throws -> [CheckoutID] {
        try await store.checkouts(filter, limit: limit).map(\.checkout.id)
      }
      try requireEqual(try await ids(CheckoutFilter()), ["over", "toys", "live", "old"], "all")
      try requireEqual(try await ids(CheckoutFilter(), limit: 2), ["over", "toys"], "two")
      try requireEqual(try await ids(CheckoutFilter(shop: "books")), ["over", "live", "old"], "one shop's")
      var several = CheckoutFilter(mode: .test)
      several.shops = ["toys", "books"]
      try requireEqual(try await ids(several), ["over", "toys", "old"], "those of two shops, in one order")
      several.shops = []
      try requireEqual(try await ids(several), [], "those of no shop")
      try requireEqual(try await ids(CheckoutFilter(mode: .live)), ["live"], "one mode's")
      try requireEqual(try await ids(CheckoutFilter(phases: .unfinished)), ["toys", "live", "old"], "those not final")
      try requireEqual(
        try await ids(CheckoutFilter(shop: "books", mode: .test, phases: .unfinished)), ["old"], "all filters together")
      try requireEqual(try await ids(CheckoutFilter(phases: [.held])), [], "those held, before there are any")
      try await hold("toys", in: store)
      try requireEqual(try await ids(CheckoutFilter(phases: [.held])), ["toys"], "those held")
      try requireEqual(try await ids(CheckoutFilter(shop: "books", phases: [.held])), [], "those held of another shop")
    },
    Check("checkouts are listed by their creation time, and from a place on") { store in
      // Two of one millisecond stand by their ids.
      for (id, seconds) in [("a", 0), ("c", 1), ("b", 1), ("d", 2)] {
        try await SampleAttempt(id, createdAt: start + .seconds(seconds)).open(in: store)
      }
      func ids(_ filter: CheckoutFilter, limit: Int = 10) async throws -> [CheckoutID] {
        try await store.checkouts(filter, limit: limit).map(\.checkout.id)
      }
      try requireEqual(try await ids(CheckoutFilter(from: start + .seconds(1))), ["d", "c", "b"], "from a moment on")
      try requireEqual(try await ids(CheckoutFilter(before: start + .seconds(1))), ["a"], "before a moment")
      var filter = CheckoutFilter()
      var pages: [[CheckoutID]] = []
      while pages.last?.isEmpty != true, pages.count < 9 {
        let page = try await store.checkouts(filter, limit: 1)
        pages.append(page.map(\.checkout.id))
        filter.after = page.last.map { CheckoutPlace($0.checkout) }
        // A new checkout comes first and moves no other to another page.
        try await SampleAttempt("new-\(pages.count)", createdAt: start + .seconds(9)).open(in: store)
      }
      try requireEqual(pages, [["d"], ["c"], ["b"], ["a"], []], "the pages")
    },
    Check("payments are filtered by their possible operations at a time") { store in
      for (id, shop) in [("open", "books"), ("taken", "books"), ("held", "books"), ("toys", "toys")] {
        try await SampleAttempt(id, shop: ShopID(shop), createdAt: start, capture: id == "held" ? .manual : .automatic)
          .open(in: store)
        guard id != "open" else { continue }
        try await store.update(CheckoutID(id)) { file, change in
          change.ledger = try file.pay(session: "S-\(id)", charge: "C-\(id)")
        }
      }
      func ids(_ state: CheckoutFilter.PaymentState, shop: ShopID? = nil) async throws -> [CheckoutID] {
        try await store.checkouts(CheckoutFilter(shop: shop, payment: state), limit: 10).map(\.checkout.id)
      }
      func receive(_ event: Event, _ id: CheckoutID) async throws {
        try await store.update(id) { file, change in
          change.ledger = try file.checkout.receive(event, at: start, for: &file.order).ledger
        }
      }
      try requireEqual(try await ids(.any), ["toys", "taken", "held"], "all payments")
      try requireEqual(try await ids(.any, shop: "toys"), ["toys"], "one shop's")
      try requireEqual(try await ids(.capturable), ["held"], "those to be captured")
      try requireEqual(try await ids(.pending), [], "those with an operation, before there is any")
      try await receive(.capture("k", nil), "held")
      try await receive(.refund("r", .yen(1)), "taken")
      try requireEqual(try await ids(.pending), ["taken", "held"], "those with an operation")
      try requireEqual(try await ids([.pending, .capturable]), ["held"], "those with both")
      let captured = ChargeObservation(
        reference: "C-held", state: .captured, authorized: .yen(4400), captured: .yen(4400), refunded: .yen(0))
      try await receive(.performed(1, .observed(Observation(charge: captured))), "held")
      try requireEqual(try await ids(.capturable), [], "those to be captured, when they were")
      try requireEqual(try await ids(.pending), ["taken"], "those with an operation, when one has ended")
    },
    Check("counts are grouped by provider and mode") { store in
      try requireEqual(try await store.backlog(at: start), [], "the backlog of an empty store")
      try await SampleAttempt("idle").open(in: store)
      try requireEqual(try await store.backlog(at: start), [], "the backlog without commands")
      try await SampleAttempt("one").open(in: store) { file in
        file.outstanding = [1, 2].map { number in
          StoredCommand(checkout: file.checkout, command: .read(number), at: start + .seconds(number))
        }
        file.outstanding[0].notBefore = start + .seconds(9)
      }
      try await SampleAttempt("two", mode: .live).open(in: store)
      try await hold("two", in: store)
      let expected = [
        Backlog(account: liveAccount, commands: 0, held: 1),
        Backlog(account: account, commands: 2, oldest: start + .seconds(1), firstDue: start + .seconds(2)),
      ]
      try requireEqual(try await store.backlog(at: start), expected, "the backlog")
      var overdue = expected
      overdue[1].overdue = 1
      let later = start + .seconds(1) + Checkout.patience
      try requireEqual(try await store.backlog(at: later), overdue, "the backlog when a command waits too long")
      func late(_ moment: Moment) async throws -> [CheckoutID] {
        try await store.checkouts(CheckoutFilter(overdueAt: moment), limit: 10).map(\.checkout.id)
      }
      try requireEqual(try await late(later), ["one"], "what is overdue")
      try requireEqual(try await late(later - .milliseconds(1)), [], "what is overdue a moment earlier")
      try await store.update("one") { file, _ in file.outstanding = [] }
      try requireEqual(try await store.backlog(at: start), [expected[0]], "the backlog without the commands")
    },
    Check("what a person must fix is found by account, the latest first") { store in
      try await SampleAttempt("one").open(in: store)
      try await SampleAttempt("two", mode: .live).open(in: store)
      try requireEqual(try await store.accountProblems(since: start), [], "the problems of accounts without any")
      func enter(_ what: LogEntry.What, after seconds: Int, of id: CheckoutID) async throws {
        try await store.update(id) { _, change in change.log = [LogEntry(at: start + .seconds(seconds), what)] }
      }
      try await enter(.misconfigured("Old."), after: -1, of: "one")
      try await enter(.misconfigured("A \"quoted\" reason. A fix."), after: 9, of: "two")
      try await enter(.misconfigured("First."), after: 10, of: "one")
      try await enter(.remark(#"{"what":{"misconfigured":"no"}}"#), after: 12, of: "two")
      try await enter(.misconfigured("Second."), after: 11, of: "one")
      try requireEqual(
        try await store.accountProblems(since: start),
        [
          AccountProblem(account: account, checkout: "one", at: start + .seconds(11), text: "Second.", entries: 2),
          AccountProblem(
            account: liveAccount, checkout: "two", at: start + .seconds(9), text: "A \"quoted\" reason. A fix."),
        ], "the problems of accounts")
    },
    Check("the checkouts of a time are counted by provider, mode, phase and length of the buyer's stay") { store in
      let end = start + .seconds(10)
      func counts(of shops: Set<ShopID>? = nil) async throws -> Set<CheckoutCount> {
        Set(try await store.counts(in: start..<end, of: shops))
      }
      func count(
        _ phase: PhaseName, _ checkouts: Int, hasLeft: Bool = false, away seconds: Int64? = nil, mode: Mode = .test
      ) -> CheckoutCount {
        CheckoutCount(
          provider: SampleAttempt.provider, mode: mode, phase: phase, hasLeft: hasLeft || seconds != nil,
          secondsAway: seconds, checkouts: checkouts)
      }
      try requireEqual(try await counts(), [], "the numbers of an empty store")
      try await SampleAttempt("earlier", createdAt: start - .milliseconds(1)).open(in: store)
      try await SampleAttempt("later", createdAt: end).open(in: store)
      try await SampleAttempt("live", mode: .live, createdAt: start).open(in: store)
      for id in ["one", "two", "away", "back", "early"] {
        try await SampleAttempt(id, createdAt: start).open(in: store)
      }
      let stays: [CheckoutID: ProviderStay] = [
        "away": ProviderStay(leftAt: start),
        "back": ProviderStay(leftAt: start, returnedAt: start + .milliseconds(64_999)),
        "early": ProviderStay(leftAt: start, returnedAt: start - .seconds(9)),
      ]
      for (id, stay) in stays {
        try await store.update(id) { file, _ in file.firstStay = stay }
        try requireEqual(try await store.file(id)?.firstStay, stay, "the stay")
      }
      try requireEqual(
        try await counts(),
        [
          count(.open, 2), count(.open, 1, hasLeft: true), count(.open, 1, mode: .live), count(.open, 1, away: 64),
          count(.open, 1, away: 0),
        ],
        "the numbers")
      try await SampleAttempt("toys", shop: "toys", createdAt: start).open(in: store)
      try requireEqual(try await counts(of: ["toys", "none"]), [count(.open, 1)], "the numbers of other shops")
      try requireEqual(try await counts(of: []), [], "the numbers of no shop")
    },
    Check("work that is postponed beyond a time is found in the order of ids") { store in
      try requireEqual(try await store.lastWritten(), nil, "when an empty store was last written")
      try await SampleAttempt("c", lifetime: .seconds(100)).open(in: store)
      try await SampleAttempt("b", lifetime: .seconds(10)).open(in: store) { file in
        file.outstanding = [StoredCommand(checkout: file.checkout, command: .read(1), at: start + .seconds(50))]
      }
      try await SampleAttempt("a", lifetime: .seconds(70)).open(in: store)
      func waiting(_ seconds: Int, after id: CheckoutID? = nil, limit: Int = 10) async throws -> [CheckoutID] {
        try await store.waiting(beyond: start + .seconds(seconds), after: id, limit: limit)
      }
      try requireEqual(try await waiting(0), ["a", "b", "c"], "all checkouts")
      try requireEqual(try await waiting(0, limit: 2), ["a", "b"], "two of them")
      try requireEqual(try await waiting(0, after: "b"), ["c"], "those after the second")
      try requireEqual(try await waiting(50), ["a", "c"], "those that are put off for longer")
      try requireEqual(try await waiting(100), [], "those beyond the last")

      try await store.update("a") { _, change in
        change.log = [3, 5, 4].map { LogEntry(at: start + .seconds($0), .remark("\($0)")) }
      }
      try requireEqual(try await store.lastWritten(), start + .seconds(5), "the latest moment of the log")
    },
    Check("log entries keep their order and rise in position over all checkouts") { store in
      try await SampleAttempt("one").open(in: store, change: .remarks("a", "b"))
      try await SampleAttempt("two").open(in: store, change: .remarks("c"))
      try await store.update("one") { _, change in change = .remarks("d") }
      let all = try await store.log(nil, after: 0, limit: 10)
      try requireEqual(all.map(\.entry.what), ["a", "b", "c", "d"].map { .remark($0) }, "the whole log")
      try requireEqual(all.map(\.checkout), ["one", "one", "two", "one"], "whose entries they are")
      guard zip(all, all.dropFirst()).allSatisfy({ $0.position < $1.position }), all.allSatisfy({ $0.position > 0 })
      else { throw ContractViolation("Positions do not rise from above zero: \(all.map(\.position)).") }
      try requireEqual(
        try await store.log("one", after: 0, limit: 10).map(\.entry.what), ["a", "b", "d"].map { .remark($0) },
        "one checkout's log")
      let later = try await store.log(nil, after: all[1].position, limit: 1)
      try requireEqual(later, [all[2]], "the one entry after the second")
      try requireEqual(try await store.log(nil, after: all[3].position, limit: 10), [], "entries after the last")
    },
    Check("the erasure of a buyer keeps money and timeline") { store in
      let entry = LedgerEntry.sample("C-1=4400")
      try await SampleAttempt("one").open(in: store, change: .remarks("opened")) { file in
        file.details = BuyerDetails(buyer: nil, shippingAddress: nil, paymentDescriptor: "Card")
        file.buyerFacts = BuyerFacts(ipAddress: "192.0.2.7", userAgent: "Browser")
        file.record = [1]
      }
      try await store.update("one") { _, change in
        change.ledger = [entry]
        change.references = [.sample("S-1")]
      }
      var expected = try await store.file("one")
      expected?.details = nil
      expected?.buyerFacts = nil
      try await store.forget("one")
      try await store.forget("one")
      try requireEqual(try await store.file("one"), expected, "the file")
      try requireEqual(try await store.ledger("one"), [entry], "the ledger")
      try requireEqual(try await store.log("one", after: 0, limit: 10).count, 1, "entries in the log")
      try requireEqual(try await store.checkout(account, reference: .sample("S-1")), "one", "who has the reference")
    },
  ]

  /// The provider takes another amount than was agreed to.
  private static func hold(_ id: CheckoutID, in store: any Store) async throws {
    try await store.update(id) { file, _ in
      _ = try file.pay(charge: "C-\(id)")
      let wrong = Observation(
        sessionReference: "S-1", session: .completed,
        charge: ChargeObservation(
          reference: "C-\(id)", state: .captured, authorized: .yen(1), captured: .yen(1), refunded: .yen(0)))
      _ = try file.checkout.receive(.performed(1, .observed(wrong)), at: start, for: &file.order)
    }
  }
}
