import FerryCheckout
import FerryCore
public import FerryEngine
import FerryProvider

/// Two servers' stores over the same data, empty and running, each with a lease.
public struct SharedStores: Sendable {
  public var first: any Store
  public var second: any Store
  let pauseFirst: @Sendable () async throws -> Void
  let resumeFirst: @Sendable () async throws -> Void
  let stopFirst: @Sendable () async throws -> Void

  /// - Parameters:
  ///   - pause: Stops the first server as a signal does, and returns when its lease has lapsed.
  ///   - resume: Continues the first server, and returns when it holds a lease again.
  ///   - stop: Shuts the first server down, and returns when it has stopped.
  public init(
    first: any Store, second: any Store, pause: @escaping @Sendable () async throws -> Void,
    resume: @escaping @Sendable () async throws -> Void, stop: @escaping @Sendable () async throws -> Void
  ) {
    self.first = first
    self.second = second
    pauseFirst = pause
    resumeFirst = resume
    stopFirst = stop
  }
}

/// The contract of every store that several servers share, as checks. Such a store keeps `StoreContract` too.
public enum SharedStoreContract {
  public typealias Check = ContractCheck<SharedStores>

  public static let checks: [Check] = ownership + sharing

  static let start = SampleAttempt.start
  static let later = start + .seconds(7200)
}

extension SharedStoreContract {
  static let ownership: [Check] = [
    Check("whoever opens a checkout owns it, and nobody else is given its work") { stores in
      let (first, second) = (stores.first, stores.second)
      try await SampleAttempt("one").openBusy(in: first)
      for store in [first, second] {
        try requireEqual(try await store.file("one")?.fence, 1, "the fence of a new checkout")
      }
      try requireEqual(try await second.work(), [], "the other server's work")
      try requireEqual(try await first.work(), Work.all("one", fence: 1), "the owner's work")
    },
    Check("a change by another server leaves the owner and the fence") { stores in
      let (first, second) = (stores.first, stores.second)
      try await SampleAttempt("one").openBusy(in: first)
      _ = try await second.update("one") { _, change in change.log = [LogEntry(at: start, .remark("elsewhere"))] }
      try requireEqual(try await second.work(), [], "the work of the server that changed it")
      try requireEqual(try await first.work(), Work.all("one", fence: 1), "the owner's work")
    },
    Check("an update cannot change the fence") { stores in
      try await SampleAttempt("one").open(in: stores.first)
      try await requireInconsistent("another fence") {
        _ = try await stores.second.update("one") { file, _ in file.fence += 1 }
      }
    },
    Check("a server whose lease has lapsed loses its checkouts to the next that looks") { stores in
      let (first, second) = (stores.first, stores.second)
      try await SampleAttempt("one").openBusy(in: first)
      let lease = first.lease
      try requireEqual(lease != nil && lease != second.lease, true, "each server has a lease of its own")
      try await stores.pauseFirst()
      try requireEqual(first.lease, nil, "the lease of the server that was paused")
      try requireEqual(try await second.work(), Work.all("one", fence: 2), "the work that is taken over")
      try await stores.resumeFirst()
      try requireEqual(first.lease != nil && first.lease != lease, true, "the server has a new lease")
      try requireEqual(try await first.file("one")?.fence, 2, "the fence, for every server")
      try requireEqual(try await first.work(), [], "the work of the server that has lost it")
      try requireEqual(try await second.work(), Work.all("one", fence: 2), "the work of the owner, who stays")
    },
    Check("a server that comes back before anybody looks has its checkouts under a higher fence") { stores in
      try await SampleAttempt("one").openBusy(in: stores.first)
      try requireEqual(try await stores.first.work(), Work.all("one", fence: 1), "the work before the lapse")
      try await stores.pauseFirst()
      try await stores.resumeFirst()
      try requireEqual(try await stores.first.work(), Work.all("one", fence: 2), "the work after the lapse")
      try requireEqual(try await stores.second.work(), [], "the other server's work")
    },
    Check("a server that shuts down hands its checkouts over at once") { stores in
      try await SampleAttempt("one").openBusy(in: stores.first)
      try requireEqual(try await stores.second.work(), [], "the work before")
      try await stores.stopFirst()
      try requireEqual(try await stores.second.work(), Work.all("one", fence: 2), "the work afterwards")
      try requireEqual(stores.second.servers, 1, "the servers that are left")
    },
    Check("one kind of work takes a checkout over with all its other work, and only within the limits") { stores in
      let second = stores.second
      for name in ["one", "two"] { try await SampleAttempt(name).openBusy(in: stores.first) }
      try await stores.pauseFirst()
      let command = try await second.due(
        at: later, commands: [CommandDemand(SampleAttempt.account, limit: 1)], notifications: [], wakings: 0
      ).commands
      try requireEqual(command.map(\.checkout), ["one"], "the work that is asked for")
      try await stores.resumeFirst()
      try requireEqual(try await stores.first.work(), Work.all("two", fence: 2), "the work that was not claimed")
      try requireEqual(try await second.work(), Work.all("one", fence: 2), "the work of the new owner")
    },
  ]

