import FerryCheckout
import FerryCore
import FerryEngine
import FerryHTTP
import FerryProvider
import FerrySandbox
import FerrySimulation
import FerryTesting
import Foundation
import HTTPTypes
import Testing

@Suite("The contract of providers: requests, references, next actions", .timeLimit(.minutes(10)))
struct ProviderRequestTests {
  @Test(
    "The same task gives the same request, also after its checkout and order were stored",
    arguments: ProviderBench.allCases)
  func plans(_ bench: ProviderBench) async throws {
    let world = try await ProviderWorld.lived(bench)
    for exchange in world.provider.exchanges {
      var stored = exchange.task
      let coder = (JSONEncoder(), JSONDecoder())
      stored.checkout = try coder.1.decode(Checkout.self, from: coder.0.encode(stored.checkout))
      stored.order = try coder.1.decode(Order.self, from: coder.0.encode(stored.order))
      #expect(try world.provider.plan(exchange.task) == world.provider.plan(stored), "\(exchange.request.call)")
    }
  }

  @Test(
    "No stored request, record or remark holds a secret or a fact about the buyer", arguments: ProviderBench.allCases)
  func canaries(_ bench: ProviderBench) async throws {
    let world = try await ProviderWorld.lived(bench)
    let details = world.provider.exchanges.compactMap { $0.reaction.findings?.details }
    let personal = details.flatMap { details in
      let address = details.shippingAddress
      return [details.buyer?.name, details.buyer?.email, address?.name, address?.postalCode, address?.phone].compactMap(
        \.self)
        + (address?.lines ?? [])
    }
    let buyer = ProviderWorld.buyer
    let facts = [
      buyer.ipAddress, buyer.userAgent, buyer.document, buyer.name, buyer.surname, buyer.email, buyer.mobile,
    ].compactMap(\.self)
    let canaries = Set(world.secrets + facts + personal).filter { $0.count > 3 }
    #expect(!world.secrets.isEmpty, "The account has no secret.")
    var stored = world.provider.exchanges.flatMap { exchange in
      let request = exchange.request
      return ["\(request.call) \(request.url) \(request.headers)", String(decoding: request.content, as: UTF8.self)]
        + [exchange.reaction.findings?.record, exchange.task.record].compactMap(\.self).map {
          String(decoding: $0, as: UTF8.self)
        }
        + (exchange.reaction.findings?.remarks ?? [])
    }
    stored += try await world.store.log(nil, after: 0, limit: 100_000).map { "\($0.entry.what)" }
    for text in Set(stored) {
      for canary in canaries {
        #expect(!text.contains(canary), "A stored text holds \(canary.prefix(4))…: \(text.prefix(200))")
      }
    }
  }

