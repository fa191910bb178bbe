import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerryTesting
import HTTPTypes
import Logging
import Synchronization
import Testing

@Suite("The interface between engine and provider")
struct ProviderLineTests {
  @Test("Secrets and buyer facts enter when a request is sealed, and are never stored with the command")
  func sealing() async throws {
    let world = LineWorld()
    world.bank.behaviour.withLock { $0.isConfigured = true }
    let file = try await world.run { try await world.confirmed() }
    #expect(file.checkout.phase.name == .paying)
    let sent = try #require(world.bank.sent.first, "Nothing was sent.")
    #expect(sent.body.hasSuffix(" secret 198.51.100.9"))
    #expect(sent.timeout == .seconds(90), "The request names its own timeout.")
  }

  @Test("A stored request holds neither secret nor buyer fact")
  func stored() async throws {
    let world = LineWorld()
    let id = try await world.time.run {
      let id = try await world.created()
      _ = try await world.engine.update(id) { file, _ in file.buyerFacts = BuyerFacts(ipAddress: "198.51.100.9") }
      try await world.leave(id)
      return id
    }
    let stored = try #require(try await world.store.file(id)?.outstanding.first, "There is no command.")
    let request = try #require(stored.request, "The request is not planned.")
    let text = "\(request) \(String(decoding: request.content, as: UTF8.self))"
    #expect(!text.contains("secret") && !text.contains("198.51.100.9"))
    #expect(stored.reference == "100000000001")
  }

  @Test("A record that cannot be stored fails the answer: the checkout keeps its record, and the request is sent again")
  func brokenRecord() async throws {
    let world = LineWorld()
    world.bank.behaviour.withLock { $0.hasBrokenRecord = true }
    let file = try await world.run {
      let id = try await world.created()
      try await world.leave(id)
      let failed = try await world.engine.wait(for: id, within: .seconds(60)) { file in
        file.outstanding.contains { $0.attempts > 0 }
      }
      #expect(failed.record == nil)
      #expect(failed.checkout.phase.name == .authorizing)
      world.bank.behaviour.withLock { $0.hasBrokenRecord = false }
      return try await world.engine.wait(for: id, within: .seconds(60)) { $0.checkout.phase.name == .paying }
    }
    #expect(file.checkout.phase.name == .paying)
    #expect(file.record != nil)
    #expect(world.bank.sent.count >= 2)
    #expect(try await world.remarks(file.checkout.id).contains { $0.contains("cannot be stored") })
  }

  @Test("A command can end without a request, and the timeline says why")
  func concluded() async throws {
    let world = LineWorld()
    world.bank.behaviour.withLock { $0.concluded = "authorize" }
    let id = try await world.run {
      let id = try await world.created()
      try await world.leave(id)
      _ = try await world.engine.wait(for: id, within: .seconds(60)) { $0.checkout.phase.name != .authorizing }
      return id
    }
    #expect(world.bank.sent.isEmpty)
    #expect(try await world.remarks(id).contains("The bank has no authorize."))
    #expect(try await world.store.file(id)?.outstanding.isEmpty == true)
  }

  @Test("A command that cannot be planned is retried less and less often, and continues once the account is corrected")
  func misconfigured() async throws {
    let world = LineWorld()
    world.bank.behaviour.withLock { $0.isConfigured = false }
    let (id, phase) = try await world.run {
      let id = try await world.created()
      try await world.leave(id)
      try await world.time.sleep(for: .seconds(6 * 3600))
      world.bank.behaviour.withLock { $0.isConfigured = true }
      let file = try await world.engine.wait(for: id, within: .seconds(300)) { $0.checkout.phase.name == .paying }
      return (id, file.checkout.phase.name)
    }
    #expect(phase == .paying)
    let remarks = try await world.remarks(id).filter { $0.contains("There is no contract. Sign one.") }
    #expect((2...20).contains(remarks.count), "The timeline has \(remarks.count) remarks of one cause.")
  }

