import FerryCore
import FerryEngine
import FerryHTTP
import FerrySandbox
import FerryTesting

/// A world that runs from its seed to its end, and what was seen in it.
package struct Simulation: Sendable {
  package struct Outcome: Sendable {
    package let swarm: Swarm
    package let broken: [BrokenPromise]
    /// The numbers of checkouts by the phase of their end, of faults, and of points of death.
    package let counts: [String: Int]
    package let coverage: Coverage
    private let entries: [History.Entry]
    private let log: [LogRecord]

    init(
      _ swarm: Swarm, _ broken: [BrokenPromise], _ counts: [String: Int], _ log: [LogRecord], _ entries: [History.Entry]
    ) {
      self.swarm = swarm
      self.broken = broken
      self.counts = counts
      self.log = log
      coverage = Coverage(log)
      self.entries = entries
    }

    /// The acts of all actors about an order, the servers' deaths meanwhile, and what Ferry wrote down about its checkouts.
    package func timeline(of order: String) -> [String] {
      guard let first = entries.firstIndex(where: { $0.order == order }),
        let last = entries.lastIndex(where: { $0.order == order })
      else { return [] }
      let acts = entries[first...last].filter { $0.order == order || $0.order == nil }
      let ids = Set(
        acts.compactMap { act in if case .created(_, let body) = act.event, act.order == order { body.id } else { nil }
        })
      let lines =
        acts.map { (at: $0.at, text: $0.description) }
        + log.filter { ids.contains($0.checkout.text) }.map {
          (at: $0.entry.at, text: "\($0.entry.at.iso8601)  ferry \($0.checkout.text.suffix(4))  \($0.entry.what)")
        }
      // In the order of their times; those of a time as they stand.
      return lines.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element.text)
    }
  }

  private let swarm: Swarm

  package init(_ swarm: Swarm) { self.swarm = swarm }

  /// Purchases still go on after this time only if an actor is stuck.
  private static let storm = Duration.seconds(12 * 3600)

  /// After the faults have stopped, everything ends within this time.
  private static let bound = Duration.seconds(40 * 86_400)

  /// - Throws: `VirtualTime.Stalled` if an actor waits for what cannot come; what a sandbox's settings throw.
  package func run() async throws -> Outcome {
    try await KeyedSignature.$isUsed.withValue(!swarm.signsTruly) { try await runWorld() }
  }

  private func runWorld() async throws -> Outcome {
    let world = try World(swarm)
    return try await world.time.run(limit: .seconds(90 * 86_400)) {
      try await whileRunning({ try await Self.notify(world) }) {
        try await whileRunning({ await world.runErrands() }) {
          let ends = try await Self.live(world)
          return Self.outcome(
            of: world, ends, try await world.data.log(nil, after: 0, limit: .max), try await world.data.balances())
        }
      }
    }
  }

  /// The storm, and the calm after it: the same servers go on, or all of them are cut off and one begins, or they end in order
  /// and one begins.
  private static func live(_ world: World) async throws -> [String: [CheckoutBody]] {
    let ending = world.chance.stream("ending").below(3)
    let ends = try await whileRunning({ await world.fleet.run(world.swarm.servers, in: world) }) {
      try await purchase(world)
      world.calmDown()
      return ending == 0 ? try await settle(world) : nil
    }
    if let ends { return ends }
    if ending == 1 { world.cutPower() }
    return try await world.fleet.runLast(in: world) { try await settle(world) }
  }

  private static func notify(_ world: World) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for place in world.providers {
        let post = NotificationPost(
          world: world, bench: place.bench, chance: world.chance.stream("notifications of \(place.bench)"))
        let service = NotificationService(place.sandbox, transport: post)
        group.addTask { try await service.run() }
      }
      try await group.waitForAll()
    }
  }

  /// All purchases, for as long as a storm lasts at most.
  private static func purchase(_ world: World) async throws {
    try await whileRunning({ try await WorldFaults(world).run() }) {
      try await whileRunning({ try await Operator(world).run() }) {
        await withTaskGroup(of: Void.self) { group in
          group.addTask { await purchases(world) }
          group.addTask {
            do { try await world.time.sleep(for: storm) } catch { return }
            let done = world.history.done
            for order in (1...world.swarm.checkouts).map({ "order-\($0)" }) where !done.contains(order) {
              world.history.note("storm", order, .broken(promise: "Nobody waits for ever.", "An actor is stuck."))
            }
          }
          await group.next()
          group.cancelAll()
        }
      }
    }
  }

  private static func purchases(_ world: World) async {
    await withTaskGroup(of: Void.self) { group in
      for number in 1...world.swarm.checkouts {
        group.addTask {
          defer { world.history.note("buyer", "order-\(number)", .done) }
          var purchase = Purchase(world, number: number)
          do { try await purchase.run() } catch is CancellationError {} catch {
            let promise = "Every answer can be read."
            world.history.note("shop", "order-\(number)", .broken(promise: promise, "\(error)"))
          }
        }
      }
    }
  }

  /// Reads every checkout that a shop knows until all have ended and the shop has been told.
  private static func settle(_ world: World) async throws -> [String: [CheckoutBody]] {
    let person = Operator(world)
    let began = world.time.now
    // A server may still be paused.
    try await world.time.sleep(for: .seconds(900))
    var open = world.history.checkouts
    while !open.isEmpty, world.time.now.since(began) < bound {
      var left: [(order: String, id: String)] = []
      for (order, id) in open {
        let body = try await read(id, of: order, world)
        if let body, !body.phase.isFinal || body.awaitsProvider { left.append((order, id)) }
      }
      open = left
      try await person.decideAll()
      if !open.isEmpty { try await world.time.sleep(for: .seconds(7200)) }
    }
    // Time for operations and webhooks. Ferry finds a refund by hand when it asks the provider again, after days.
    let days = world.history.entries.contains { if case .refundedInConsole = $0.event { true } else { false } } ? 4 : 1
    for _ in 1...days {
      try await world.time.sleep(for: .seconds(86_400))
      try await person.decideAll()
    }
    try await world.time.sleep(for: .seconds(7200))
    var ends: [String: [CheckoutBody]] = [:]
    for (order, id) in world.history.checkouts {
      if world.swarm.faults[.shopReadsTimeline] != nil {
        try await Shop(world, order, world.chance.stream("reader of \(id)"), actor: "auditor").readTimeline(id)
      }
      if let body = try await read(id, of: order, world) { ends[order, default: []].append(body) }
    }
    return ends
  }

  /// A checkout in the calm, where everything is answered.
  private static func read(_ id: String, of order: String, _ world: World) async throws -> CheckoutBody? {
    let body = try await Shop(world, order, world.chance.stream("auditor of \(id)"), actor: "auditor").read(id)
    if body == nil {
      let promise = "A checkout that a shop was told of stays."
      world.history.note("auditor", order, .broken(promise: promise, "\(id) cannot be read."))
    }
    return body
  }

  private static func outcome(
    of world: World, _ ends: [String: [CheckoutBody]], _ log: [LogRecord], _ balances: [Balance]
  ) -> Outcome {
    let entries = world.history.entries
    let money = world.money
    let byOrder = Dictionary(grouping: entries) { $0.order ?? "" }
    let stories = Set(world.history.checkouts.map(\.order)).sorted().map { order in
      let bodies = ends[order] ?? []
      let numbers = Set(bodies.map(\.orderNumber))
      return Checker.Story(
        order: order, entries: byOrder[order] ?? [], ends: bodies,
        money: money.filter { $0.order.map(numbers.contains) ?? false })
    }
    var counts = world.history.counts
    for body in ends.values.joined() { counts["ends \(body.phase.rawValue)", default: 0] += 1 }
    var broken = Checker.check(stories, of: world.swarm)
    // Promises that concern no order, or one that no shop was told of.
    for entry in entries {
      guard case .broken(let promise, let text) = entry.event, !stories.contains(where: { $0.order == entry.order })
      else { continue }
      broken.append(BrokenPromise(promise: promise, order: entry.order ?? "all orders", detail: text))
    }
    // Without a person's decision nobody knows what is true.
    if stories.allSatisfy({ !$0.isUndecided }) {
      broken += world.providers.flatMap { Checker.compareBooks(of: $0, balances) }
    }
    return Outcome(world.swarm, broken, counts, log, entries)
  }
}
