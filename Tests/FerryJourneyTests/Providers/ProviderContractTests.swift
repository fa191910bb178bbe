import FerryCheckout
import FerryCore
import FerryEngine
import FerryProvider
import FerrySandbox
import FerryTesting
import HTTPTypes
import Testing

/// The contract that every provider passes, with its own sandbox.
@Suite("The contract of providers", .timeLimit(.minutes(10)))
struct ProviderContractTests {
  @Test(
    "A buyer pays, and the provider's ledger holds exactly the order's total, once", arguments: ProviderBench.allCases)
  func paid(_ bench: ProviderBench) async throws {
    let world = try ProviderWorld(bench)
    let file = try await world.run {
      let created = try await world.create()
      let page = try await world.toPayment(created)
      try world.act(.approve, on: page)
      _ = try await world.engine.submit(.returned(session: nil), to: created.checkout.id)
      return try await world.reach(created.checkout.id) { $0.isFinal }
    }
    #expect(file.checkout.phase == .paid)
    #expect(world.moved(file) == [try #require(file.checkout.agreed).total.minorUnits, 0])
  }

  @Test("A buyer who is declined pays in a second try, and the money moves once", arguments: ProviderBench.allCases)
  func declinedThenPaid(_ bench: ProviderBench) async throws {
    let world = try ProviderWorld(bench)
    let file = try await world.run {
      let created = try await world.create()
      let page = try await world.toPayment(created)
      try world.act(.decline, on: page, bench.decline)
      try world.act(.approve, on: page, bench.secondTry)
      _ = try await world.engine.submit(.returned(session: nil), to: created.checkout.id)
      return try await world.reach(created.checkout.id) { $0.isFinal }
    }
    #expect(file.checkout.phase == .paid)
    #expect(world.moved(file) == [try #require(file.checkout.agreed).total.minorUnits, 0])
  }

  @Test(
    "A cancelled payment page ends the checkout without money, and the order can be paid by another",
    arguments: ProviderBench.allCases)
  func cancelled(_ bench: ProviderBench) async throws {
    let world = try ProviderWorld(bench)
    let (first, second) = try await world.run {
      let created = try await world.create()
      let page = try await world.toPayment(created)
      try world.act(.cancel, on: page)
      _ = try await world.engine.submit(.returnedToShop, to: created.checkout.id)
      let first = try await world.reach(created.checkout.id) { $0.isFinal }
      let again = try await world.create()
      let next = try await world.toPayment(again)
      try world.act(.approve, on: next)
      _ = try await world.engine.submit(.returned(session: nil), to: again.checkout.id)
      return (first, try await world.reach(again.checkout.id) { $0.isFinal })
    }
    #expect([.cancelled, .declined].contains(first.checkout.phase.name), "\(first.checkout.phase)")
    #expect(second.checkout.phase == .paid)
    #expect(world.moved(second) == [try #require(second.checkout.agreed).total.minorUnits, 0])
  }

  @Test("If nobody returns, the server finds the payment, or that there is none", arguments: ProviderBench.allCases)
  func nobodyReturns(_ bench: ProviderBench) async throws {
    for pays in [true, false] {
      let world = try ProviderWorld(bench)
      let file = try await world.run {
        let created = try await world.create()
        let page = try await world.toPayment(created)
        if pays { try world.act(.approve, on: page) } else { try world.act(.leave, on: page) }
        return try await world.reach(created.checkout.id) { $0.isFinal }
      }
      #expect(file.checkout.phase.name == (pays ? .paid : .expired))
      #expect(world.moved(file)[0] == (pays ? file.checkout.agreed?.total.minorUnits : 0))
    }
  }

