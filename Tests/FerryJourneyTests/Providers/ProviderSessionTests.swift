import FerryCheckout
import FerryCore
import FerryEngine
import FerryModule
import FerryProvider
import FerrySandbox
import FerrySimulation
import FerryTesting
import Testing

@Suite("The contract of providers: whose session it is", .timeLimit(.minutes(10)))
struct ProviderSessionTests {
  /// The journey `pay` has no selection: the buyer brings no session, because the server makes it.
  private static func selects(_ world: ProviderWorld) -> Bool {
    if world.provider.profile.journey == .selectThenPay { return true }
    #expect(world.provider.session(inReturn: [(name: "payment", value: "1"), (name: "session", value: "1")]) == nil)
    return false
  }

  private func expectNothing(_ file: CheckoutFile, _ comment: Comment) {
    #expect(file.checkout.phase.name == .selecting, comment)
    #expect(file.checkout.session == nil && file.checkout.selection == nil, comment)
    #expect(file.details == nil && file.record == nil, comment)
  }

  @Test(
    "A session that another buyer opened is neither attached nor shown, and stays the other's",
    arguments: ProviderBench.allCases, [true, false])
  func foreign(_ bench: ProviderBench, _ isUsed: Bool) async throws {
    let world = try ProviderWorld(bench)
    guard Self.selects(world) else { return }
    // A provider that proves nothing protects a session from the moment in which its own buyer has come back.
    guard isUsed || world.provider.profile.sessionOrigin == .proven else { return }
    let (mine, other) = try await world.run {
      let other = try await world.create("other")
      let page = try await world.toSelection(other.checkout.id)
      _ = try world.act(.select, on: page.id, bench.selection)
      let mine = try await world.create("mine")
      _ = try await world.toSelection(mine.checkout.id)
      let session = try #require(world.session(page, mine))
      if isUsed {
        _ = try await world.engine.submit(.returned(session: session), to: other.checkout.id)
        _ = try await world.reach(other.checkout.id) { $0 == .reviewing }
      }
      _ = try await world.engine.submit(.returned(session: session), to: mine.checkout.id)
      try await world.time.sleep(for: .seconds(60))
      if !isUsed { _ = try await world.engine.submit(.returned(session: session), to: other.checkout.id) }
      return (try await world.file(mine.checkout.id), try await world.reach(other.checkout.id) { $0 == .reviewing })
    }
    expectNothing(mine, "The session of another buyer is shown.")
    #expect(other.details != nil)
  }

  /// The moment at which a session comes that nobody has brought back before.
  enum Moment: CaseIterable, Sendable {
    case beforeLeaving, besideAnother, afterTheEnd
  }

  @Test(
    "A session whose origin nobody proves is attached only after the buyer has left, once, and while the checkout can be paid",
    arguments: ProviderBench.allCases, Moment.allCases)
  func unproven(_ bench: ProviderBench, _ moment: Moment) async throws {
    let world = try ProviderWorld(bench)
    guard Self.selects(world), world.provider.profile.sessionOrigin != .proven else { return }
    let (mine, stolen) = try await world.run {
      let victim = try await world.create("victim")
      let page = try await world.toSelection(victim.checkout.id)
      _ = try world.act(.select, on: page.id, bench.selection)
      let mine = try await world.create("mine")
      let stolen = try #require(world.session(page, mine))
      switch moment {
      case .beforeLeaving: break
      case .besideAnother:
        let own = try await world.toSelection(mine.checkout.id)
        _ = try world.act(.select, on: own.id, bench.selection)
        _ = try await world.engine.submit(.returned(session: world.session(own, mine)), to: mine.checkout.id)
        _ = try await world.reach(mine.checkout.id) { $0 == .reviewing }
      case .afterTheEnd:
        _ = try await world.toSelection(mine.checkout.id)
        try await world.time.sleep(until: mine.checkout.expiresAt)
      }
      _ = try await world.engine.submit(.returned(session: stolen), to: mine.checkout.id)
      try await world.time.sleep(for: .seconds(60))
      return (try await world.file(mine.checkout.id), stolen)
    }
    #expect(mine.checkout.session != stolen)
    #expect((mine.details == nil) == (moment != .besideAnother))
  }

  @Test(
    "A session whose origin nobody proves is not attached again after another browser has started over",
    arguments: ProviderBench.allCases)
  func startedOver(_ bench: ProviderBench) async throws {
    let world = try ProviderWorld(bench)
    guard Self.selects(world), world.provider.profile.sessionOrigin != .proven else { return }
    let file = try await world.run {
      let created = try await world.create()
      let id = created.checkout.id
      let page = try await world.toSelection(id)
      _ = try world.act(.select, on: page.id, bench.selection)
      let session = try #require(world.session(page, created))
      _ = try await world.engine.submit(.returned(session: session), to: id)
      _ = try await world.reach(id) { $0 == .reviewing }
      _ = try await world.engine.commit(id) { file, _ in
        file.forgetFirstBrowser()
        return (.restarted, ())
      }
      _ = try await world.engine.submit(.returned(session: session), to: id)
      try await world.time.sleep(for: .seconds(60))
      return try await world.file(id)
    }
    expectNothing(file, "The discarded session is shown to the other browser.")
  }

  @Test("The doctor says what remains where sessions are not proved", arguments: ProviderBench.allCases)
  func doctor(_ bench: ProviderBench) async throws {
    let world = try ProviderWorld(bench)
    let findings = try await world.run {
      await world.account.examine(
        ProviderConnection(
          transport: world.editor, time: world.time, randomness: SequentialRandomness(seed: 9)))
    }
    #expect(!findings.contains { [.error, .warning].contains($0.severity) }, "\(findings)")
    guard world.provider.profile.sessionOrigin != .proven else { return }
    #expect(findings.contains { $0.severity == .note && $0.seen.contains("session") }, "\(findings)")
  }
}
