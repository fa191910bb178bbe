import FerryCore
import Foundation
import Synchronization
import Testing

@_spi(Phone) @testable import Ferry

@MainActor
@Suite("The flow while the shop's backend creates the checkout", .timeLimit(.minutes(10)))
struct CreationInFlowTests {
  let shop = TestShop()

  @Test("The verifier is stored before the shop's backend gets the challenge")
  func keptFirst() async throws {
    let flow = try shop.flow()
    let browser = shop.browser(for: flow)
    _ = try await flow.pay(from: browser) { [shop] challenge in
      let memory = shop.storage.kept.first.flatMap { FlowMachine.Memory.read($0.bytes, name: FlowID($0.name)).memory }
      #expect(memory?.verifier?.challenge == challenge)
      return try shop.create(challenge)
    } review: { _ in
      .buy
    }
  }

  @Test("A creation with an unknown outcome is retried with the same challenge")
  func createdAgain() async throws {
    let flow = try shop.flow()
    let challenges = Mutex<[Challenge]>([])
    let result = try await flow.pay(from: shop.browser(for: flow)) { [shop] challenge in
      let count = challenges.withLock { list in
        list.append(challenge)
        return list.count
      }
      let handoff = try shop.create(challenge)
      if count == 1 { throw URLError(.timedOut) }
      if count == 2 { throw FlowFailure.creationUnknown }
      return handoff
    } review: { _ in
      .buy
    }
    #expect(result == .paid(CheckoutFlowTests.receipt))
    #expect(challenges.withLock { $0.count } == 3)
    #expect(Set(challenges.withLock { $0 }).count == 1)
  }

  struct OutOfStock: Error {}

  @Test("The error of the shop's backend is thrown, and nothing is stored or opened")
  func refusedCreation() async throws {
    let flow = try shop.flow()
    let browser = shop.browser(for: flow)
    await #expect(throws: OutOfStock.self) {
      try await flow.pay(from: browser) { _ in
        throw OutOfStock()
      } review: { _ in
        .buy
      }
    }
    #expect(browser.opened.isEmpty)
    #expect(shop.storage.kept.isEmpty)
    #expect(flow.status == .idle)
  }

  @Test("After a creation whose outcome stayed unknown, the next payment uses the same verifier")
  func unknownCreation() async throws {
    let flow = try shop.flow()
    let first = Mutex<Challenge?>(nil)
    let count = Mutex(0)
    await #expect(throws: URLError.self) {
      try await flow.pay(from: shop.browser(for: flow)) { challenge in
        count.withLock { $0 += 1 }
        first.withLock { $0 = challenge }
        throw URLError(.networkConnectionLost)
      } review: { _ in
        .buy
      }
    }
    #expect(count.withLock { $0 } == FlowRules().mostCreations)
    let again = try shop.flow()
    _ = try await again.pay(from: shop.browser(for: again)) { [shop] challenge in
      #expect(challenge == first.withLock { $0 })
      return try shop.create(challenge)
    } review: { _ in
      .buy
    }
    #expect(shop.phase == .paid)
  }

  @Test("An invalid handoff ends the payment before anything opens", arguments: ["", "../x", "co 1"])
  func badHandoff(_ checkout: String) async throws {
    let flow = try shop.flow()
    let browser = shop.browser(for: flow)
    await #expect(throws: FlowFailure.badHandoff) {
      try await flow.pay(from: browser) { _ in
        CheckoutHandoff(checkout: checkout, clientToken: "t")
      } review: { _ in
        .buy
      }
    }
    #expect(browser.opened.isEmpty)
  }

  @Test("A new attempt replaces an abandoned one: the server discards the first, and the app drops it")
  func anotherAttempt() async throws {
    let flow = try shop.flow()
    let leaving = TestBrowser(shop) { _, browser in browser.done() }
    #expect(try await shop.pay(flow, leaving) == .notFinished)
    #expect(try await shop.pay(flow, shop.browser(for: flow)) == .paid(CheckoutFlowTests.receipt))
    #expect(shop.former.withLock { $0.map(\.phase) } == [.cancelled])
    #expect(shop.storage.kept.isEmpty)
  }

  @Test("A checkout of this device that the shop's backend returns again continues with its verifier")
  func handedOutAgain() async throws {
    let flow = try shop.flow()
    let leaving = TestBrowser(shop) { _, browser in browser.done() }
    #expect(try await shop.pay(flow, leaving) == .notFinished)
    let verifier = shop.change { $0.challenge }
    // The shop's backend returns the earlier answer for this cart.
    let result = try await flow.pay(from: shop.browser(for: flow)) { [shop] challenge in
      #expect(challenge != verifier)
      return CheckoutHandoff(
        checkout: SimulatedServer.checkout, clientToken: SimulatedServer.token,
        ticket: shop.change { $0.issue(.select) })
    } review: { _ in
      .buy
    }
    #expect(result == .paid(CheckoutFlowTests.receipt))
    #expect(shop.storage.kept.isEmpty)
  }

  @Test("Without a working storage the buyer is not sent away", arguments: [StorageFailure.cannotReadYet, .failed(5)])
  func cannotKeep(_ failure: StorageFailure) async throws {
    let flow = try shop.flow()
    for isWriting in [false, true] {
      shop.storage.fail(isWriting ? nil : failure)
      shop.storage.failWriting(isWriting ? failure : nil)
      await #expect(throws: FlowFailure.cannotKeep) {
        try await flow.pay(from: shop.browser(for: flow)) { _ in
          Issue.record("The shop's backend was asked.")
          throw OutOfStock()
        } review: { _ in
          .buy
        }
      }
    }
  }

  @Test("After a cancellation during the creation nothing opens, and the checkout is cancelled")
  func cancelledWhileCreating() async throws {
    let flow = try shop.flow()
    let browser = shop.browser(for: flow)
    let result = try await flow.pay(from: browser) { [shop] challenge in
      flow.cancel()
      for _ in 0..<50 { await Task.yield() }
      return try shop.create(challenge)
    } review: { _ in
      .buy
    }
    #expect(result == .cancelled)
    #expect(browser.opened.isEmpty)
    #expect(shop.phase == .cancelled)
  }
}
