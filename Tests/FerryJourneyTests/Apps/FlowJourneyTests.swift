import DemoShop
@_spi(Phone) import Ferry
import FerryCore
import FerrySimulation
import FerryTesting
import Testing

/// The app library with the server's own routes, the real engine and the sandbox. Each journey ends
/// with what the provider's ledger says.
@Suite("The app library with a server in process", .timeLimit(.minutes(10)))
struct FlowJourneyTests {
  @Test("A buyer pays: the app says so and stores nothing, and the ledger has the total", arguments: AppKind.allCases)
  func paid(_ kind: AppKind) async throws {
    try await FlowDevice.run(kind) { makeDevice in
      let device = makeDevice("cart-1")
      let end = try await device.live(AppLife())
      #expect(isPaid(end))
      #expect(device.served.money == MoneyTotals(captured: 9_520))
      #expect(device.storage.isEmpty)
    }
  }

  @Test(
    "If the app is killed before or after any step, the next start leads to one payment and the right result",
    arguments: AppKind.allCases)
  func killed(_ kind: AppKind) async throws {
    try await FlowDevice.run(kind) { makeDevice in
      let whole = AppLife()
      let first = makeDevice("cart-0")
      let end = try await first.live(whole)
      #expect(isPaid(end))
      for step in 1...whole.steps {
        let device = makeDevice("cart-\(step)")
        let life = AppLife(killedAt: step)
        let told = try await device.live(life)
        #expect(life.isDead ? told == nil : isPaid(told), "\(step)")
        if let created = device.created, device.storage.isEmpty {
          // The result had been delivered, and the item deleted.
          #expect(try await device.rehearsed.shopReads(created).phase == .paid, "\(step)")
        } else {
          let end = try await device.live(AppLife())
          #expect(isPaid(end), "\(step)")
        }
        #expect(device.served.money == MoneyTotals(captured: Int64(step + 1) * 9_520), "\(step)")
      }
    }
  }

  @Test(
    "If the buyer closes the browser at any step, the app says nothing false, and continuing pays once",
    arguments: AppKind.allCases,
    [0, 1])
  func closed(_ kind: AppKind, opening: Int) async throws {
    try await FlowDevice.run(kind) { makeDevice in
      for (count, leaving) in FlowDevice.Leaving.closing.enumerated() {
        let device = makeDevice("cart-\(leaving)")
        let told = try await device.live(
          AppLife(), leaving: Array(repeating: nil, count: opening) + [leaving])
        if !isPaid(told) {
          #expect(opening == 0 ? told == .notFinished : told == .confirming, "\(leaving)")
          let end = try await device.live(AppLife())
          #expect(isPaid(end), "\(leaving)")
        }
        #expect(device.served.money == MoneyTotals(captured: Int64(count + 1) * 9_520), "\(leaving)")
      }
    }
  }

  @Test(
    "After a cancel at the provider the app says so, nothing is charged, and the same cart can be paid",
    arguments: AppKind.allCases)
  func cancelled(_ kind: AppKind) async throws {
    try await FlowDevice.run(kind) { makeDevice in
      let device = makeDevice("cart-1")
      #expect(try await device.live(AppLife(), leaving: [.cancelling]) == .cancelled)
      #expect(device.storage.isEmpty)
      #expect(device.served.money == MoneyTotals())
      device.beginAnew()
      let end = try await device.live(AppLife())
      #expect(isPaid(end))
      #expect(device.served.money == MoneyTotals(captured: 9_520))
    }
  }

  @Test("After a cancel at the review, or by the app's own button during the redirect, nothing is charged")
  func cancelledInApp() async throws {
    try await FlowDevice.run(.native) { makeDevice in
      let one = makeDevice("cart-1")
      let two = makeDevice("cart-2")
      let ends = [
        try await one.live(AppLife(), decision: .cancel), try await two.live(AppLife(), leaving: [.cancellingInApp]),
      ]
      #expect(ends == [.cancelled, .cancelled])
      #expect(one.storage.isEmpty && two.storage.isEmpty)
      #expect(one.served.money == MoneyTotals())
    }
  }

  @Test("A second attempt with the same cart after an abandoned one pays once, and the first reports nothing")
  func anotherAttempt() async throws {
    try await FlowDevice.run(.native) { makeDevice in
      let device = makeDevice("cart-1")
      #expect(try await device.live(AppLife(), leaving: [.atOnce]) == .notFinished)
      let first = try #require(device.created)
      let end = try await device.live(AppLife(), goesOn: false)
      #expect(isPaid(end))
      #expect(try await device.rehearsed.shopReads(first).phase == .cancelled)
      #expect(device.storage.isEmpty)
      #expect(device.served.money == MoneyTotals(captured: 9_520))
    }
  }

  @Test("While a payment is not confirmed, no button pays the same cart again")
  func unconfirmed() async throws {
    try await FlowDevice.run(.native) { makeDevice in
      let device = makeDevice("cart-1")
      #expect(try await device.live(AppLife(), leaving: [nil, .atOnce]) == .confirming)
      let first = try #require(device.created)
      await #expect(throws: FlowFailure.unconfirmed(first.checkout)) {
        try await device.live(AppLife(), goesOn: false)
      }
      let end = try await device.live(AppLife())
      #expect(isPaid(end))
      #expect(device.served.money == MoneyTotals(captured: 9_520))
    }
  }

  @Test(
    "Requests whose answers are lost, claims included, are repeated and take effect once", arguments: AppKind.allCases)
  func lost(_ kind: AppKind) async throws {
    try await FlowDevice.run(kind) { makeDevice in
      let device = makeDevice("cart-1")
      let end = try await device.live(AppLife(), losing: ["claim", "confirm", "begin"])
      #expect(isPaid(end))
      #expect(device.served.money == MoneyTotals(captured: 9_520))
    }
  }
}
