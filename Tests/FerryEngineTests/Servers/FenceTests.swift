import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerryTesting
import HTTPTypes
import Testing

@Suite("A server that comes back after another has taken over its work")
struct FenceTests {
  /// The first server's capture is held, and the second has taken over.
  private func takenOver(
    _ world: TwoServers, _ place: HeldLine.Place, then prepare: () -> Void = {}
  ) async throws -> CheckoutID {
    let id = try await world.authorized()
    world.first.line.hold(.post, place)
    _ = try await world.first.engine.submit(.capture("c-1", nil), to: id)
    await world.first.line.whenHeld()
    prepare()
    try await world.pauseFirst()
    return id
  }

  @Test("does not end the other's attempt by its late refusal")
  func refusal() async throws {
    let world = TwoServers()
    try await world.run(world.first, world.second) {
      // The first request is delayed on its way: the inquiry shows nothing, and the second server sends it again.
      let id = try await takenOver(world, .there) { world.second.line.hold(.post, .back) }
      await world.second.line.whenHeld()
      world.bank.answerCaptures(402)
      world.first.line.release()
      try await world.resumeFirst()
      let during = try #require(try await world.second.store.file(id))
      #expect(during.outstanding.map(\.isStarted) == [true])
      #expect(during.checkout.payment?.operations.map(\.state) == [.requested(during.checkout.lastCommand)])
      world.second.line.release()
      #expect(try await world.wait(for: id, .succeeded))
    }
    #expect(world.second.line.course == "GET POST")
    #expect(world.bank.done == 1)
  }

  @Test("does not complete the other's attempt by its late success, which counts all the same")
  func success() async throws {
    let world = TwoServers(repeats: true)
    try await world.run(world.first, world.second) {
      let id = try await takenOver(world, .back) { world.second.line.hold(.post, .back) }
      await world.second.line.whenHeld()
      world.first.line.release()
      try await world.resumeFirst()
      let during = try #require(try await world.second.store.file(id))
      #expect(during.outstanding.map(\.command.kind.name) == ["capture"], "The second server is performing it.")
      #expect(during.checkout.payment?.captured == .yen(4400))
      world.second.line.release()
      try await world.time.sleep(for: .seconds(1))
      #expect(try await world.second.store.file(id)?.outstanding == [])
    }
    #expect(world.bank.done == 1)
  }

  @Test("does not postpone the other's attempt by its late failure")
  func failure() async throws {
    let world = TwoServers(repeats: true)
    try await world.run(world.first, world.second) {
      let id = try await takenOver(world, .there) { world.second.line.hold(.post, .there) }
      await world.second.line.whenHeld()
      world.bank.answerCaptures(503)
      world.first.line.release()
      try await world.resumeFirst()
      #expect(try await world.second.store.file(id)?.outstanding.map(\.attempts) == [0])
      world.second.line.release()
      #expect(try await world.wait(for: id, .succeeded))
    }
    #expect(world.bank.done == 1)
  }

  @Test("tells of its success before the other, whose inquiry showed nothing, repeats the request")
  func successDuringInquiry() async throws {
    let world = TwoServers()
    try await world.run(world.first, world.second) {
      let id = try await takenOver(world, .back) {
        world.bank.answerInquiries(404)
        world.second.line.hold(.get, .back)
      }
      await world.second.line.whenHeld()
      world.first.line.release()
      try await world.resumeFirst()
      world.second.line.release()
      #expect(try await world.wait(for: id, .succeeded))
      try await world.time.sleep(for: .seconds(60))
      #expect(try await world.second.store.file(id)?.outstanding == [])
    }
    #expect(world.first.line.course == "POST")
    #expect(!world.second.line.course.contains("POST"))
    #expect(world.bank.done == 1)
  }

  @Test("tells of its success after the other has given up")
  func successAfterParking() async throws {
    let world = TwoServers()
    try await world.run(world.first, world.second) {
      let id = try await takenOver(world, .back) { world.bank.answerInquiries(409) }
      #expect(try await world.wait(for: id, .unknown))
      world.first.line.release()
      try await world.resumeFirst()
      #expect(try await world.capture(id) == .succeeded)
    }
    #expect(world.bank.done == 1)
  }

  @Test(
    "keeps an answer that came meanwhile if nobody has taken over its work",
    arguments: [(HTTPRequest.Method.post, Event.capture("c-1", nil)), (.get, .recheckRequested)])
  func nobodyElse(_ method: HTTPRequest.Method, _ event: Event) async throws {
    let world = TwoServers()
    try await world.run(world.first) {
      let id = try await world.authorized()
      world.first.line.hold(method, .back)
      _ = try await world.first.engine.submit(event, to: id)
      await world.first.line.whenHeld()
      try await world.pauseFirst()
      world.first.line.release()
      world.first.store.resume()
      let due = try await world.first.store.due(at: world.time.now).commands
      #expect(due.map(\.fence) == [2], "It has claimed the checkout again before the answer is recorded.")
      try await world.time.sleep(for: .seconds(2))
      let file = try #require(try await world.first.store.file(id))
      #expect(file.outstanding == [])
      #expect(file.checkout.payment?.captured == .yen(method == .post ? 4400 : 0))
    }
    #expect(world.first.line.course == method.rawValue)
  }