  @Test(
    "Each sealing is fresh and goes to the configured host only",
    arguments: ProviderBench.allCases)
  func sealing(_ bench: ProviderBench) async throws {
    let world = try await ProviderWorld.lived(bench)
    let host = try #require(URL(string: ProviderWorld.sandboxOrigin)?.host())
    for exchange in world.provider.exchanges {
      let sealed = try [1, 2].map { number in
        try world.provider.seal(
          exchange.request,
          Sending(
            now: world.time.now + .seconds(number), buyer: ProviderWorld.buyer, record: exchange.task.record,
            random: SequentialRandomness(seed: UInt64(number)).bytes(32)))
      }
      #expect(sealed.allSatisfy { $0.request.authority?.hasPrefix(host) == true }, "\(exchange.request.call)")
      #expect(
        bench.proves(by: .password, exchange.operation) || sealed[0].request != sealed[1].request
          || sealed[0].body != sealed[1].body,
        "\(exchange.request.call) is sealed once.")
    }
  }

  @Test(
    "If the provider's clock is ahead of ours or behind, a request is refused, its clock is learnt, and the buyer pays",
    arguments: ProviderBench.allCases, [Duration.seconds(600), .seconds(-600)])
  func clock(_ bench: ProviderBench, _ ahead: Duration) async throws {
    let world = try ProviderWorld(bench, providerClock: ahead)
    let file = try await world.run { try await world.pay() }
    #expect(file.checkout.phase == .paid)
    let offsets = world.provider.exchanges.compactMap { exchange -> Duration? in
      if case .failed(.clockOff(let offset)) = exchange.reaction { offset } else { nil }
    }
    // A password is right whatever the time is.
    let isDated = world.provider.exchanges.contains { !bench.proves(by: .password, $0.operation) }
    #expect(offsets.count == (isDated ? 1 : 0))
    #expect(offsets.allSatisfy { abs($0.wholeMilliseconds - ahead.wholeMilliseconds) < 2_000 })
  }

  @Test("References have the provider's form, are distinct and do not change", arguments: ProviderBench.allCases)
  func references(_ bench: ProviderBench) async throws {
    let world = try await ProviderWorld.lived(bench)
    let format = world.provider.references
    func reference(_ number: Int) -> String? {
      format.isCounted ? format.text(Int64(number)) : format.digest("co_1", number, attempt: 1)
    }
    let texts = try (1...100_000).map { try #require(reference($0)) }
    #expect(Set(texts).count == texts.count)
    #expect(texts.allSatisfy { $0.utf8.count == format.length })
    #expect(texts.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) } })
    #expect((1...100).allSatisfy { reference($0) == texts[$0 - 1] })
    // A command keeps its reference, and shares it with no other.
    let changing = world.provider.exchanges.map(\.task).filter(\.command.kind.changesState)
    let commands = Dictionary(grouping: changing) { "\($0.checkout.id) \($0.command.number) \($0.attempt)" }
    #expect(commands.values.allSatisfy { Set($0.map(\.reference)).count == 1 })
    #expect(Set(changing.map(\.reference)).count == commands.count)
  }

  @Test(
    "Each of the provider's references leads to its own checkout, whatever numbers the kinds share",
    arguments: ProviderBench.allCases)
  func namespaces(_ bench: ProviderBench) async throws {
    let world = try await ProviderWorld.lived(bench)
    let account = world.provider.account
    var owners: [ProviderReference: CheckoutID] = [:]
    for exchange in world.provider.exchanges {
      for reference in exchange.reaction.findings?.references ?? [] {
        #expect(owners[reference, default: exchange.task.checkout.id] == exchange.task.checkout.id, "\(reference)")
        owners[reference] = exchange.task.checkout.id
      }
    }
    #expect(owners.count > 6)
    for (reference, owner) in owners {
      #expect(try await world.store.checkout(account, reference: reference) == owner)
      let other = ProviderReference("another-kind", reference.value)
      #expect(try await world.store.checkout(account, reference: other) == nil)
      let live = ProviderAccountID(provider: account.provider, account: account.account, mode: .live)
      #expect(try await world.store.checkout(live, reference: reference) == nil)
    }
  }

  @Test(
    "An order that the provider does not take is refused with the pointer of its field",
    arguments: ProviderBench.allCases)
  func check(_ bench: ProviderBench) async throws {
    let world = try ProviderWorld(bench)
    try await world.run {
      try world.provider.check(world.content())
      let content = world.content(bench.foreignCurrency)
      do {
        _ = try await world.engine.create(world.new("cart-1", content))
        Issue.record("The order is taken.")
      } catch let problems as OrderProblems {
        #expect(problems.problems.map(\.pointer) == ["/order/currency"])
        #expect(problems.problems.allSatisfy { !$0.detail.isEmpty })
      }
      #expect(try await world.store.checkouts(CheckoutFilter(), limit: 9).isEmpty)
    }
  }

  @Test(
    "A next action leads to the provider's sites only, within its policy, and holds no secret",
    arguments: ProviderBench.allCases)
  func nextActions(_ bench: ProviderBench) async throws {
    let world = try ProviderWorld(bench)
    let policy = world.provider.pagePolicy
    @Sendable func check(_ step: RoundTrips.Step, _ file: CheckoutFile) async throws {
      let action = try await world.engine.nextAction(step, for: file)
      let site = ProviderWorld.sandboxOrigin
      switch action {
      case .redirect(let url): #expect(url.hasPrefix(site + "/"))
      case .form(let form):
        #expect(form.action.hasPrefix(site + "/"))
        #expect(policy.formActions.contains(site))
      case .script(let script):
        #expect(script.source.hasPrefix(site + "/"))
        #expect(policy.page.scripts.contains(site))
      case .page(let payment):
        #expect(payment.source.hasPrefix(site + "/"))
        #expect([policy.page.scripts, policy.page.frames].allSatisfy { $0.contains(site) })
      case .askFirst, .spent: Issue.record("There is nothing to leave with at \(step).")
      }
      for secret in world.secrets { #expect(!"\(action)".contains(secret), "\(step) shows a secret.") }
    }
    try await world.run {
      let created = try await world.create()
      let id = created.checkout.id
      if world.provider.profile.journey == .selectThenPay {
        try await check(.select, try await world.engine.submit(.leave(change: nil), to: id))
        _ = try await world.toReview(created)
        for change in [ChangeKind.address, .payment] {
          try await check(.change(change), try await world.engine.submit(.leave(change: change), to: id))
          _ = try await world.engine.submit(.keep, to: id)
        }
      }
      try await check(.pay, try await world.beforePayment(created))
    }
  }
}
