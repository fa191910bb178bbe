import FerryCheckout
import FerryCore
import FerryEngine

extension StoreContract {
  static let due: [Check] = [
    Check("due commands are sorted by due time, then by age, up to the limit") { store in
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
        try await store.due(at: start + .seconds(seconds), limit: limit).commands
          .map { "\($0.checkout) \($0.number)" }
      }
      try requireEqual(try await due(0), [], "commands due before the first")
      try requireEqual(try await due(1), ["one 2"], "commands due at the first's moment")
      try requireEqual(try await due(5), ["one 2", "two 1", "one 1"], "commands due after the fourth")
      try requireEqual(try await due(5, limit: 2), ["one 2", "two 1"], "two of the commands")
      try requireEqual(try await due(9).count, 4, "all commands")
    },
    Check("due commands are read by provider and mode, without those of others") { store in
      for (name, mode) in [("one", Mode.test), ("two", .live)] {
        try await SampleAttempt(name, mode: mode, lifetime: .seconds(900)).open(in: store) { file in
          file.outstanding = [1, 2].map { number in
            StoredCommand(checkout: file.checkout, command: .read(number), at: start + .seconds(number))
          }
        }
      }
      func due(_ demands: [CommandDemand]) async throws -> [String] {
        try await store.due(at: start + .seconds(60), commands: demands, notifications: [], wakings: 0).commands
          .map { "\($0.account.mode) \($0.checkout) \($0.number)" }
      }
      try requireEqual(try await due([]), [], "no commands")
      try requireEqual(
        try await due([CommandDemand(liveAccount, limit: 1), CommandDemand(account, limit: 9)]),
        ["live two 1", "test one 1", "test one 2"], "commands of both modes")
      try requireEqual(
        try await due([CommandDemand(ProviderAccountID(provider: "other", mode: .test), limit: 9)]), [],
        "commands of another provider")
      let quiet = try await store.due(
        at: start, commands: [CommandDemand(liveAccount, limit: 0)], notifications: [], wakings: 0)
      try requireEqual(quiet.next, start + .seconds(1), "the next moment of a account")
      let none = try await store.due(at: start, commands: [], notifications: [], wakings: 0)
      try requireEqual(none.next, start + .seconds(900), "the next moment without accounts")
    },
    Check("a postponed command is due later") { store in
      try await SampleAttempt("one").open(in: store) { file in
        file.outstanding = [StoredCommand(checkout: file.checkout, command: .read(1), at: start)]
      }
      try await store.update("one") { file, _ in
        file.outstanding[0].attempts += 1
        file.outstanding[0].notBefore = start + .seconds(30)
      }
      try requireEqual(try await store.due(at: start + .seconds(29)).commands, [], "commands due before")
      try requireEqual(
        try await store.due(at: start + .seconds(30)).commands,
        [DueCommand(checkout: "one", number: 1, account: account, fence: try await store.file("one")?.fence ?? 0)],
        "commands due then")
      try requireEqual(try await store.file("one")?.outstanding.map(\.attempts), [1], "attempts of the command")
    },
    Check("checkouts with a due timer are sorted by delay, up to the limit") { store in
      for (name, lifetime) in [("one", 30), ("two", 10), ("three", 20)] {
        try await SampleAttempt(name, lifetime: .seconds(lifetime)).open(in: store)
      }
      func due(_ seconds: Int, limit: Int = 10) async throws -> [CheckoutID] {
        let now = start + .seconds(seconds)
        return try await store.due(at: now, limit: limit).wakings.map(\.checkout)
      }
      try requireEqual(try await due(9), [], "checkouts due before the first")
      try requireEqual(try await due(10), ["two"], "checkouts due at the first's moment")
      try requireEqual(try await due(60), ["two", "three", "one"], "all checkouts")
      try requireEqual(try await due(60, limit: 1), ["two"], "one of the checkouts")
      try await cancel("two", in: store)
      try requireEqual(try await due(60), ["three", "one"], "checkouts without the cancelled one")
    },
    Check("the next time is the earliest of commands and timers after a given one") { store in
      func next(after seconds: Int = 0) async throws -> Moment? {
        let now = start + .seconds(seconds)
        return try await store.due(at: now).next
      }
      try requireEqual(try await next(), nil, "the next moment of an empty store")
      try await SampleAttempt("one", lifetime: .seconds(30)).open(in: store)
      try requireEqual(try await next(), start + .seconds(30), "the next moment with a waking")
      try await store.update("one") { file, _ in
        file.outstanding = [
          StoredCommand(checkout: file.checkout, command: .read(1), at: start + .seconds(20)),
          StoredCommand(checkout: file.checkout, command: .read(2), at: start + .seconds(40)),
        ]
      }
      try requireEqual(try await next(), start + .seconds(20), "the next moment with a command before")
      try requireEqual(try await next(after: 20), start + .seconds(30), "the next moment after the first command")
      try requireEqual(try await next(after: 30), start + .seconds(40), "the next moment after the waking")
      try requireEqual(try await next(after: 40), nil, "the next moment after all")
      try await store.update("one") { file, _ in _ = file.outstanding.removeFirst() }
      try requireEqual(try await next(), start + .seconds(30), "the next moment with a command after")
      try await cancel("one", in: store)
      try requireEqual(try await next(), start + .seconds(40), "the next moment without a waking")
    },
  ]
}
