import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerryServer
import FerryTesting
import Metrics
import Testing

@Suite("Notifications of providers")
struct InboxTests {
  @Test("Twenty different notifications at once cause one inquiry, and all are in the timeline")
  func coalesced() async throws {
    let world = InboxWorld()
    let id = try await world.run {
      let id = try await world.paying()
      world.bank.answer(after: .seconds(2))
      for number in 1...20 { try await world.notify("changed P-cart-1 m-\(number)") }
      try await world.time.sleep(for: .seconds(60))
      return id
    }
    #expect(world.bank.asked == ["P-cart-1"])
    #expect(try await world.told(id).count == 20)
    #expect(try await world.inbox() == ["test handled 20"])
  }

  @Test("An inquiry from before the notification does not count: another follows")
  func questionUnderWay() async throws {
    let world = InboxWorld()
    let isPaid = try await world.run {
      let id = try await world.paying()
      world.bank.answer(after: .seconds(5))
      _ = try await world.engine.submit(.recheckRequested, to: id)
      try await world.time.sleep(for: .seconds(1))
      // The bank has looked at its books before this.
      world.bank.pay("P-cart-1")
      try await world.notify("changed P-cart-1 m-1")
      return try await world.isPaid(id, within: .seconds(60))
    }
    #expect(isPaid)
    #expect(world.bank.asked == ["P-cart-1", "P-cart-1"])
  }

  @Test("A notification before its order waits, and is handled as soon as the order is known")
  func beforeItsOrder() async throws {
    let world = InboxWorld()
    let (id, isPaid) = try await world.run {
      try await world.notify("changed P-cart-1 m-1")
      try await world.time.sleep(for: .seconds(86_400 + 7))
      #expect(try await world.inbox() == ["test unmatched 1"])
      world.bank.pay("P-cart-1")
      let id = try await world.created()
      return (id, try await world.isPaid(id))
    }
    #expect(isPaid)
    #expect(try await world.told(id).count == 1)
    #expect(try await world.inbox() == ["test handled 1"])
  }

  @Test("A notification without an order expires after thirty days, and stays listed")
  func neverMatched() async throws {
    let world = InboxWorld()
    try await world.run {
      try await world.notify("changed P-nobody m-1")
      try await world.time.sleep(for: .seconds(30 * 86_400 - 60))
      #expect(try await world.inbox() == ["test unmatched 1"])
      try await world.time.sleep(for: .seconds(120))
    }
    #expect(try await world.inbox() == ["test expired 1"])
  }

  @Test("An unknown event is stored, is in the timeline, and causes an inquiry too")
  func unrecognised() async throws {
    let world = InboxWorld()
    let (id, isPaid) = try await world.run {
      let id = try await world.paying()
      world.bank.pay("P-cart-1")
      try await world.notify("exploded P-cart-1 m-1")
      return (id, try await world.isPaid(id))
    }
    #expect(isPaid)
    #expect(try await world.told(id) == ["notified of unknown exploded, settling"])
    #expect(try await world.store.inbox().map(\.isRecognised) == [false])
    #expect(try await world.store.notification(1)?.body == Array("exploded P-cart-1 m-1".utf8))
  }

  @Test("An unsigned notification about an unknown object is answered like any other, and dropped")
  func foreign() async throws {
    let world = InboxWorld(.unsigned)
    try await world.run {
      _ = try await world.paying()
      let ours = try await world.notify("changed P-cart-1 m-1")
      let foreign = try await world.notify("changed P-cart-2 m-1")
      let none = try await world.notify("changed")
      #expect(ours == foreign && ours == none)
      try await world.time.sleep(for: .seconds(1))
    }
    #expect(try await world.inbox() == ["test handled 1"])
    #expect(try await world.store.notification(1)?.body == nil)
  }

  @Test("Repeated unsigned notifications cause fewer and fewer inquiries")
  func flood() async throws {
    let world = InboxWorld(.unsigned)
    try await world.run {
      _ = try await world.paying()
      for _ in 1...3600 {
        try await world.notify("changed P-cart-1")
        try await world.time.sleep(for: .seconds(1))
      }
    }
    #expect((10...25).contains(world.bank.asked.count))
  }