  @Test("Refunds in part and in whole never exceed the captured amount", arguments: ProviderBench.allCases)
  func refunds(_ bench: ProviderBench) async throws {
    let world = try ProviderWorld(bench)
    let file = try await world.run {
      let created = try await world.create()
      let id = created.checkout.id
      let page = try await world.toPayment(created)
      try world.act(.approve, on: page)
      _ = try await world.engine.submit(.returned(session: nil), to: id)
      let paid = try await world.reach(id) { $0.isFinal }
      let total = try #require(paid.checkout.payment).captured
      let part = Money(minorUnits: 1_000, total.currency)
      let rest = Money(minorUnits: total.minorUnits - 1_000, total.currency)
      for (name, amount) in [(OperationID("one"), part), (OperationID("two"), rest)] {
        _ = try await world.engine.submit(.refund(name, amount), to: id)
        _ = try await world.engine.wait(for: id, within: .seconds(3 * 86_400)) { file in
          file.checkout.payment?.operations.first { $0.id == name }.map { !$0.isUnderWay } ?? false
        }
      }
      await #expect(throws: Refusal.self, "More than was captured was refunded.") {
        try await world.engine.submit(.refund("three", part), to: id)
      }
      return try #require(try await world.engine.file(id))
    }
    let captured = try #require(file.checkout.payment).captured.minorUnits
    #expect(file.checkout.payment?.operations.map(\.state) == [.succeeded, .succeeded])
    #expect(world.moved(file) == [captured, captured])
  }

  @Test("No stored request or record holds a secret or a fact about the buyer", arguments: ProviderBench.allCases)
  func canaries(_ bench: ProviderBench) async throws {
    let world = try ProviderWorld(bench)
    #expect(!world.secrets.isEmpty, "The bench names no secret.")
    let canaries = world.secrets + [ProviderWorld.buyer.ipAddress, ProviderWorld.buyer.userAgent].compactMap { $0 }
    @Sendable func check(_ file: CheckoutFile) {
      let stored =
        file.outstanding.compactMap(\.request).map {
          "\($0.url) \($0.headers) \(String(decoding: $0.content, as: UTF8.self))"
        }
        + [file.record.map { String(decoding: $0, as: UTF8.self) } ?? ""]
      for text in stored {
        for canary in canaries { #expect(!text.contains(canary), "A stored request or record holds a canary.") }
      }
    }
    try await world.run {
      let created = try await world.create()
      let page = try await world.toPayment(created)
      check(try #require(try await world.engine.file(created.checkout.id)))
      try world.act(.approve, on: page)
      let returned = try await world.engine.submit(.returned(session: nil), to: created.checkout.id)
      #expect(!returned.outstanding.isEmpty, "Nothing is stored to look at.")
      check(returned)
      check(try await world.reach(created.checkout.id) { $0.isFinal })
    }
  }

  @Test("The same task gives the same plan, and each sealing goes to one host", arguments: ProviderBench.allCases)
  func plans(_ bench: ProviderBench) async throws {
    let world = try ProviderWorld(bench)
    try await world.run {
      let created = try await world.create()
      _ = try await world.toPayment(created)
      let file = try #require(try await world.engine.file(created.checkout.id))
      let total = try #require(file.checkout.agreed).total
      for kind: Command.Kind in [
        .read, .settle(total), .cancel, .capture("one", total), .void("two"), .refund("three", total),
      ] {
        let task = ProviderTask(
          checkout: file.checkout, order: file.order, command: Command(number: 99, kind: kind), stage: "",
          reference: world.provider.references.isCounted
            ? "123456789012" : world.provider.references.digest("co_1", 99, attempt: 1),
          returnURLs: file.sentReturnURLs.last ?? ProviderReturnURLs(select: "", pay: "", cancel: ""),
          record: file.record)
        let plan = try? world.provider.plan(task)
        #expect(plan == (try? world.provider.plan(task)), "\(kind)")
        guard case .send(let request)? = plan else { continue }
        let sealed = try [1, 2].map { seed in
          try world.provider.seal(
            request,
            Sending(
              now: world.time.now + .seconds(seed), buyer: ProviderWorld.buyer,
              random: SequentialRandomness(seed: UInt64(seed)).bytes(32)))
        }
        #expect(sealed.allSatisfy { $0.request.authority == "127.0.0.1:3081" }, "\(kind)")
      }
    }
  }

  @Test("References have the provider's form and are distinct", arguments: ProviderBench.allCases)
  func references(_ bench: ProviderBench) throws {
    let format = try ProviderWorld(bench).provider.references
    var seen: Set<String> = []
    for number in 1...100_000 {
      let text = format.isCounted ? format.text(Int64(number)) : format.digest("co_1", number, attempt: 1)
      seen.insert(try #require(text))
    }
    #expect(seen.count == 100_000)
    #expect(seen.allSatisfy { $0.utf8.count == format.length })
  }
}
