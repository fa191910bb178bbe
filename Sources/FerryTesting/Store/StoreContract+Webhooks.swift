import FerryCheckout
import FerryCore
import FerryEngine

extension StoreContract {
  static let webhooks: [Check] = [
    Check("messages and their checkout's change are stored together or not at all") { store in
      try await SampleAttempt("one").open(in: store)
      let first = WebhookDelivery.sample("one", 1)
      let second = WebhookDelivery.sample("one", 2, endpoint: "crm", after: 1)
      try await store.update("one") { file, change in
        file.lastMessage = 2
        change.webhooks = [first, second]
      }
      try requireEqual(try await store.file("one")?.lastMessage, 2, "the last message's number")
      try requireEqual(try await store.delivery(first.id), first, "the first message")
      try requireEqual(try await store.delivery(second.id), second, "the second message")
      try requireEqual(try await store.delivery(.sample("one", 2)), nil, "a message for another endpoint")
      try await requireError(Refused(), "a decision that is thrown away") {
        try await store.update("one") { file, change in
          file.lastMessage = 3
          change.webhooks = [.sample("one", 3)]
          throw Refused()
        }
      }
      try await requireInconsistent("a message twice") {
        try await store.update("one") { file, change in
          file.lastMessage = 3
          change.webhooks = [.sample("one", 3), .sample("one", 1)]
        }
      }
      try await requireInconsistent("a message of another checkout") {
        try await store.update("one") { _, change in change.webhooks = [.sample("two", 1)] }
      }
      try requireEqual(try await store.file("one")?.lastMessage, 2, "the last message's number afterwards")
      try requireEqual(try await store.deliveries(WebhookFilter(), limit: 9), [second, first], "what is kept")
    },
    Check("messages are listed page by page, each once, by every filter") { store in
      for name in ["one", "two"] { try await SampleAttempt(name).open(in: store) }
      for name in ["one", "two"] as [CheckoutID] {
        try await store.update(name) { _, change in
          change.webhooks = [1, 2, 3].flatMap { number in
            ["crm", "orders"].map { .sample(name, number, endpoint: $0, after: number / 3) }
          }
        }
      }
      for filter in [
        WebhookFilter(), WebhookFilter(endpoint: "crm"), WebhookFilter(shop: "books"), WebhookFilter(shop: "toys"),
      ] {
        let all = try await store.deliveries(filter, limit: 100)
        for size in 1...4 {
          var rest = filter
          var found: [WebhookDelivery] = []
          while true {
            let page = try await store.deliveries(rest, limit: size)
            found += page
            guard page.count == size, let last = page.last, found.count <= all.count else { break }
            rest.after = WebhookPlace(last)
          }
          try requireEqual(found, all, "pages of \(size)")
        }
      }
      try requireEqual(try await store.deliveries(WebhookFilter(), limit: 100).count, 12, "all messages")
    },
    Check("due messages are read by endpoint, sorted by due time and then by order") { store in
      for name in ["one", "two"] { try await SampleAttempt(name).open(in: store) }
      try await store.update("two") { _, change in
        change.webhooks = [.sample("two", 1, after: 2), .sample("two", 1, endpoint: "crm", after: 2)]
      }
      try await store.update("one") { _, change in
        change.webhooks = [.sample("one", 2), .sample("one", 10), .sample("one", 1), .sample("one", 3, after: 1)]
      }
      func due(_ seconds: Int, _ limits: [WebhookEndpointID: Int]) async throws -> [String] {
        let demands = limits.sorted { $0.key < $1.key }.map { WebhookDemand($0.key, limit: $0.value) }
        let due = try await store.dueDeliveries(at: start + .seconds(seconds), demands)
        return due.deliveries.map { "\($0.id.endpoint) \($0.id.message)" }
      }
      try requireEqual(try await due(9, [:]), [], "what is due to nobody")
      try requireEqual(
        try await due(0, ["orders": 9]), ["orders msg_one_1", "orders msg_one_2", "orders msg_one_10"], "what is due")
      try requireEqual(
        try await due(2, ["crm": 9, "orders": 4]),
        ["crm msg_two_1", "orders msg_one_1", "orders msg_one_2", "orders msg_one_10", "orders msg_one_3"],
        "what is due later, and not more than asked for")
      func next(_ seconds: Int, _ endpoint: WebhookEndpointID) async throws -> Moment? {
        let now = start + .seconds(seconds)
        let due = try await store.dueDeliveries(at: now, [WebhookDemand(endpoint, limit: 0)])
        return due.next
      }
      try requireEqual(try await next(0, "orders"), start + .seconds(1), "the next moment")
      try requireEqual(try await next(0, "crm"), start + .seconds(2), "the next moment of another endpoint")
      try requireEqual(try await next(2, "orders"), nil, "the next moment after all")
    },
    Check("the outcome of a message is stored; only a person reopens a closed one") { store in
      try await SampleAttempt("one").open(in: store)
      try await SampleAttempt("two").open(in: store)
      let id = WebhookDelivery.ID.sample("one", 1)
      func apply(_ change: WebhookDeliveryChange) async throws -> WebhookDelivery? {
        try await store.update("one") { _, written in written.deliveries = [WebhookUpdate(id, change)] }
        return try await store.delivery(id)
      }
      try requireEqual(try await apply(.parked(at: start, result: "x")), nil, "a message that is not there")
      try await store.update("one") { _, change in change.webhooks = [.sample("one", 1), .sample("one", 2)] }
      let putOff = try await apply(.putOff(until: start + .seconds(5), result: "answered 500"))
      try requireEqual(putOff?.attempts, 1, "attempts")
      try requireEqual(putOff?.dueAt, start + .seconds(5), "when it is due")
      try requireEqual(putOff?.lastResult, "answered 500", "the last result")
      let later = try await store.dueDeliveries(at: start, [WebhookDemand("orders", limit: 9)])
      try requireEqual(later.deliveries.map(\.id), [.sample("one", 2)], "what is due meanwhile")
      try requireEqual(later.next, start + .seconds(5), "the next moment")
      try await store.bringForwardDeliveries(to: start + .seconds(1))
      try requireEqual(try await store.delivery(id)?.dueAt, start + .seconds(1), "when it is due, brought forward")
      try await requireInconsistent("a message of another checkout") {
        try await store.update("two") { _, written in
          written.deliveries = [WebhookUpdate(id, .delivered(at: start, result: "x"))]
        }
      }
      let delivered = try await apply(.delivered(at: start + .seconds(6), result: "answered 204"))
      try requireEqual(delivered?.state, .delivered, "the state")
      try requireEqual(delivered?.attempts, 2, "attempts in the end")
      try requireEqual(delivered?.closedAt, start + .seconds(6), "when it was closed")
      try requireEqual(delivered?.dueAt, nil, "when it is due in the end")
      for late in [WebhookDeliveryChange.putOff(until: start, result: "y"), .parked(at: start, result: "y")] {
        try requireEqual(try await apply(late), delivered, "a late result")
      }
      let again = try await apply(.sentAgain(at: start + .seconds(9)))
      try requireEqual(again?.state, .waiting, "the state of what is sent again")
      try requireEqual(again?.attempts, 0, "the attempts of what is sent again")
      try requireEqual(again?.dueAt, start + .seconds(9), "when it is sent again")
      let parked = try await apply(.parked(at: start + .seconds(10), result: "answered 410"))
      try requireEqual(parked?.state, .parked, "the state of what is given up")
      try requireEqual(try await store.update("one") { file, _ in file.lastMessage }, 0, "the number, which nobody set")
    },
    Check("messages are found by checkout, number, endpoint and state, and the backlog is counted") { store in
      for name in ["one", "two"] { try await SampleAttempt(name).open(in: store) }
      try await store.update("one") { _, change in
        change.webhooks = [.sample("one", 1), .sample("one", 1, endpoint: "crm"), .sample("one", 2, after: 7)]
      }
      try await store.update("two") { _, change in
        change.webhooks = [.sample("two", 1, after: 9), .sample("two", 2, after: 9)]
        change.deliveries = [
          WebhookUpdate(.sample("two", 1), .parked(at: start, result: "x")),
          WebhookUpdate(.sample("two", 2), .delivered(at: start, result: "x")),
        ]
      }
      func found(_ filter: WebhookFilter, limit: Int = 9) async throws -> [String] {
        try await store.deliveries(filter, limit: limit).map { "\($0.id.endpoint) \($0.id.message)" }
      }
      let all = ["orders msg_two_2", "orders msg_two_1", "orders msg_one_2", "crm msg_one_1", "orders msg_one_1"]
      try requireEqual(try await found(WebhookFilter()), all, "all")
      try requireEqual(try await found(WebhookFilter(), limit: 2), Array(all.prefix(2)), "the latest two")
      try requireEqual(try await found(WebhookFilter(checkout: "one")).count, 3, "those of a checkout")
      try requireEqual(
        try await found(WebhookFilter(WebhookMessageID(checkout: "one", sequence: 1))),
        ["crm msg_one_1", "orders msg_one_1"], "those of a message")
      try requireEqual(try await found(WebhookFilter(endpoint: "crm")), ["crm msg_one_1"], "those of an endpoint")
      try requireEqual(try await found(WebhookFilter(state: .parked)), ["orders msg_two_1"], "those that are parked")
      try requireEqual(try await found(WebhookFilter(shop: "books", mode: .test)), all, "those of their shop")
      try requireEqual(try await found(WebhookFilter(shop: "toys")), [], "those of another shop")
      try requireEqual(
        try await store.webhookBacklog(),
        [
          WebhookBacklog(endpoint: "crm", waiting: 1, oldest: start),
          WebhookBacklog(endpoint: "orders", waiting: 2, oldest: start, parked: 1),
        ], "what is missing")
    },
    Check("messages are listed by shop and mode, alone and with every other filter, newest first") { store in
      try await SampleAttempt("one").open(in: store)
      try await SampleAttempt("toys", shop: "toys").open(in: store)
      try await SampleAttempt("live", mode: .live).open(in: store)
      for (id, seconds) in [("one", 1), ("toys", 2), ("live", 3)] as [(CheckoutID, Int)] {
        try await store.update(id) { _, change in
          change.webhooks = [.sample(id, 1, after: seconds), .sample(id, 2, endpoint: "crm", after: seconds)]
          change.deliveries = [WebhookUpdate(.sample(id, 1), .parked(at: start, result: "x"))]
        }
      }
      func found(_ filter: WebhookFilter, limit: Int = 9) async throws -> [String] {
        try await store.deliveries(filter, limit: limit).map { "\($0.id.message.checkout) \($0.id.endpoint)" }
      }
      let (one, toys, live) = (["one crm", "one orders"], ["toys crm", "toys orders"], ["live crm", "live orders"])
      try requireEqual(try await found(WebhookFilter()), live + toys + one, "all")
      try requireEqual(try await found(WebhookFilter(shop: "books")), live + one, "those of a shop")
      try requireEqual(try await found(WebhookFilter(shop: "books"), limit: 3), live + ["one crm"], "the latest three")
      try requireEqual(try await found(WebhookFilter(shop: "books", mode: .live)), live, "those of a mode too")
      try requireEqual(try await found(WebhookFilter(mode: .test)), toys + one, "those of a mode alone")
      try requireEqual(
        try await found(WebhookFilter(endpoint: "crm", shop: "books")), ["live crm", "one crm"], "at an endpoint")
      try requireEqual(
        try await found(WebhookFilter(state: .parked, shop: "books")), ["live orders", "one orders"], "in a state")
      try requireEqual(try await found(WebhookFilter(checkout: "one", shop: "books")), one, "of the shop's checkout")
      try requireEqual(try await found(WebhookFilter(checkout: "one", shop: "toys")), [], "of another's checkout")
      try requireEqual(try await found(WebhookFilter(checkout: "one", mode: .live)), [], "of another mode's checkout")
      var several = WebhookFilter(endpoint: "orders", state: .parked, mode: .test)
      several.shops = ["books", "toys", "none"]
      try requireEqual(try await found(several), ["toys orders", "one orders"], "those of several shops")
      several.shops = []
      try requireEqual(try await found(several), [], "those of no shop")
    },
    Check("all messages of a filter are changed together, up to the limit, with an entry in each timeline") { store in
      for name in ["one", "two"] { try await SampleAttempt(name).open(in: store) }
      try await store.update("one") { _, change in
        change.webhooks = [.sample("one", 1), .sample("one", 1, endpoint: "crm"), .sample("one", 2, after: 1)]
        change.deliveries = change.webhooks.map { WebhookUpdate($0.id, .parked(at: start, result: "x")) }
      }
      try await store.update("two") { _, change in
        change.webhooks = [.sample("two", 1, after: 2), .sample("two", 2, after: 3)]
        change.deliveries = [WebhookUpdate(.sample("two", 1), .parked(at: start, result: "x"))]
      }
      func sendAgain(_ limit: Int) async throws -> Int {
        try await store.changeDeliveries(WebhookFilter(endpoint: "orders", state: .parked), limit: limit) {
          delivery, checkout in
          let line = "\(delivery.id.message) \(delivery.attempts)"
          return (
            .sentAgain(at: start + .seconds(9)),
            LogEntry(at: start + .seconds(9), .event(line, phase: checkout.phase.name.rawValue))
          )
        }
      }
      func lines(_ id: CheckoutID) async throws -> [LogEntry] {
        try await store.log(id, after: 0, limit: 9).map(\.entry).filter { $0.at == start + .seconds(9) }
      }
      func entry(_ line: String) -> LogEntry { LogEntry(at: start + .seconds(9), .event(line, phase: "open")) }
      try requireEqual(try await sendAgain(2), 2, "how many were changed")
      try requireEqual(try await store.delivery(.sample("two", 1))?.state, .waiting, "the latest of them")
      try requireEqual(try await store.delivery(.sample("one", 2))?.state, .waiting, "the one before")
      try requireEqual(try await store.delivery(.sample("one", 1))?.state, .parked, "the one beyond the limit")
      try requireEqual(try await lines("one"), [entry("msg_one_2 1")], "the timeline")
      try requireEqual(try await lines("two"), [entry("msg_two_1 1")], "the other's timeline")
      try requireEqual(try await sendAgain(9), 1, "how many were left")
      let again = try await store.delivery(.sample("one", 1))
      try requireEqual(again?.dueAt, start + .seconds(9), "when it is sent")
      try requireEqual(again?.attempts, 0, "its attempts")
      try requireEqual(try await sendAgain(9), 0, "how many are left in the end")
      try requireEqual(
        try await store.delivery(.sample("one", 1, endpoint: "crm"))?.state, .parked, "the one for another endpoint")
      try requireEqual(try await lines("one"), [entry("msg_one_2 1"), entry("msg_one_1 1")], "the timeline in the end")
    },
    Check("closed messages are deleted after thirty days, and waiting ones are not") { store in
      try await SampleAttempt("one").open(in: store)
      try await store.update("one") { _, change in
        change.webhooks = (1...3).map { .sample("one", $0) }
        change.deliveries = [
          WebhookUpdate(.sample("one", 1), .delivered(at: start, result: "x")),
          WebhookUpdate(.sample("one", 2), .parked(at: start + .seconds(60), result: "x")),
        ]
      }
      let month = 30 * 86_400
      for (sequence, seconds, left) in [(4, month, [4, 3, 2, 1]), (5, month + 1, [5, 4, 3, 2])] {
        try await store.update("one") { _, change in
          change.webhooks = [.sample("one", sequence, after: seconds)]
        }
        let kept = try await store.deliveries(WebhookFilter(), limit: 9).map(\.id.message.sequence)
        try requireEqual(kept, left, "the messages that are left")
      }
    },
  ]
}