  @Test("A notification of the other mode does not affect a checkout", arguments: [true, false])
  func otherMode(_ isSigned: Bool) async throws {
    let world = InboxWorld(isSigned ? .signed : .unsigned)
    try await world.run {
      let id = try await world.paying()
      world.bank.pay("P-cart-1")
      try await world.notify("changed P-cart-1 m-1", mode: .live)
      #expect(try await !world.isPaid(id, within: .seconds(86_400)))
    }
    #expect(world.bank.asked == [])
    #expect(try await world.inbox() == (isSigned ? ["live unmatched 1"] : []))
  }

  @Test("The key of a notification's signature is fetched once; without it the sender has to retry")
  func fetchedKey() async throws {
    let world = InboxWorld(.signedWithFetchedKey)
    world.bank.hideKey(true)
    await #expect(throws: NotificationRefusal.unavailable) { try await world.notify("changed P-1 m-1") }
    world.bank.hideKey(false)
    await #expect(throws: NotificationRefusal.unauthenticated) {
      try await world.notify("changed P-1 m-1", isSigned: false)
    }
    // It was not stored.
    for number in 1...3 { try await world.notify("changed P-1 m-\(number)") }
    #expect(world.bank.fetched == 2)
    #expect(try await world.inbox() == ["test new 3"])
  }

  @Test("An expired key is fetched again, once for each notification that it does not verify")
  func renewedKey() async throws {
    let world = InboxWorld(.signedWithFetchedKey)
    try await world.run {
      world.bank.limitKey(to: world.time.now + .seconds(60))
      try await world.notify("changed P-1 m-1")
      try await world.time.sleep(for: .seconds(61))
      await #expect(throws: NotificationRefusal.untrusted) { try await world.notify("changed P-1 m-2") }
      #expect(world.bank.fetched == 2)
      world.bank.limitKey(to: world.time.now + .seconds(60))
      for number in 2...4 { try await world.notify("changed P-1 m-\(number)") }
      #expect(world.bank.fetched == 3)
    }
  }

  @Test("A clock that is set back delays no waiting notification")
  func clockSetBack() async throws {
    let world = InboxWorld()
    try await world.notify("changed P-cart-1 m-1")
    let before = world.time.now - .seconds(5 * 86_400)
    let again = InboxWorld(store: world.store, time: VirtualTime(start: before))
    again.bank.pay("P-cart-1")
    let isPaid = try await again.run {
      try await again.time.sleep(for: .seconds(120))
      return try await again.isPaid(try await again.created())
    }
    #expect(isPaid)
    #expect(try await again.inbox() == ["test handled 1"])
  }

  @Test("Notifications are counted by their outcome, and waiting ones are reported")
  func counted() async throws {
    let metrics = PrometheusMetrics()
    let world = InboxWorld()
    try await withMetricsFactory(metrics) {
      try await world.run {
        _ = try await world.paying()
        for text in ["changed P-cart-1 m-1", "changed P-cart-1 m-1", "odd P-nobody m-2", "ping"] {
          try await world.notify(text)
        }
        _ = try? await world.notify("changed P-cart-1 m-3", isSigned: false)
        try await world.time.sleep(for: .seconds(1))
      }
    }
    let lines = Set(metrics.text.split(separator: "\n").map(String.init))
    let labels = #"provider="notifying-bank",mode="test""#
    for (result, count) in [
      ("kept", 2), ("repeated", 1), ("unrecognised", 1), ("nothing", 1), ("unauthenticated", 1),
    ] {
      #expect(lines.contains("ferry_notifications_total{\(labels),result=\"\(result)\"} \(count).0"))
    }
    let waiting = try await world.engine.backlog().map { "\($0.account.mode) \($0.unmatched) \($0.expired)" }
    #expect(waiting == ["live 0 0", "test 1 0"])
  }
}
