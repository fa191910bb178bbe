import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider

extension StoreContract {
  static let updating: [Check] = [
    Check("an update changes everything together") { store in
      try await SampleAttempt("one").open(in: store) { file in
        file.outstanding = [1, 2].map { number in
          StoredCommand(checkout: file.checkout, command: .read(number), at: start)
        }
      }
      let request = ProviderRequest(
        call: "pay one", method: "POST", url: "https://pay.example/v1",
        headers: [.init("content-type", "application/json")],
        content: [0, 1, 254, 255], repetition: .inquireFirst(stage: "look"))
      let updated = try await store.update("one") { file, change in
        _ = try file.checkout.receive(.leave(change: nil), at: start, for: &file.order)
        file.record = [7]
        file.buyerFacts = BuyerFacts(ipAddress: "192.0.2.7", userAgent: "Browser")
        file.remember(ProviderReturnURLs(select: "https://shop.example/1", pay: "", cancel: ""))
        file.details = BuyerDetails(buyer: nil, shippingAddress: nil, paymentDescriptor: "Card")
        file.roundTrips.issue("digest", for: .select, at: start)
        file.outstanding.removeFirst()
        file.outstanding[0].request = request
        file.outstanding[0].isStarted = true
        file.outstanding.append(StoredCommand(checkout: file.checkout, command: .read(3), at: start + .seconds(5)))
        change.log = [LogEntry(at: start, .event("leave", phase: "selecting"))]
        change.ledger = [.sample("C-1=4400")]
        change.references = [.sample("S-1"), .sample("C-1")]
        return file
      }
      try requireEqual(updated.checkout.phase.name, .selecting, "the phase in the update")
      try requireEqual(try await store.file("one"), updated, "the file after the update")
      try requireEqual(
        try await store.log("one", after: 0, limit: 10).map(\.entry.what), [.event("leave", phase: "selecting")],
        "the log")
      try requireEqual(try await store.ledger("one"), [.sample("C-1=4400")], "the ledger")
      for reference in ["S-1", "C-1"] {
        try requireEqual(
          try await store.checkout(account, reference: .sample(reference)), "one", "who has \(reference)")
      }
    },
    Check("rows that an update removes are gone") { store in
      try await SampleAttempt("one").open(in: store) { file in
        file.record = [1]
        file.details = BuyerDetails(buyer: nil, shippingAddress: nil, paymentDescriptor: "Card")
        file.outstanding = [StoredCommand(checkout: file.checkout, command: .read(1), at: start)]
      }
      let bare = try await store.update("one") { file, _ in
        file.record = nil
        file.details = nil
        file.buyerFacts = nil
        file.outstanding = []
        return file
      }
      try requireEqual(try await store.file("one"), bare, "the file")
      try requireEqual(try await store.due(at: start + .seconds(60)).commands, [], "commands")
    },
    Check("counted references are numbered by account, and no number is used twice") { store in
      try await SampleAttempt("one").open(in: store)
      try await SampleAttempt("two").open(in: store)
      try await SampleAttempt("live", mode: .live).open(in: store)
      var numbers: [Int64] = []
      for id in ["one", "two", "one"] as [CheckoutID] {
        numbers += try await store.update(id) { _, change in [change.countReference(), change.countReference()] }
      }
      try requireEqual(numbers, [1, 2, 3, 4, 5, 6], "the numbers of the account")
      try await requireError(Refused(), "an update that fails") {
        try await store.update("one") { _, change in
          _ = change.countReference()
          throw Refused()
        }
      }
      let next = try await store.update("one") { _, change in change.countReference() }
      try requireEqual(next > 6, true, "a new number after the failure")
      let live = try await store.update("live") { _, change in change.countReference() }
      try requireEqual(live, 1, "the first number of the live account")
    },
    Check("a decision that throws changes nothing, and its error reaches the caller") { store in
      try await SampleAttempt("one").open(in: store)
      let before = try await store.file("one")
      try await requireError(Refused(), "the update") {
        try await store.update("one") { file, change in
          file.record = [1]
          change.log = [LogEntry(at: start, .remark("no"))]
          change.ledger = [.sample("C-1")]
          change.references = [.sample("S-1")]
          throw Refused()
        }
      }
      try requireEqual(try await store.file("one"), before, "the file")
      try await requireEmpty(store, "one", reference: "S-1")
    },
    Check("an update with a part that cannot be committed changes nothing") { store in
      try await SampleAttempt("one").open(in: store)
      try await SampleAttempt("two").open(in: store)
      try await store.update("two") { _, change in change.references = [.sample("S-2")] }
      let before = try await store.file("one")
      try await requireError(StoreError.referenceTaken, "the update") {
        try await store.update("one") { file, change in
          file.record = [1]
          file.outstanding = [StoredCommand(checkout: file.checkout, command: .read(1), at: start)]
          change.log = [LogEntry(at: start, .remark("no"))]
          change.ledger = [.sample("C-1")]
          change.references = [.sample("S-1"), .sample("S-2")]
        }
      }
      try requireEqual(try await store.file("one"), before, "the file")
      try await requireEmpty(store, "one", reference: "S-1")
    },
    Check("an update of an unknown checkout is refused") { store in
      try await requireError(StoreError.notFound, "the update") { try await store.update("nobody") { _, _ in } }
      try await requireError(StoreError.notFound, "forgetting") { try await store.forget("nobody") }
      try requireEqual(try await store.file("nobody"), nil, "the file")
    },
    Check("an update cannot replace its checkout by another") { store in
      try await SampleAttempt("one").open(in: store)
      let other = try SampleAttempt("two").file()
      try await requireInconsistent("the update") { try await store.update("one") { file, _ in file = other } }
      try requireEqual(try await store.file("two"), nil, "the other checkout")
    },
    Check("200 simultaneous updates of one checkout are all applied") { store in
      try await SampleAttempt("one").open(in: store) { $0.record = [0] }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 1...200 {
          group.addTask {
            try await store.update("one") { file, change in
              file.record?[0] += 1
              change.log = [LogEntry(at: start, .remark("\(number)"))]
            }
          }
        }
        try await group.waitForAll()
      }
      try requireEqual(try await store.file("one")?.record, [200], "the count")
      let remarks = try await store.log("one", after: 0, limit: 1000).map(\.entry.what)
      try requireEqual(Set(remarks), Set((1...200).map { .remark("\($0)") }), "the log")
    },
    Check("an update that throws does not affect others in the same commit") { store in
      try await SampleAttempt("one").open(in: store) { $0.record = [0] }
      let refused = try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 1...60 {
          group.addTask {
            do {
              try await store.update("one") { file, _ in
                file.record?[0] += 1
                if number.isMultiple(of: 3) { throw Refused() }
              }
              return false
            } catch is Refused { return true }
          }
        }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      try requireEqual(refused, 20, "updates refused")
      try requireEqual(try await store.file("one")?.record, [40], "the count")
    },
    Check("an update is committed even if its caller is cancelled") { store in
      try await SampleAttempt("one").open(in: store)
      await withTaskGroup(of: Void.self) { group in
        group.cancelAll()
        group.addTask { try? await store.update("one") { file, _ in file.record = [9] } }
      }
      // A later update follows the earlier one, with any result for the cancelled caller.
      try requireEqual(try await store.update("one") { file, _ in file.record }, [9], "the record")
    },
    Check("a transaction with changes counts as a flush, one without does not") { store in
      try await SampleAttempt("one").open(in: store)
      let opened = await store.flushes
      try await store.update("one") { file, _ in file.record = [1] }
      try requireEqual(await store.flushes, opened + 1, "flushes after a change")
      _ = try await store.update("one") { file, _ in file.record }
      try requireEqual(await store.flushes, opened + 1, "flushes after a look")
      _ = try? await store.update("one") { file, _ in
        file.record = [2]
        throw Refused()
      }
      try requireEqual(await store.flushes, opened + 1, "flushes after a refusal")
    },
    Check("a change that waits has no flush of its own, and is covered by the next one or by one that is asked for") {
      store in
      try await SampleAttempt("one").open(in: store)
      let opened = await store.flushes
      for expected in [1, 2] {
        try await store.update("one", mayWait: true) { file, change in
          file.record = [1, UInt8(expected)]
          change.waits = true
        }
        try requireEqual(try await store.file("one")?.record, [1, UInt8(expected)], "the record that waits")
        try requireEqual(await store.flushes, opened + expected - 1, "flushes while it waits")
        if expected == 1 { try await store.update("one") { file, _ in file.record = [2] } }
        try await store.flush("one")
        try requireEqual(await store.flushes, opened + expected, "flushes after it")
      }
      try await store.flush("one")
      try requireEqual(await store.flushes, opened + 2, "flushes with nothing to flush")
    },
    Check("a change waits only if both its caller and its decision say so") { store in
      try await SampleAttempt("one").open(in: store)
      let opened = await store.flushes
      try await store.update("one", mayWait: true) { file, _ in file.record = [1] }
      try requireEqual(await store.flushes, opened + 1, "flushes against the decision")
      try await store.update("one", mayWait: false) { file, change in
        file.record = [2]
        change.waits = true
      }
      try requireEqual(await store.flushes, opened + 2, "flushes against the caller")
    },
  ]

  /// - Throws: `ContractViolation` if the store has written anything for a checkout.
  private static func requireEmpty(_ store: any Store, _ id: CheckoutID, reference: String) async throws {
    try requireEqual(try await store.log(id, after: 0, limit: 10), [], "the log")
    try requireEqual(try await store.ledger(id), [], "the ledger")
    try requireEqual(try await store.checkout(account, reference: .sample(reference)), nil, "who has \(reference)")
    try requireEqual(try await store.due(at: start).commands, [], "commands")
  }
}
