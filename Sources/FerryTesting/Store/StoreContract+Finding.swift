import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider

extension StoreContract {
  static let finding: [Check] = [
    Check("a checkout is found by everything that people write of it, in any case and width") { store in
      try await open("one", in: store, name: "Tanaka Tarō", email: "Taro.Yamada@Example.com", total: 16_520)
      try await store.update("one") { _, change in change.references = [.sample("P01-1234567-7654321")] }
      try await open("two", in: store, name: "山田 花子", email: "hanako@example.org", total: 1_652, at: 1)
      try await store.update("two") { _, change in change.references = [.sample("S02-1234567-7654321")] }
      let found = [
        "TANAKA": "one", "ｔａｎａｋａ": "one", "taro": "one", "ta": "one", "naka": "one", "aro": "one", "taro tan": "one",
        "yamada": "one", "taro.yamada@example.com": "one", "example.com": "one", "¥16,520": "one", "16520": "one",
        "￥１６，５２０": "one", "JPY 16520": "one", "4321": "one", "P01-12": "one", "p01-1234567-7654321": "one",
        "山田": "two", "田花": "two", "山田花子": "two", "花子　山田": "two", "花子": "two", "HANAKO": "two", "1,652": "two",
        "S02": "two", "tw": "two", "ro": nil, "aka taro": "one", "子花": nil, "165": nil, "tanaka hanako": nil,
        "1234567": nil, "taro@example.com": "one",
      ]
      for (text, id) in found.sorted(by: { $0.key < $1.key }) {
        try requireEqual(try await find(text, in: store), id.map { [CheckoutID($0)] } ?? [], "what \(text) finds")
      }
      try requireEqual(try await find("example", in: store), ["two", "one"], "what both have, newest first")
      try requireEqual(try await find("one", in: store), ["one"], "a checkout by its id")
    },
    Check("a search goes page by page, with the other filters") { store in
      for number in 1...7 {
        try await open("c\(number)", in: store, name: "Tanaka", email: nil, total: nil, at: number)
      }
      try await cancel("c3", in: store)
      let query = try required(SearchQuery("tanaka"))
      for size in 1...8 {
        var filter = CheckoutFilter()
        var ids: [CheckoutID] = []
        repeat {
          let page = try await store.find(query, filter, limit: size)
          try requireEqual(page.files.count <= size, true, "a page of \(size)")
          ids += page.files.map(\.checkout.id)
          filter.after = page.next
        } while filter.after != nil && ids.count < 20
        try requireEqual(ids, (1...7).reversed().map { CheckoutID("c\($0)") }, "pages of \(size)")
      }
      let open = try await store.find(query, CheckoutFilter(phases: [.open], before: start + .seconds(5)), limit: 10)
      try requireEqual(open.files.map(\.checkout.id), ["c4", "c2", "c1"], "those of a phase and time")
      let toys = try await store.find(query, CheckoutFilter(shop: "toys"), limit: 10)
      try requireEqual(toys.files.isEmpty, true, "none of another shop")
    },
    Check("an erased buyer is not found, and others of the name are") { store in
      try await open("one", in: store, name: "Tanaka", email: "taro@example.com", total: 100)
      try await open("two", in: store, name: "Tanaka", email: nil, total: 100)
      try await store.update("one") { file, change in try file.forgetBuyer(&change, at: start) }
      try requireEqual(try await find("tanaka", in: store), ["two"], "the name")
      try requireEqual(try await find("taro@example.com", in: store), [], "the address")
      try requireEqual(try await find("ref-one", in: store), ["one"], "its order")
      let buyer = try required(SearchQuery.buyer("taro@example.com"))
      try requireEqual(
        try await store.find(buyer, CheckoutFilter(), limit: 5).files.isEmpty, true, "the buyer's orders")
    },
    Check("a buyer's orders are those with the whole address") { store in
      try await open("one", in: store, name: nil, email: "Taro@example.com", total: 100)
      try await open("two", in: store, name: nil, email: "ataro@example.com", total: 100)
      let buyer = try required(SearchQuery.buyer("tARO@example.com"))
      let found = try await store.find(buyer, CheckoutFilter(), limit: 5)
      try requireEqual(found.files.map(\.checkout.id), ["one"], "the orders")
    },
    Check("a very long address, and one with a NUL, is stored and found") { store in
      // Random letters: a database must not be able to compress them.
      var generator = SplitMix64(seed: 1)
      let letters = (0..<5000).map { _ in UInt8.random(in: 0x61...0x7A, using: &generator) }
      let long = String(decoding: letters, as: UTF8.self)
      try await open("one", in: store, name: "taro\u{0}hanako", email: long + "@example.com", total: 100)
      for text in ["hanako", String(long.prefix(20))] {
        try requireEqual(try await find(text, in: store), ["one"], "what \(text) finds")
      }
      try await open("two", in: store, name: nil, email: "nul\u{0}@example.com", total: 100, at: 1)
      try requireEqual(try await find("nul", in: store), ["two"], "a short address with a NUL")
    },
    Check("checkouts are filtered by currency and total, and by what became of their money") { store in
      try await fill(store)
      func ids(_ filter: CheckoutFilter) async throws -> [CheckoutID] { try await pages(filter, in: store) }
      let jpy = CheckoutFilter(phases: [.paid], currency: .jpy)
      try requireEqual(try await ids(jpy), ["paid-3", "paid-2", "paid-1"], "those in yen")
      try requireEqual(try await ids(CheckoutFilter(currency: .eur)), [], "those in euro")
      let total = try required(try await store.file("paid-1")?.listedTotal).minorUnits
      let exact = CheckoutFilter(phases: [.paid], total: total...total)
      try requireEqual(try await ids(exact), ["paid-3", "paid-2", "paid-1"], "those of the amount")
      try requireEqual(try await ids(CheckoutFilter(phases: [.paid], total: 0...total - 1)), [], "those of less")
      let captured = CheckoutFilter(figure: FigureFilter(.captured, in: start..<start + .seconds(10)))
      try requireEqual(try await ids(captured), ["paid-3", "paid-1"], "those that were captured")
      let later = CheckoutFilter(figure: FigureFilter(.captured, in: start + .seconds(10)..<start + .seconds(20)))
      try requireEqual(try await ids(later), [], "those that were captured later")
      let refunded = CheckoutFilter(figure: FigureFilter(.refunded, in: start..<start + .seconds(10)))
      try requireEqual(try await ids(refunded), [], "those that were refunded")
    },
    Check("figures are summed by kind, provider and currency, of the shops that are asked for") { store in
      try await fill(store)
      let window = start..<start + .seconds(10)
      let sums = try await store.figures(in: window, .test, of: nil)
      let captured = sums.filter { $0.kind == .captured }
      try requireEqual(captured.map(\.checkouts).reduce(0, +), 2, "the captures")
      let total = try required(try await store.file("paid-1")?.checkout.payment?.captured)
      try requireEqual(
        captured.map(\.amount.minorUnits).reduce(0, +), 2 * total.minorUnits, "the sum of the captures")
      try requireEqual(Set(captured.map(\.provider)), [SampleAttempt.provider, "bank"], "their providers")
      try requireEqual(sums.filter { $0.kind == .paid }.map(\.checkouts).reduce(0, +), 3, "those paid")
      try requireEqual(try await store.figures(in: window, .test, of: ["toys"]), [], "another shop's")
      try requireEqual(try await store.figures(in: window, .live, of: nil), [], "another mode's")
      try requireEqual(
        try await store.figures(in: start + .seconds(10)..<start + .seconds(19), .test, of: nil), [], "later")
    },
    Check("the journal has what operators did, the latest first, by operator, time and shop") { store in
      try await SampleAttempt("one").open(in: store)
      let alice = ActingOperator(name: "alice", address: "192.0.2.7")
      try await store.update("one") { _, change in change.note("refund", by: alice, at: start) }
      try await store.note(JournalEntry(at: start + .seconds(1), by: "bob", "signed in", from: nil))
      func acts(_ filter: JournalFilter, limit: Int = 10) async throws -> [String] {
        try await store.journal(filter, limit: limit).map(\.entry.act)
      }
      try requireEqual(try await acts(JournalFilter()), ["signed in", "refund"], "all")
      try requireEqual(try await acts(JournalFilter(person: "alice")), ["refund"], "an operator's")
      try requireEqual(try await acts(JournalFilter(from: start + .seconds(1))), ["signed in"], "the later")
      try requireEqual(try await acts(JournalFilter(before: start + .seconds(1))), ["refund"], "the earlier")
      try requireEqual(try await acts(JournalFilter(shops: ["books"])), ["refund"], "a shop's")
      try requireEqual(try await acts(JournalFilter(shops: ["toys"])), [], "another shop's")
      let first = try required(try await store.journal(JournalFilter(), limit: 1).first)
      try requireEqual(try await acts(JournalFilter(after: first.position)), ["refund"], "the next page")
      let refund = try required(try await store.journal(JournalFilter(person: "alice"), limit: 1).first).entry
      let whole = JournalEntry(at: start, by: "alice", "refund", checkout: "one", shop: "books", from: "192.0.2.7")
      try requireEqual(refund, whole, "the entry")
    },
    Check("an operator's named lists are kept, replaced, limited and removed, each operator's alone") { store in
      for number in 1...OperatorView.most {
        try requireEqual(
          try await store.keep(OperatorView(name: "n\(number)", query: "a"), of: "alice"), true, "a list")
      }
      try requireEqual(try await store.keep(OperatorView(name: "more", query: "a"), of: "alice"), false, "one too many")
      try requireEqual(try await store.keep(OperatorView(name: "n1", query: "b"), of: "alice"), true, "one again")
      try requireEqual(
        try await store.views(of: "alice").first { $0.name == "n1" }?.query, "b", "the list that was replaced")
      try requireEqual(try await store.views(of: "bob"), [], "another operator's")
      try await store.removeView("n1", of: "alice")
      try await store.removeView("n1", of: "alice")
      try requireEqual(try await store.views(of: "alice").count, OperatorView.most - 1, "those that are left")
    },
  ]

  /// An attempt, paid if it has a total.
  private static func open(
    _ id: String, in store: any Store, name: String?, email: String?, total: Int64?, at second: Int = 0
  ) async throws {
    var attempt = SampleAttempt(id, createdAt: start + .seconds(second))
    if let total { attempt.content.lines = [OrderLine(sku: "B", name: "B", quantity: 1, unitPrice: .yen(total))] }
    try await attempt.open(in: store) { file in
      file.details = BuyerDetails(
        buyer: BuyerBody(name: name, email: email, phone: nil), shippingAddress: nil, paymentDescriptor: nil,
        lastDigits: id == "one" ? "4321" : nil)
    }
    guard total != nil else { return }
    try await store.update(CheckoutID(id)) { file, change in
      change.ledger = try file.pay(session: "S-\(id)", charge: "C-\(id)")
    }
  }

  private static func required<Value>(_ value: Value?) throws(ContractViolation) -> Value {
    guard let value else { throw ContractViolation("A value is missing.") }
    return value
  }

  private static func find(_ text: String, in store: any Store) async throws -> [CheckoutID] {
    try await store.find(try required(SearchQuery(text)), CheckoutFilter(), limit: 10).files.map(\.checkout.id)
  }
}
