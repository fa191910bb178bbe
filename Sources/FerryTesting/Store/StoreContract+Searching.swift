import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider

extension StoreContract {
  static let searching: [Check] = [
    Check("checkouts are filtered by phase and provider, alone and together") { store in
      try await fill(store)
      func ids(_ filter: CheckoutFilter) async throws -> [CheckoutID] { try await pages(filter, in: store) }
      try requireEqual(try await ids(CheckoutFilter(phases: [.paid])), ["paid-3", "paid-2", "paid-1"], "those paid")
      try requireEqual(
        try await ids(CheckoutFilter(phases: [.paid, .cancelled])), ["gone", "paid-3", "paid-2", "paid-1"],
        "those of two phases")
      try requireEqual(try await ids(CheckoutFilter(phases: [])), [], "those of no phase")
      try requireEqual(try await ids(CheckoutFilter(provider: "bank")), ["gone", "paid-3", "open-2"], "one provider's")
      try requireEqual(
        try await ids(CheckoutFilter(provider: "bank", phases: [.paid, .open])), ["paid-3", "open-2"],
        "one provider's in two phases")
      try requireEqual(try await ids(CheckoutFilter(provider: "nobody")), [], "another provider's")
    },
    Check("a list by every filter together has the checkouts that meet all") { store in
      try await fill(store)
      try await SampleAttempt("toys", shop: "toys", provider: "bank", createdAt: start + .seconds(3)).open(in: store)
      try await SampleAttempt("real", mode: .live, provider: "bank", createdAt: start + .seconds(3)).open(in: store)
      let all = CheckoutFilter(
        shop: "books", mode: .test, provider: "bank", phases: [.paid], payment: .any, from: start + .seconds(4),
        before: start + .seconds(6))
      try requireEqual(try await pages(all, in: store), ["paid-3"], "those that meet all")
      var others = [all, all, all, all, all, all, all]
      others[0].shops = ["toys"]
      others[1].mode = .live
      others[2].provider = SampleAttempt.provider
      others[3].phases = [.open]
      others[4].payment = .capturable
      others[5].from = start + .seconds(5)
      others[6].before = start + .seconds(4)
      for other in others { try requireEqual(try await pages(other, in: store), [], "those that fail one, \(other)") }
    },
    Check("payments are filtered by phase and provider") { store in
      try await fill(store)
      func ids(_ filter: CheckoutFilter) async throws -> [CheckoutID] { try await pages(filter, in: store) }
      try requireEqual(
        try await ids(CheckoutFilter(provider: SampleAttempt.provider, payment: .any)), ["paid-2", "paid-1"],
        "one provider's payments")
      try requireEqual(try await ids(CheckoutFilter(phases: [.open], payment: .any)), [], "payments that are open")
      try requireEqual(
        try await ids(CheckoutFilter(phases: [.paid], payment: .capturable)), ["paid-2"], "paid ones to be captured")
    },
    Check("payments with an open dispute are a list of their own, which one that has ended leaves") { store in
      try await fill(store)
      for (state, listed) in [(.needsResponse, ["paid-1"]), (.lost, [])] as [(DisputeState, [CheckoutID])] {
        try await store.update("paid-1") { file, _ in
          let report = DisputeReport("D-1", state: state)
          _ = try file.checkout.receive(.recordDispute(report), at: start, for: &file.order)
        }
        try requireEqual(try await pages(CheckoutFilter(payment: .disputed), in: store), listed, "disputed, \(state)")
        try requireEqual(
          try await pages(CheckoutFilter(payment: [.disputed, .pending]), in: store), [], "disputed and pending")
      }
    },
    Check("evidence is kept for the command that sends it, and deleted with it") { store in
      try await fill(store)
      let evidence = [
        Evidence(EvidencePart(.receipt, .pdf), [1, 0, 255]), Evidence(EvidencePart(.other), Array("品物".utf8)),
      ]
      let command = try await store.update("paid-1") { file, change in
        let read = Outcome.observed(Observation(disputes: [DisputeReport("D-1", state: .needsResponse)]))
        _ = try file.checkout.receive(.disputeNoticed("D-1"), at: start, for: &file.order)
        _ = try file.checkout.receive(.performed(file.checkout.lastCommand, read), at: start, for: &file.order)
        let answer = Event.answerDispute("D-1", "a", digest: "d", evidence.map(\.part))
        let decision = try file.checkout.receive(answer, at: start, for: &file.order)
        file.outstanding += decision.commands.map { StoredCommand(checkout: file.checkout, command: $0, at: start) }
        change.evidence = evidence
        return decision.commands[0].number
      }
      try await store.update("paid-1") { file, _ in file.outstanding[0].attempts += 1 }
      try requireEqual(try await store.evidence("paid-1", of: command), evidence, "the evidence")
      try requireEqual(try await store.evidence("paid-1", of: command + 1), [], "that of another command")
      try requireEqual(try await store.evidence("paid-2", of: command), [], "that of another checkout")
      try await store.update("paid-1") { file, _ in
        file.outstanding.removeAll { $0.command.number == command }
        file.checkout.forgetDisputeCommands(besides: [])
      }
      try requireEqual(try await store.evidence("paid-1", of: command), [], "the evidence of a complete command")
    },
    Check("a checkout is looked up by each of its keys, exactly") { store in
      try await SampleAttempt("one", order: "o").open(in: store) { file in
        file.details = BuyerDetails(
          buyer: BuyerBody(name: nil, email: "Taro@Example.com", phone: nil), shippingAddress: nil,
          paymentDescriptor: nil)
        file.buyerFacts = BuyerFacts(email: "stated@example.com")
      }
      try await store.update("one") { _, change in
        change.references = [.sample("S-1"), ProviderReference("other", "C-1")]
      }
      try await SampleAttempt("two", provider: "bank").open(in: store)
      try await store.update("two") { _, change in change.references = [.sample("S-2")] }
      let keys: [(CheckoutSearch.Key, [String])] = [
        (.orderReference, ["ref-o"]), (.orderNumber, ["F-order-o-test"]), (.providerReference, ["S-1", "C-1"]),
      ]
      for (key, texts) in keys {
        for text in texts {
          func ids(_ text: String, _ key: CheckoutSearch.Key) async throws -> [CheckoutID] {
            try await pages(CheckoutFilter(searches: [CheckoutSearch(text, in: key)]), in: store)
          }
          try requireEqual(try await ids(text, key), ["one"], "what \(text) finds")
          for other in CheckoutSearch.Key.allCases where other != key {
            try requireEqual(try await ids(text, other), [], "what \(text) finds under another key")
          }
          try requireEqual(try await ids(String(text.dropLast()), key), [], "what a part of \(text) finds")
        }
      }
    },
    Check("searches are combined with each other, with the other filters, and with paging") { store in
      for number in 1...3 {
        let id = "a\(number)"
        try await SampleAttempt(id, order: "o", createdAt: start + .seconds(number)).open(in: store) { file in
          file.buyerFacts = BuyerFacts(email: "taro@example.com")
        }
        if number < 3 { try await cancel(CheckoutID(id), in: store) }
      }
      var toys = SampleAttempt("toys", shop: "toys", createdAt: start)
      toys.reference = "ref-o"
      try await toys.open(in: store)
      let order = CheckoutSearch("ref-o", in: .orderReference)
      func ids(_ filter: CheckoutFilter) async throws -> [CheckoutID] { try await pages(filter, in: store) }
      try requireEqual(try await ids(CheckoutFilter(searches: [order])), ["a3", "a2", "a1", "toys"], "an order's")
      try requireEqual(try await ids(CheckoutFilter(shop: "toys", searches: [order])), ["toys"], "of one shop")
      try requireEqual(
        try await ids(CheckoutFilter(phases: [.cancelled], searches: [order])), ["a2", "a1"], "of one phase")
      try requireEqual(
        try await ids(CheckoutFilter(searches: [order], from: start + .seconds(2), before: start + .seconds(3))),
        ["a2"],
        "of a time")
      try requireEqual(try await ids(CheckoutFilter(payment: .any, searches: [order])), [], "with a payment")
      let number = CheckoutSearch("F-order-o-test", in: .orderNumber)
      try requireEqual(
        try await ids(CheckoutFilter(searches: [order, number])), ["a3", "a2", "a1"], "what both searches find")
      let overdue = CheckoutFilter(overdueAt: start + .seconds(1_000_000), searches: [order])
      try requireEqual(try await ids(overdue), [], "what is overdue of them")
    },
  ]

