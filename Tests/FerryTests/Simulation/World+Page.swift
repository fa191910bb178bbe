import FerryCore

@testable import Ferry

/// The shop's page in an app's web view, with the shop's backend behind it.
extension World {
  /// The buyer is before it, and goes on as it offers.
  mutating func turn() {
    // Covered: the app is at work.
    guard passage == nil else { return }
    server.settle(now)
    guard let item else { return }
    guard !Self.ends.contains(server.phase) else {
      // The page shows the end by itself. What the app has kept is asked about as it is after every start.
      if item.canAsk { launch(item, .nobody) } else { self.item = nil }
      return
    }
    guard turns > 0 else { return }
    turns -= 1
    guard let handoff = handoff() else { return later(1_000...5_000, .page) }
    process += 1
    passage = Passage(item, .page, run: "run\(process)", at: now)
    shownBrowser = nil
    take(.open(handoff))
  }

  private static let ends: [PhaseName] = [.paid, .declined, .cancelled, .expired]

  /// What the shop's backend hands to the page; nil when there is nothing to open now.
  private mutating func handoff() -> CheckoutHandoff? {
    switch server.phase {
    case .open: return server.handoff()
    case .reviewing where !server.isLocked:
      if chance(troubles.buyerCancels) { return backend(.cancel) }
      if chance(troubles.changes) { return backend(.change(chance(50) ? .address : .payment)) }
      let shown = server.revision
      if chance(troubles.revisions) { server.revise() }
      return backend(.confirm(revision: shown, total: SimulatedServer.total))
    case .selecting where server.changing && !server.isLocked && chance(50): return backend(.keep)
    default: return backend(.begin)
    }
  }

  private mutating func backend(_ call: AppCall) -> CheckoutHandoff? {
    story.append("\(now.milliseconds - 1_000_000_000) the shop's backend: \(call)")
    let answer = server.answer(call, token: SimulatedServer.token, verifier: verifier, now: now)
    guard let ticket = try? answer.get().ticket else { return nil }
    return CheckoutHandoff(checkout: SimulatedServer.checkout, ticket: ticket)
  }
}
