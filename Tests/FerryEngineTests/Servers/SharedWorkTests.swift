import FerryCheckout
import FerryCore
import FerryEngine
import FerryTesting
import HTTPTypes
import Logging
import ServiceLifecycle
import Testing

@Suite("Two servers that share the work")
struct SharedWorkTests {
  @Test("A request through one server is performed by the owner at once, and the waiting request hears of it at once")
  func notifiedAtOnce() async throws {
    let world = TwoServers()
    try await world.run(world.first, world.second) {
      let id = try await world.authorized()
      try await world.time.sleep(for: .seconds(1))
      let began = world.time.now
      _ = try await world.second.engine.submit(.capture("c-1", nil), to: id)
      #expect(try await world.wait(for: id, .succeeded))
      #expect(world.time.now.since(began) < .seconds(1))
    }
    #expect(world.first.line.course == "POST")
    #expect(world.second.line.course == "")
  }

  @Test("If messages between servers are lost, both look again after a few seconds")
  func messagesLost() async throws {
    let world = TwoServers()
    for server in [world.first, world.second] { server.store.loseMessages() }
    try await world.run(world.first, world.second) {
      let id = try await world.authorized()
      try await world.time.sleep(for: .seconds(1))
      let began = world.time.now
      _ = try await world.second.engine.submit(.capture("c-1", nil), to: id)
      #expect(try await world.wait(for: id, .succeeded))
      #expect(world.time.now.since(began) < .seconds(8))
    }
  }

  @Test(
    "The limit of a provider's concurrent requests is divided by the servers that are alive",
    arguments: [(true, 2), (false, 4)])
  func limits(_ hasOther: Bool, _ most: Int) async throws {
    let world = TwoServers(repeats: true)
    world.first.line.slow(.seconds(1))
    try await world.run(world.first) {
      // Nobody renews the second server's lease otherwise.
      try await world.time.sleep(for: .seconds(11))
      if hasOther { world.second.store.renew() }
      for number in 1...8 {
        let id = try await world.authorized("checkout-\(number)")
        _ = try await world.first.engine.submit(.capture("c-1", nil), to: id)
      }
      try await world.time.sleep(for: .seconds(9))
    }
    #expect(world.first.line.most == most)
    #expect(world.bank.done == 8)
  }

  @Test("A server that is shut down finishes what is in flight, and the other goes on with the rest at once")
  func shutdown() async throws {
    let world = TwoServers()
    try await world.run(world.second) {
      let group = ServiceGroup(
        configuration: ServiceGroupConfiguration(
          services: [LeaseService(store: world.first.store), world.first.engine],
          logger: Logger(label: "group") { _ in SwiftLogNoOpLogHandler() }))
      try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask { try await group.run() }
        // Until it has a lease: it owns what it opens by that.
        try await world.time.sleep(for: .seconds(1))
        let (one, two) = (try await world.authorized(), try await world.authorized("two"))
        world.first.line.hold(.post, .back)
        _ = try await world.second.engine.submit(.capture("c-1", nil), to: one)
        await world.first.line.whenHeld()
        await group.triggerGracefulShutdown()
        try await world.time.sleep(for: .seconds(1))
        // The first server still owns it, and begins nothing new.
        _ = try await world.second.engine.submit(.capture("c-1", nil), to: two)
        try await world.time.sleep(for: .seconds(1))
        #expect(try await world.capture(two) != .succeeded)
        world.first.line.release()
        try await tasks.waitForAll()
        #expect(try await world.capture(one) == .succeeded)
        let stopped = world.time.now
        #expect(try await world.wait(for: two, .succeeded))
        #expect(world.time.now.since(stopped) < .seconds(1))
      }
    }
    #expect(world.first.line.course == "POST")
  }

  /// The first server's lease, as a service that is stopped after the engine.
  private struct LeaseService: Service {
    let store: MemoryStore

    func run() async throws {
      do { try await cancelWhenGracefulShutdown { try await store.run() } } catch is CancellationError {}
    }
  }

  @Test("An endpoint that answered one server with 410 gets what a person resends through the other")
  func resent() async throws {
    let world = TwoServers()
    world.posts.answer(1, 410)
    try await world.run(world.first, world.second) {
      let id = try await world.authorized()
      let now = world.time.now
      _ = try await world.first.engine.update(id) { _, change in
        change.webhooks = [WebhookDelivery.sample(id, 1, after: Int(now.since(SampleAttempt.start) / .seconds(1)))]
      }
      try await world.time.sleep(for: .seconds(5))
      let delivery = WebhookDelivery.ID.sample(id, 1)
      #expect(try await world.second.store.delivery(delivery)?.state == .parked)
      world.posts.answer(1, 204)
      let resent = try await world.second.engine.sendAgain(delivery.message)
      #expect(resent == ["orders"])
      try await world.time.sleep(for: .seconds(5))
      #expect(try await world.second.store.delivery(delivery)?.state == .delivered)
    }
    #expect(world.posts.posts == [1, 1])
  }
}