  @Test("sends nothing of what it was about to send", arguments: [true, false])
  func beforeSending(_ isTakenOver: Bool) async throws {
    let world = TwoServers()
    world.bank.whenSealing {
      // It is stopped for so long that its lease lapses, and registers again.
      world.first.store.leave()
      if !isTakenOver { world.first.store.resume() }
    }
    try await world.run(world.first, world.second) {
      let id = try await world.authorized()
      _ = try await world.first.engine.submit(.capture("c-1", nil), to: id)
      #expect(try await world.wait(for: id, .succeeded))
    }
    let sent = [world.first, world.second].map(\.line.course).joined(separator: " ")
    #expect(sent.split(separator: " ").filter { $0 == "POST" } == ["POST"])
    #expect(world.bank.done == 1)
  }

  @Test("leaves a command to the other that it was about to perform")
  func command() async throws {
    let world = TwoServers(repeats: true)
    try await world.run(world.first) {
      let id = try await world.authorized()
      world.first.store.pause()
      _ = try await world.second.engine.submit(.capture("c-1", nil), to: id)
      try await world.pauseFirst()
      #expect(try await world.second.store.due(at: world.time.now).commands.map(\.fence) == [2])
      try await world.resumeFirst()
      #expect(try await world.second.store.file(id)?.outstanding.map(\.attempts) == [0], "It is not postponed.")
    }
    #expect(world.first.line.course == "")
  }

  @Test("leaves a timer to the other")
  func timer() async throws {
    let world = TwoServers()
    try await world.run(world.first) {
      try await SampleAttempt("one", lifetime: .seconds(60)).open(in: world.first.store)
      try await world.time.sleep(for: .seconds(55))
      world.first.store.pause()
      try await world.time.sleep(for: .seconds(4))
      try await world.pauseFirst()
      #expect(try await world.second.store.due(at: world.time.now).wakings == [DueWaking(checkout: "one", fence: 2)])
      try await world.resumeFirst()
      #expect(try await world.second.store.file("one")?.checkout.phase == .open)
    }
    try await world.run(world.second) {
      let file = try await world.second.engine.wait(for: "one", within: .seconds(30)) { $0.checkout.phase == .expired }
      #expect(file.checkout.phase == .expired)
    }
  }

  @Test("leaves a notification to the other")
  func notification() async throws {
    let world = TwoServers()
    let number = try await world.run(world.first) {
      let id = try await world.authorized()
      _ = try await world.first.store.update(id) { _, change in change.references = [.sample("one")] }
      world.first.store.pause()
      _ = try await world.second.engine.accept(
        IncomingNotification(headers: [:], body: [1], receivedAt: world.time.now, source: nil), from: world.bank.account
      )
      try await world.pauseFirst()
      let due = try await world.second.store.due(at: world.time.now).notifications
      #expect(due.map(\.fence) == [2])
      try await world.resumeFirst()
      let number = try #require(due.first?.number)
      #expect(try await world.second.store.notification(number)?.state == .new)
      return number
    }
    try await world.run(world.second) { try await world.time.sleep(for: .seconds(5)) }
    #expect(try await world.second.store.notification(number)?.state == .handled)
  }

  /// A message to the shop that the first server owns.
  private func message(_ world: TwoServers) async throws -> WebhookDelivery.ID {
    let id = try await world.authorized()
    let now = world.time.now
    let delivery = WebhookDelivery.sample(id, 1, after: Int(now.since(SampleAttempt.start) / .seconds(1)))
    _ = try await world.second.engine.update(id) { _, change in change.webhooks = [delivery] }
    return delivery.id
  }

  @Test("leaves a webhook to the other that it was about to send")
  func webhook() async throws {
    let world = TwoServers()
    try await world.run(world.first) {
      _ = try await world.authorized()
      world.first.store.pause()
      _ = try await message(world)
      try await world.pauseFirst()
      let demands = [WebhookDemand("orders", limit: 9)]
      #expect(try await world.second.store.dueDeliveries(at: world.time.now, demands).deliveries.map(\.fence) == [2])
      try await world.resumeFirst()
    }
    #expect(world.posts.posts == [])
  }

  @Test(
    "tells of a webhook that has arrived, and not of one that has failed",
    arguments: [(204, WebhookDelivery.State.delivered), (500, .waiting), (410, .waiting)])
  func lateWebhook(_ status: Int, _ state: WebhookDelivery.State) async throws {
    let world = TwoServers()
    world.posts.answer(1, status)
    world.posts.answer(2, 500)
    world.posts.hold(1)
    try await world.run(world.first, world.second) {
      let id = try await message(world)
      await world.posts.whenHeld()
      try await world.pauseFirst()
      try await world.time.sleep(for: .seconds(3))
      #expect(world.posts.posts == [1, 2])
      let before = try #require(try await world.second.store.delivery(id))
      #expect(before.attempts == 1)
      world.posts.release()
      try await world.resumeFirst()
      let after = try #require(try await world.second.store.delivery(id))
      #expect(after.state == state)
      #expect(state != .waiting || after == before)
    }
  }

  @Test(
    "keeps a shop's answer that came meanwhile if nobody has taken over its work",
    arguments: [(204, WebhookDelivery.State.delivered), (410, .parked)])
  func webhookAnswer(_ status: Int, _ state: WebhookDelivery.State) async throws {
    let world = TwoServers()
    world.posts.answer(1, status)
    world.posts.hold(1)
    try await world.run(world.first) {
      let id = try await message(world)
      await world.posts.whenHeld()
      try await world.pauseFirst()
      world.posts.release()
      world.first.store.resume()
      let due = try await world.first.store.dueDeliveries(at: world.time.now, [WebhookDemand("orders", limit: 9)])
      #expect(due.deliveries.map(\.fence) == [2], "It has claimed the checkout again before the answer is recorded.")
      try await world.time.sleep(for: .seconds(2))
      #expect(try await world.first.store.delivery(id)?.state == state)
    }
    #expect(world.posts.posts == [1])
  }
}
