import FerryCheckout
import FerryCore
import FerryEngine

extension StoreContract {
  static let due: [Check] = [
    Check("due commands come longest due first, then oldest, and not more than asked for") { store in
      let start = SampleAttempt.start
      try await SampleAttempt("one").open(in: store) { file in
        file.outstanding = [
          StoredCommand(checkout: file.checkout, command: .read(1), at: start + .seconds(3)),
          StoredCommand(checkout: file.checkout, command: .read(2), at: start + .seconds(1)),
          StoredCommand(checkout: file.checkout, command: .read(3), at: start + .seconds(9)),
        ]
        // Made first, but put off until the second of two.
        file.outstanding[0].notBefore = start + .seconds(2)
      }
      try await SampleAttempt("two").open(in: store) { file in
        file.outstanding = [StoredCommand(checkout: file.checkout, command: .read(1), at: start + .seconds(2))]
      }
      func due(_ seconds: Int, limit: Int = 10) async throws -> [String] {
        try await store.dueCommands(at: start + .seconds(seconds), limit: limit)
          .map { "\($0.checkout) \($0.command.number)" }
      }
      try requireEqual(try await due(0), [], "commands due before the first")
      try requireEqual(try await due(1), ["one 2"], "commands due at the first's moment")
      try requireEqual(try await due(5), ["one 2", "two 1", "one 1"], "commands due after the fourth")
      try requireEqual(try await due(5, limit: 2), ["one 2", "two 1"], "two of the commands")
      try requireEqual(try await due(9).count, 4, "all commands")
    },
    Check("a command that is put off is due later") { store in
      let start = SampleAttempt.start
      try await SampleAttempt("one").open(in: store) { file in
        file.outstanding = [StoredCommand(checkout: file.checkout, command: .read(1), at: start)]
      }
      try await store.update("one") { file, _ in
        file.outstanding[0].attempts += 1
        file.outstanding[0].notBefore = start + .seconds(30)
      }
      try requireEqual(try await store.dueCommands(at: start + .seconds(29), limit: 10), [], "commands due before")
      let commands = try await store.dueCommands(at: start + .seconds(30), limit: 10)
      try requireEqual(commands.map(\.attempts), [1], "attempts of the commands due then")
    },
    Check("checkouts that want to be woken come longest overdue first, and not more than asked for") { store in
      let start = SampleAttempt.start
      for (name, lifetime) in [("one", 30), ("two", 10), ("three", 20)] {
        try await SampleAttempt(name, lifetime: .seconds(lifetime)).open(in: store)
      }
      func due(_ seconds: Int, limit: Int = 10) async throws -> [CheckoutID] {
        try await store.dueCheckouts(at: start + .seconds(seconds), limit: limit)
      }
      try requireEqual(try await due(9), [], "checkouts due before the first")
      try requireEqual(try await due(10), ["two"], "checkouts due at the first's moment")
      try requireEqual(try await due(60), ["two", "three", "one"], "all checkouts")
      try requireEqual(try await due(60, limit: 1), ["two"], "one of the checkouts")
      try await cancel("two", in: store)
      try requireEqual(try await due(60), ["three", "one"], "checkouts without the cancelled one")
    },
    Check("the next moment is the earliest of commands and wakings") { store in
      let start = SampleAttempt.start
      try requireEqual(try await store.nextDue(), nil, "the next moment of an empty store")
      try await SampleAttempt("one", lifetime: .seconds(30)).open(in: store)
      try requireEqual(try await store.nextDue(), start + .seconds(30), "the next moment with a waking")
      try await store.update("one") { file, _ in
        file.outstanding = [
          StoredCommand(checkout: file.checkout, command: .read(1), at: start + .seconds(20)),
          StoredCommand(checkout: file.checkout, command: .read(2), at: start + .seconds(40)),
        ]
      }
      try requireEqual(try await store.nextDue(), start + .seconds(20), "the next moment with a command before")
      try await store.update("one") { file, _ in _ = file.outstanding.removeFirst() }
      try requireEqual(try await store.nextDue(), start + .seconds(30), "the next moment with a command after")
      try await cancel("one", in: store)
      try requireEqual(try await store.nextDue(), start + .seconds(40), "the next moment without a waking")
    },
  ]
}