  @Test(
    "What a person must fix is in the timeline, a warning in the log, and a problem of the account",
    arguments: [
      (401, "The bank knows no such shop. Ask the bank.", PhaseName.authorizing),
      (403, "The bank takes no yen. Sign another contract.", .declined),
    ])
  func reported(_ status: Int, _ text: String, _ phase: PhaseName) async throws {
    let log = RecordedLog()
    let world = LineWorld(logger: log.logger)
    world.bank.behaviour.withLock { $0.statuses = [status] }
    let (id, problems) = try await world.run {
      let id = try await world.created()
      try await world.leave(id)
      try await world.time.sleep(for: .seconds(5))
      #expect(try await world.engine.file(id)?.checkout.phase.name == phase)
      return (id, try await world.engine.accountProblems())
    }
    #expect(try await world.remarks(id) == [text])
    #expect(problems.map(\.account) == [world.bank.account] && problems.map(\.checkout) == [id])
    #expect(problems.first?.text == text && problems.first?.entries == 1)
    let warnings = log.lines.filter { $0.contains("A person must fix something") }
    #expect(warnings.count == 1)
    for part in text.split(separator: ".").map({ $0.drop { $0 == " " } }) {
      #expect(warnings.allSatisfy { $0.contains(part) && $0.contains("line-bank") && $0.contains("second") })
    }
  }

  @Test("A request that is planned again after a misconfiguration is known as such, and the next one is not")
  func planned() async throws {
    let world = LineWorld()
    world.bank.behaviour.withLock { $0.statuses = [401, 401] }
    let file = try await world.run {
      let id = try await world.created()
      try await world.leave(id)
      let file = try await world.engine.wait(for: id, within: .seconds(600)) { $0.checkout.phase.name == .paying }
      _ = try await world.engine.submit(.recheckRequested, to: id)
      return file
    }
    #expect(file.checkout.phase.name == .paying)
    #expect(world.bank.behaviour.withLock(\.retries) == [false, true, true, false])
  }

  @Test("A reference that the provider refuses is replaced, and never reused")
  func newReference() async throws {
    let world = LineWorld()
    world.bank.behaviour.withLock { $0.statuses = [409, 409] }
    _ = try await world.run {
      _ = try await world.confirmed("cart-1")
      return try await world.confirmed("cart-2")
    }
    let references = world.bank.sent.map { $0.body.prefix(12) }
    #expect(references == ["100000000001", "100000000002", "100000000003", "100000000004"])
  }

  @Test("The provider is asked first if the page is too old, and the buyer leaves with the new one")
  func askFirst() async throws {
    let world = LineWorld()
    let (action, calls) = try await world.run {
      let file = try await world.confirmed()
      #expect(try await world.engine.nextAction(.pay, for: file) == .redirect("https://bank.example/pay"))
      let calls = world.bank.sent.count
      try await world.time.sleep(for: .seconds(120))
      let old = try #require(try await world.engine.file(file.checkout.id))
      return (try await world.engine.nextAction(.pay, for: old), world.bank.sent.count - calls)
    }
    #expect(action == .redirect("https://bank.example/pay"))
    #expect(calls == 1, "One question was asked.")
  }

  @Test("A spent next action is reported as spent")
  func spent() async throws {
    let world = LineWorld()
    let action = try await world.run {
      let file = try await world.confirmed()
      world.bank.behaviour.withLock { $0.spent = true }
      return try await world.engine.nextAction(.pay, for: file)
    }
    #expect(action == .spent)
  }

  @Test("Return URLs that were sent stay with the checkout when the settings change")
  func returnURLs() async throws {
    let world = LineWorld()
    let id = try await world.run { try await world.confirmed().checkout.id }
    let moved = LineWorld.engine(world.store, bank: world.bank, time: world.time, base: "https://new.example")
    _ = try await world.time.run { try await moved.submit(.leave(change: nil), to: id) }
    let file = try #require(try await world.store.file(id))
    #expect(file.sentReturnURLs.map(\.pay) == ["https://shop.example/pay", "https://new.example/pay"])
  }

  @Test(
    "A notification is accepted from the provider's addresses only",
    arguments: [("192.0.2.77", true), ("198.51.100.1", false), (nil, false)] as [(String?, Bool)])
  func sources(_ source: String?, _ isTaken: Bool) async throws {
    let world = LineWorld()
    let notification = IncomingNotification(headers: [:], body: [1], receivedAt: world.time.now, source: source)
    if isTaken {
      _ = try await world.engine.accept(notification, from: world.bank.account)
    } else {
      await #expect(throws: NotificationRefusal.foreignSource) {
        try await world.engine.accept(notification, from: world.bank.account)
      }
    }
  }

  @Test("An account with an unknown name is refused")
  func otherAccount() async throws {
    let world = LineWorld()
    let other = ProviderAccountID(provider: "line-bank", mode: .test)
    #expect(world.engine.notificationRules(of: other) == nil)
    #expect(world.engine.accounts == [world.bank.account])
  }
}