  /// Checkouts a second apart, of two providers and four phases.
  static func fill(_ store: any Store) async throws {
    let attempts: [(id: String, provider: ProviderID)] = [
      ("open-1", SampleAttempt.provider), ("paid-1", SampleAttempt.provider), ("open-2", "bank"),
      ("paid-2", SampleAttempt.provider), ("paid-3", "bank"), ("gone", "bank"),
    ]
    for (second, attempt) in attempts.enumerated() {
      try await SampleAttempt(
        attempt.id, provider: attempt.provider, createdAt: start + .seconds(second),
        capture: attempt.id == "paid-2" ? .manual : .automatic
      ).open(in: store)
      guard attempt.id.hasPrefix("paid") else { continue }
      try await store.update(CheckoutID(attempt.id)) { file, change in
        change.ledger = try file.pay(session: "S-\(attempt.id)", charge: "C-\(attempt.id)")
      }
    }
    try await cancel("gone", in: store)
  }

  /// The checkouts of a filter, read page by page in every size. All sizes must give the same.
  static func pages(_ filter: CheckoutFilter, in store: any Store) async throws -> [CheckoutID] {
    let all = try await store.checkouts(filter, limit: 100).map(\.checkout.id)
    for size in 1...3 {
      var rest = filter
      var ids: [CheckoutID] = []
      while true {
        let page = try await store.checkouts(rest, limit: size)
        ids += page.map(\.checkout.id)
        guard page.count == size, let last = page.last, ids.count <= all.count else { break }
        rest.after = CheckoutPlace(last.checkout)
      }
      try requireEqual(ids, all, "pages of \(size)")
    }
    return all
  }
}
