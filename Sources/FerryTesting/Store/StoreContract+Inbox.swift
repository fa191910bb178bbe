import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider

extension StoreContract {
  static let inbox: [Check] = [
    Check("a notification is stored once in its provider and mode, and is due at once") { store in
      func accept(_ entry: InboxEntry) async throws -> InboxAcceptance {
        try await store.accept(entry, limits: InboxLimits())
      }
      try requireEqual(try await accept(.sample("m-1", body: [1, 2])), .kept, "the first")
      try requireEqual(try await accept(.sample("m-1", body: [3])), .repeated, "the same again")
      try requireEqual(try await accept(.sample("m-1", mode: .live)), .kept, "the same of the other mode")
      try requireEqual(try await accept(.sample("m-2", after: 1)), .kept, "another")
      let due = try await store.due(at: start)
      try requireEqual(due.notifications.count, 1, "what is due at once")
      try requireEqual(due.hasOpenNotifications, true, "whether any is open")
      try requireEqual(due.next, start + .seconds(1), "the next moment")
      let later = try await store.due(at: start + .seconds(9)).notifications
      try requireEqual(later.map(\.entry.account.mode), [.test, .test], "the modes of what is due")
      try requireEqual(try await store.due(at: start + .seconds(9), limit: 1).notifications, [later[0]], "one of them")
      try requireEqual(later[0].entry.kind, "CHANGE", "the kind")
      try requireEqual(later[0].checkout, nil, "the checkout that it names")
      var kept = InboxEntry.sample("m-1", body: [1, 2])
      try requireEqual(try await store.notification(later[0].number), kept, "the notification")
      kept = .sample("m-2", after: 1)
      try requireEqual(try await store.notification(later[1].number), kept, "the second notification")
    },
    Check("an unsigned notification is stored only if it names a checkout, and is reopened with growing delays") {
      store in
      try await SampleAttempt("one").open(in: store, change: .references("P-1"))
      func accept(_ reference: String, _ seconds: Int = 0, mode: Mode = .test) async throws -> InboxAcceptance {
        try await store.accept(
          .sample(reference, naming: [reference], isAuthenticated: false, mode: mode, after: seconds),
          limits: InboxLimits())
      }
      try requireEqual(try await accept("P-2"), .foreign, "a foreign one")
      try requireEqual(try await accept("P-1", mode: .live), .foreign, "one of the other mode")
      try requireEqual(try await accept("P-1"), .kept, "ours")
      try requireEqual(try await store.inbox().map(\.count), [1], "how many are kept")
      for expected in [1, 2, 4, 8] {
        let known = try await store.due(at: start + .seconds(999)).notifications
        try requireEqual(known.map(\.checkout), ["one"], "what is due")
        try await store.update("one") { _, change in
          change.notifications = [.handled(known[0].number, at: start + .seconds(10))]
        }
        try requireEqual(try await store.due(at: start + .seconds(999)).notifications, [], "what is left")
        try requireEqual(try await accept("P-1", 10), .repeated, "ours again")
        let entry = try await store.notification(known[0].number)
        try requireEqual(entry?.dueAt, start + .seconds(10 + expected), "when it is due again")
      }
    },
    Check("a notification is handled once, in the commit of its checkout") { store in
      try await SampleAttempt("one").open(in: store, change: .references("C-1"))
      try await SampleAttempt("two", mode: .live).open(in: store)
      for name in ["m-1", "m-2"] {
        _ = try await store.accept(
          .sample(name, naming: ["X", "C-1"], body: [1], isRecognised: name == "m-1"), limits: InboxLimits())
      }
      let due = try await store.due(at: start).notifications
      try requireEqual(due.map(\.checkout), ["one", "one"], "the checkouts that they name")
      try await requireError(StoreError.notificationClosed, "a checkout of the other mode") {
        try await store.update("two") { _, change in change.notifications = [.handled(due[0].number, at: start)] }
      }
      func work(_ number: InboxNumber, _ record: [UInt8]) async throws {
        try await store.update("one") { file, change in
          file.record = record
          change.log = [LogEntry(at: start, .remark("notified"))]
          change.notifications = [.handled(number, at: start)]
        }
      }
      try await work(due[0].number, [1])
      try await requireError(StoreError.notificationClosed, "work that is done") { try await work(due[0].number, [2]) }
      try requireEqual(try await store.file("one")?.record, [1], "the record")
      try requireEqual(try await store.log("one", after: 0, limit: 9).count, 1, "entries in the log")
      try requireEqual(try await store.due(at: start).notifications.map(\.number), [due[1].number], "what is left")
      let closed = try await store.notification(due[0].number)
      try requireEqual(closed?.state, .handled, "the state of what is done")
      try requireEqual(closed?.closedAt, start, "when it was done")
      try requireEqual(closed?.body, nil, "the bytes of what is done")
      try await work(due[1].number, [3])
      try requireEqual(try await store.notification(due[1].number)?.body, [1], "the bytes of what is not recognised")
      let again = try await store.accept(.sample("m-1", naming: ["C-1"]), limits: InboxLimits())
      try requireEqual(again, .repeated, "what is done, again")
      try requireEqual(try await store.due(at: start + .seconds(999)).notifications, [], "what is due in the end")
    },
    Check("a notification that is postponed is due later") { store in
      try await SampleAttempt("one").open(in: store, change: .references("C-1"))
      _ = try await store.accept(.sample("m-1", naming: ["C-1"]), limits: InboxLimits())
      let number = try await store.due(at: start).notifications[0].number
      try await store.update("one") { _, change in
        change.notifications = [.postponed(number, until: start + .seconds(5))]
      }
      let due = try await store.due(at: start + .seconds(4))
      try requireEqual(due.notifications, [], "what is due before")
      try requireEqual(due.next, start + .seconds(5), "the next moment")
      let then = try await store.due(at: start + .seconds(5)).notifications
      try requireEqual(then.map(\.entry.attempts), [1], "attempts")
      try requireEqual(then.map(\.entry.state), [.new], "the state")
      try await store.bringForwardNotifications(to: start + .seconds(1))
      let broughtForward = try await store.due(at: start + .seconds(1)).notifications
      try requireEqual(broughtForward.map(\.number), [number], "what is due before, brought forward")
    },
    Check("an unmatched notification waits, and is due when its reference is entered in its mode") { store in
      try await SampleAttempt("one").open(in: store)
      try await SampleAttempt("two", mode: .live).open(in: store)
      _ = try await store.accept(.sample("m-1", naming: ["X", "C-1"]), limits: InboxLimits())
      let number = try await store.due(at: start).notifications[0].number
      let until = start + .seconds(3000)
      try requireEqual(try await store.leaveUnmatched(number, until: until, at: start), true, "whether it was put off")
      try requireEqual(try await store.due(at: start + .seconds(9)).notifications, [], "what is due while it waits")
      try requireEqual(try await store.inbox().map(\.state), [.unmatched], "the states")
      try await store.update("two") { _, change in change.references = [.sample("C-1")] }
      try requireEqual(try await store.due(at: start + .seconds(9)).notifications, [], "what is due for another mode")
      try await store.update("one") { _, change in change.references = [.sample("C-1")] }
      let due = try await store.due(at: start + .seconds(9)).notifications
      try requireEqual(due.map(\.checkout), ["one"], "the checkout of what is due")
      try requireEqual(due.map(\.entry.state), [.unmatched], "the state")
      try requireEqual(
        try await store.leaveUnmatched(number, until: nil, at: start), false, "whether a matched one is put off")
      try requireEqual(try await store.due(at: start + .seconds(9)).notifications, due, "what is due still")
    },
    Check("a notification without a match is stored as expired; above the limit the oldest expires") { store in
      for name in ["m-1", "m-2", "m-3"] {
        _ = try await store.accept(.sample(name, body: [1]), limits: InboxLimits())
      }
      let numbers = try await store.due(at: start).notifications.map(\.number)
      for (number, until) in zip(numbers, [nil, start + .seconds(60), start + .seconds(60)]) {
        _ = try await store.leaveUnmatched(number, until: until, at: start)
      }
      try requireEqual(try await store.notification(numbers[0])?.state, .expired, "the state of the first")
      try requireEqual(try await store.notification(numbers[0])?.body, nil, "the bytes of the first")
      try requireEqual(try await store.leaveUnmatched(numbers[0], until: start, at: start), false, "an expired one")
      _ = try await store.accept(.sample("m-4"), limits: InboxLimits(unmatched: 1))
      let states = [
        try await store.notification(numbers[1])?.state, try await store.notification(numbers[2])?.state,
      ]
      try requireEqual(states, [.expired, .unmatched], "the states of the others")
      try requireEqual(
        try await store.backlog(at: start), [Backlog(account: account, unmatched: 1, expired: 2)],
        "the backlog")
      let counts = Dictionary(uniqueKeysWithValues: try await store.inbox().map { ($0.state, $0.count) })
      try requireEqual(counts, [.expired: 2, .unmatched: 1, .new: 1], "the counts")
    },
    Check("closed notifications are deleted after their time, open ones are not") { store in
      for name in ["m-1", "m-2"] { _ = try await store.accept(.sample(name), limits: InboxLimits()) }
      let numbers = try await store.due(at: start).notifications.map(\.number)
      _ = try await store.leaveUnmatched(numbers[0], until: nil, at: start)
      let limits = InboxLimits(memory: .seconds(60))
      _ = try await store.accept(.sample("m-3", after: 60), limits: limits)
      guard try await store.notification(numbers[0]) != nil else {
        throw ContractViolation("A closed notification is forgotten too early.")
      }
      _ = try await store.accept(.sample("m-4", after: 61), limits: limits)
      try requireEqual(try await store.notification(numbers[0]), nil, "the closed one")
      guard try await store.notification(numbers[1]) != nil else {
        throw ContractViolation("An open notification is forgotten.")
      }
    },
  ]
}

extension InboxEntry {
  /// - Parameter seconds: The time of arrival after `start`.
  static func sample(
    _ name: String, naming references: [String] = ["C-1"], body: [UInt8]? = nil, isAuthenticated: Bool = true,
    isRecognised: Bool = true, mode: Mode = .test, after seconds: Int = 0
  ) -> InboxEntry {
    InboxEntry(
      account: ProviderAccountID(provider: SampleAttempt.provider, mode: mode), identity: name,
      isAuthenticated: isAuthenticated, kind: "CHANGE", isRecognised: isRecognised,
      references: references.map(ProviderReference.sample),
      body: body, receivedAt: SampleAttempt.start + .seconds(seconds))
  }
}

extension Change {
  fileprivate static func references(_ references: String...) -> Change {
    var change = Change()
    change.references = references.map(ProviderReference.sample)
    return change
  }
}