  static let sharing: [Check] = [
    Check("the servers that are alive are counted") { stores in
      for store in [stores.first, stores.second] { try requireEqual(store.servers, 2, "the servers") }
      try await stores.pauseFirst()
      _ = try await stores.second.work()
      try requireEqual(stores.second.servers, 1, "the servers without the paused one")
    },
    Check("a notification that names no checkout is given to one server at least, and to all together") { stores in
      for number in 1...8 {
        let acceptance = try await stores.first.accept(.sample("\(number)", naming: ["unknown"]), limits: InboxLimits())
        try requireEqual(acceptance, .kept, "a notification")
      }
      let each = [
        try await stores.first.due(at: later).notifications.map(\.number),
        try await stores.second.due(at: later).notifications.map(\.number),
      ]
      try requireEqual(Set(each.joined()).count, 8, "the notifications of both servers")
      for numbers in each { try requireEqual(numbers.isEmpty, false, "a server without any") }
      try await stores.stopFirst()
      try requireEqual(
        try await stores.second.due(at: later).notifications.count, 8, "the notifications of the last server")
    },
    Check("every change is told to the other servers, and to no server its own") { stores in
      let (first, second) = (stores.first, stores.second)
      // Both listen before anything changes.
      var (heardByFirst, heardBySecond) = (
        first.changesElsewhere().makeAsyncIterator(), second.changesElsewhere().makeAsyncIterator()
      )
      try await SampleAttempt("one").open(in: first)
      try requireEqual(await heardBySecond.nextID(), "one", "the checkout that was opened")
      _ = try await first.update("one") { _, change in change.references = [.sample("known")] }
      try requireEqual(await heardBySecond.nextID(), "one", "the checkout that was changed")
      _ = try await first.accept(.sample("1", naming: ["known"]), limits: InboxLimits())
      try requireEqual(await heardBySecond.nextID(), "one", "the checkout of a notification")
      try await first.forget("one")
      try requireEqual(await heardBySecond.nextID(), "one", "the checkout whose buyer is forgotten")
      try await SampleAttempt("two").open(in: second)
      try requireEqual(await heardByFirst.nextID(), "two", "the first change of another server")
    },
    Check("a change tells the checkout's owner of work, and no other server") { stores in
      let (first, second) = (stores.first, stores.second)
      try await SampleAttempt("one").open(in: first)
      try requireEqual(
        try await first.due(at: SampleAttempt.start + .seconds(7200)).wakings.map(\.checkout), ["one"],
        "the owner's work")
      var (heardByFirst, heardBySecond) = (
        first.changesElsewhere().makeAsyncIterator(), second.changesElsewhere().makeAsyncIterator()
      )
      _ = try await second.update("one") { file, _ in file.lastMessage += 1 }
      try requireEqual(await heardByFirst.nextChange()?.isOwn, true, "the work of the owner")
      _ = try await first.update("one") { file, _ in file.lastMessage += 1 }
      try requireEqual(await heardBySecond.nextChange()?.isOwn, false, "the work of another server")
    },
    Check("two servers' changes of one checkout follow one another, and none is lost") { stores in
      let each = 20
      try await SampleAttempt("one").open(in: stores.first)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for store in [stores.first, stores.second] {
          for _ in 1...each {
            group.addTask { _ = try await store.update("one") { file, _ in file.lastMessage += 1 } }
          }
        }
        try await group.waitForAll()
      }
      try requireEqual(try await stores.first.file("one")?.lastMessage, 2 * each, "the changes")
    },
    Check("two servers that open the same order at once open one attempt") { stores in
      let opened = try await withThrowingTaskGroup(of: OpeningResult.self) { group in
        for number in 1...8 {
          let store = number % 2 == 0 ? stores.first : stores.second
          group.addTask { try await SampleAttempt("try-\(number)", order: "one").open(in: store) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let created = opened.compactMap { if case .created(let id) = $0 { id } else { nil } }
      try requireEqual(created.count, 1, "the attempts that were opened")
      let existing = opened.compactMap { if case .existing(let id) = $0 { id } else { nil } }
      try requireEqual(Set(existing), Set(created), "the attempt that the others found")
    },
    Check("no reference is counted twice by two servers") { stores in
      for name in ["one", "two"] { try await SampleAttempt(name).open(in: stores.first) }
      let counted = try await withThrowingTaskGroup(of: Int64.self) { group in
        for number in 0..<16 {
          let (store, id) = (number % 2 == 0 ? stores.first : stores.second, number % 4 < 2 ? "one" : "two")
          group.addTask { try await store.update(CheckoutID(id)) { _, change in change.countReference() } }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      try requireEqual(counted.sorted(), Array(1...16), "the numbers")
    },
    Check("an operator's session that begins at one server is known to the other, and ends at both") { stores in
      try await stores.first.beginOperatorSession(.sample("one"), limits: .sample)
      try await stores.second.requireSession("one", .sample("one"), "the session at the other")
      try await stores.second.useOperatorSession("one", at: start + .seconds(60))
      try await stores.first.requireSession("one", .sample("one", usedAfter: 60), "the session after a use elsewhere")
      try await stores.second.endOperatorSession("one")
      try await stores.first.requireSession("one", nil, "the session that ended elsewhere")
    },
  ]
}

/// A piece of due work, with its fence.
private struct Work: Hashable {
  var kind: String
  var checkout: CheckoutID
  var fence: Int64

  static func all(_ checkout: CheckoutID, fence: Int64) -> [Work] {
    ["command", "waking", "notification", "delivery"].map { Work(kind: $0, checkout: checkout, fence: fence) }
  }
}

extension Store {
  /// All that this server is given long after the start.
  fileprivate func work() async throws -> [Work] {
    let due = try await due(at: SharedStoreContract.later)
    let deliveries = try await dueDeliveries(at: SharedStoreContract.later, [WebhookDemand("orders", limit: 10)])
    return due.commands.map { Work(kind: "command", checkout: $0.checkout, fence: $0.fence) }
      + due.wakings.map { Work(kind: "waking", checkout: $0.checkout, fence: $0.fence) }
      + due.notifications.map { Work(kind: "notification", checkout: $0.checkout ?? "", fence: $0.fence) }
      + deliveries.deliveries.map { Work(kind: "delivery", checkout: $0.id.message.checkout, fence: $0.fence) }
  }
}

extension SampleAttempt {
  /// Opens the attempt with work of every kind: a command, a timer, a notification and a webhook.
  fileprivate func openBusy(in store: any Store) async throws {
    try await open(in: store)
    let (id, createdAt) = (checkout, createdAt)
    _ = try await store.update(id) { file, change in
      file.outstanding = [StoredCommand(checkout: file.checkout, command: .read(1), at: createdAt)]
      change.references = [.sample(id.text)]
      change.webhooks = [.sample(id, 1)]
    }
    _ = try await store.accept(.sample(id.text, naming: [id.text]), limits: InboxLimits())
  }
}

extension AsyncStream<ChangeElsewhere>.Iterator {
  /// The next checkout that is named.
  fileprivate mutating func nextID() async -> CheckoutID? { await nextChange()?.id }

  /// The next checkout that is named, and whether its work may be the listener's.
  fileprivate mutating func nextChange() async -> (id: CheckoutID, isOwn: Bool)? {
    while let change = await next(isolation: #isolation) {
      if case .checkout(let id, let isOwn) = change { return (id, isOwn) }
    }
    return nil
  }
}
