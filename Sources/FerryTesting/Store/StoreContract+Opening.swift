import FerryCheckout
import FerryCore
import FerryEngine

extension StoreContract {
  static let opening: [Check] = [
    Check("a new checkout is read as it was opened") { store in
      let attempt = SampleAttempt("one")
      let details = BuyerDetails(buyer: nil, shippingAddress: nil, paymentDescriptor: "Card ending in 1111")
      let result = try await attempt.open(in: store, change: .remarks("opened")) { file in
        file.record = [1, 0, 255]
        file.details = details
        file.outstanding = [StoredCommand(checkout: file.checkout, command: .read(1), at: start)]
        file.roundTrips.issue("digest", for: .select, at: start)
      }
      try requireEqual(result, .created("one"), "the result of opening")
      var expected = try attempt.file()
      expected.record = [1, 0, 255]
      expected.details = details
      expected.outstanding = [StoredCommand(checkout: expected.checkout, command: .read(1), at: start)]
      expected.roundTrips.issue("digest", for: .select, at: start)
      let file = try await store.file("one")
      expected.fence = file?.fence ?? 0
      try requireEqual(file, expected, "the file")
      try requireEqual(
        try await store.log("one", after: 0, limit: 10).map(\.entry.what), [.remark("opened")], "the log")
    },
    Check("the decision gets an order with a live checkout, and names that checkout") { store in
      try await SampleAttempt("one", order: "o").open(in: store)
      let result = try await SampleAttempt("two", order: "o").open(in: store)
      try requireEqual(result, .existing("one"), "the second opening")
      try requireEqual(try await store.file("two"), nil, "the second attempt")
      let again = try await store.open(SampleAttempt("two", order: "o").orderReference, key: nil) { order, live in
        try requireEqual(order?.live, "one", "the order that the decision sees")
        try requireEqual(live, try SampleAttempt("one", order: "o").file().checkout, "the attempt that it sees")
        return .existing("one")
      }
      try requireEqual(again, .existing("one"), "the third opening")
    },
    Check("a decision cannot name a checkout that does not exist") { store in
      let attempt = SampleAttempt("one")
      try await requireError(StoreError.notFound, "naming an attempt that is not there") {
        _ = try await store.open(attempt.orderReference, key: nil) { _, _ in .existing("nobody") }
      }
    },
    Check("an order accepts a new checkout when the earlier one is over") { store in
      try await SampleAttempt("one", order: "o").open(in: store)
      try await cancel("one", in: store)
      _ = try await store.file("one")
      let result = try await SampleAttempt("two", order: "o").open(in: store)
      try requireEqual(result, .created("two"), "the second opening")
      try requireEqual(try await store.file("two")?.order.live, "two", "the order's live attempt")
      try requireEqual(try await store.file("one")?.order.live, "two", "the order as the first attempt sees it")
    },
    Check("a repeated request with the same key gets the same checkout") { store in
      let key = CreationKey(key: "key", digest: "digest")
      try await SampleAttempt("one", order: "o").open(in: store, key: key)
      let again = try await store.open(SampleAttempt("two", order: "p").orderReference, key: key) { _, _ in
        throw ContractViolation("The decision ran though the key was used before.")
      }
      try requireEqual(again, .replayed("one"), "the repetition")
    },
    Check("a key that led to an existing checkout leads there again") { store in
      let key = CreationKey(key: "key", digest: "digest")
      try await SampleAttempt("one", order: "o").open(in: store)
      try requireEqual(
        try await SampleAttempt("two", order: "o").open(in: store, key: key), .existing("one"), "the first use")
      try requireEqual(
        try await SampleAttempt("three", order: "o").open(in: store, key: key), .replayed("one"), "the second use")
    },
    Check("a key with another request is refused") { store in
      try await SampleAttempt("one").open(in: store, key: CreationKey(key: "key", digest: "digest"))
      try await requireError(StoreError.keyReused, "a key with another digest") {
        try await SampleAttempt("two").open(in: store, key: CreationKey(key: "key", digest: "other"))
      }
      try requireEqual(try await store.file("two"), nil, "the second attempt")
    },
    Check("keys belong to a shop and mode") { store in
      let key = CreationKey(key: "key", digest: "digest")
      let other = CreationKey(key: "key", digest: "other")
      try await SampleAttempt("one").open(in: store, key: key)
      try requireEqual(
        try await SampleAttempt("two", mode: .live).open(in: store, key: other), .created("two"), "another mode")
      try requireEqual(
        try await SampleAttempt("three", shop: "toys").open(in: store, key: other), .created("three"), "another shop")
    },
    Check("a key is not used up by a decision that throws") { store in
      let key = CreationKey(key: "key", digest: "digest")
      try await requireError(Refused(), "a decision that throws") {
        try await SampleAttempt("one").open(in: store, key: key) { _ in throw Refused() }
      }
      try requireEqual(try await SampleAttempt("one").open(in: store, key: key), .created("one"), "the second opening")
    },
    Check("of two simultaneous checkouts of one order, one is live") { store in
      let results = try await withThrowingTaskGroup(of: OpeningResult.self) { group in
        for number in 1...20 {
          group.addTask { try await SampleAttempt("a\(number)", order: "o").open(in: store) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let created = results.compactMap { if case .created(let id) = $0 { id } else { nil } }
      let existing = Set(results.compactMap { if case .existing(let id) = $0 { id } else { nil } })
      try requireEqual(created.count, 1, "attempts created")
      try requireEqual(existing, Set(created), "attempts that the others were led to")
      try requireEqual(try await store.checkouts(CheckoutFilter(), limit: 100).count, 1, "checkouts")
    },
    Check("a decision cannot create a second live checkout") { store in
      let first = SampleAttempt("one", order: "o")
      try await first.open(in: store)
      let second = try SampleAttempt("two", order: "o").file()
      try await requireInconsistent("a second live attempt") {
        _ = try await store.open(first.orderReference, key: nil) { _, _ in .create(second, Change()) }
      }
      try requireEqual(try await store.file("one")?.order.live, "one", "the live attempt")
      try requireEqual(try await store.file("two"), nil, "the second attempt")
    },
    Check("an id is used once") { store in
      try await SampleAttempt("one", order: "o").open(in: store)
      try await requireInconsistent("a checkout's id for another order") {
        try await SampleAttempt("one", order: "p").open(in: store)
      }
      try requireEqual(try await store.file("one")?.order.reference, "ref-o", "the first one's order")
    },
    Check("a checkout is opened for its own order") { store in
      let file = try SampleAttempt("one", order: "o").file()
      try await requireInconsistent("an attempt under another order's name") {
        _ = try await store.open(SampleAttempt("one", order: "p").orderReference, key: nil) { _, _ in
          .create(file, Change())
        }
      }
    },
  ]

  struct Refused: Error, Equatable {}

  /// Ends an attempt as its buyer would.
  static func cancel(_ id: CheckoutID, in store: some Store) async throws {
    try await store.update(id) { file, _ in
      _ = try file.checkout.receive(.cancel(.buyer), at: start + .seconds(1), for: &file.order)
    }
  }
}

extension Command {
  static func read(_ number: CommandNumber) -> Command { Command(number: number, kind: .read) }
}
