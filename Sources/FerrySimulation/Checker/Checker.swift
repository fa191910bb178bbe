import FerryCore
import FerrySandbox

/// A promise of Ferry's that a world has seen broken.
package struct BrokenPromise: Hashable, Sendable, CustomStringConvertible {
  /// In words that a shop would sign.
  package let promise: String
  /// The shop's reference of the order.
  package let order: String
  package let detail: String

  package var description: String { "\(order): \(promise) \(detail)" }
}

/// Looks for broken promises in what the actors of a world saw and in the providers' ledgers. It never looks into Ferry.
struct Checker {
  /// An order, as its actors saw it.
  struct Story {
    let order: String
    let entries: [History.Entry]
    /// The checkouts of the order as the shop reads them after everything has ended.
    let ends: [CheckoutBody]
    /// The provider's money for the order's numbers.
    let money: [OrderMoney]
  }

  private var broken: [BrokenPromise] = []

  static func check(_ stories: [Story], of swarm: Swarm) -> [BrokenPromise] {
    let isFairWeather = swarm.isFairWeather
    var checker = Checker()
    for story in stories {
      checker.checkPaidOnce(story)
      checker.checkNotFailed(story)
      checker.checkToldIsMoved(story)
      checker.checkRefunds(story)
      checker.checkAmounts(story)
      checker.checkDecisions(story)
      checker.checkEnds(story)
      checker.checkWebhooks(story, inOrder: swarm.faults[.clockWrong] == nil)
      checker.checkKeys(story)
      checker.checkToldInOrder(story)
      checker.checkTimelines(story)
      checker.checkLines(story)
      checker.checkApps(story)
      checker.checkLimits(story)
      checker.checkShares(story)
      checker.checkErased(story)
      checker.checkPromptness(story, isFairWeather: isFairWeather)
      checker.checkDestination(story, isFairWeather: isFairWeather)
      for case .broken(let promise, let text) in story.entries.map(\.event) {
        checker.expect(false, promise, story, text)
      }
    }
    return checker.broken
  }

  mutating func expect(_ isKept: Bool, _ promise: String, _ story: Story, _ detail: @autoclosure () -> String) {
    if !isKept { broken.append(BrokenPromise(promise: promise, order: story.order, detail: detail())) }
  }
}

// MARK: The money

extension Checker {
  private mutating func checkPaidOnce(_ story: Story) {
    let kept = story.money.flatMap(\.payments).filter { $0.captured.minorUnits > $0.refunded.minorUnits }
    expect(kept.count <= 1, "An order is paid at most once.", story, "The provider keeps \(kept.count) payments of it.")
    let paid = story.ends.filter { $0.phase == .paid }
    expect(paid.count <= 1, "An order is paid at most once.", story, "\(paid.count) checkouts of it are paid.")
  }

  private mutating func checkNotFailed(_ story: Story) {
    guard story.ends.allSatisfy({ $0.phase.isFinal && $0.phase != .paid }) else { return }
    for money in story.money {
      // Money that the bank takes back is not the shop's, whether or not it was refunded.
      expect(
        money.captured.minorUnits <= money.refunded.minorUnits + money.chargedBack.minorUnits && money.held.isZero,
        "Nobody is told that an order has failed whose money stays.", story,
        "The provider has captured \(money.captured), refunded \(money.refunded), and holds \(money.held).")
    }
  }

  private mutating func checkToldIsMoved(_ story: Story) {
    // A person decides what the provider cannot be asked about. Until then the shop is told that it is unknown.
    guard !story.isUndecided else { return }
    let told = story.ends.compactMap(\.payment)
    for (name, ours, theirs) in [
      ("captured", told.map(\.captured), story.money.map(\.captured)),
      ("refunded", told.map(\.refunded), story.money.map(\.refunded)),
    ] {
      let sums = [ours, theirs].map { $0.reduce(0) { $0 + $1.minorUnits } }
      expect(
        sums[0] == sums[1], "What the shop is told is what has moved.", story,
        "It is told that \(sums[0]) was \(name), and the provider has \(sums[1]).")
    }
  }

  private mutating func checkRefunds(_ story: Story) {
    // Amazon Pay takes refunds beyond the capture. One by hand may come while Ferry's is on its way.
    let byHand = story.refundedInConsole.reduce(0, +)
    for payment in story.money.flatMap(\.payments) {
      expect(
        payment.refunded.minorUnits <= payment.captured.minorUnits + byHand, "No more is refunded than was captured.",
        story,
        "\(payment.refunded) of \(payment.captured).")
    }
    // An order that a person rejects, or whose money came late, is refunded by Ferry itself.
    guard story.ends.count == 1, let end = story.ends.first, end.phase == .paid, !story.isDecided else { return }
    let total = story.agreed ?? end.payment?.authorized.minorUnits ?? 0
    let captures = story.wanted(.capture, of: total)
    let captured = story.money.reduce(0) { $0 + $1.captured.minorUnits }
    if end.capture == .manual {
      expect(
        captured <= captures.reduce(0, +), "What a shop wants once is done once.", story,
        "\(captured) was captured, and \(captures) were wanted.")
    }
    let refunds = story.wanted(.refund, of: total) + story.refundedInConsole
    let refunded = story.money.reduce(0) { $0 + $1.refunded.minorUnits }
    expect(
      refunded <= refunds.reduce(0, +), "What a shop wants once is done once.", story,
      "\(refunded) was refunded, and \(refunds) were wanted, with those by hand.")
  }

  /// The amounts are those that the buyer agreed to, and nothing is held that the shop was not told of.
  private mutating func checkAmounts(_ story: Story) {
    guard !story.isDecided else { return }
    if let agreed = story.agreed {
      for payment in story.money.flatMap(\.payments) {
        expect(
          max(payment.authorized.minorUnits, payment.captured.minorUnits) <= agreed,
          "A buyer pays what they agreed to.", story, "\(payment.authorized) and \(payment.captured), not \(agreed).")
      }
    }
    guard !story.isUndecided else { return }
    let held = story.money.reduce(0) { $0 + $1.held.minorUnits }
    let told = story.ends.reduce(0) { $0 + ($1.payment?.capturable.minorUnits ?? 0) }
    expect(held == told, "What the shop is told is what has moved.", story, "\(held) is held, and it is told \(told).")
  }

  private mutating func checkDecisions(_ story: Story) {
    for end in story.ends {
      let decisions = story.entries.compactMap { entry -> Resolution? in
        guard case .decided(end.id, let decision) = entry.event, decision != .ask else { return nil }
        return decision
      }
      // The first of the two that is taken counts.
      guard decisions.contains(.reject), !decisions.contains(.accept) else { continue }
      expect(
        end.phase != .paid, "A person's \"return the money\" stands.", story, "\(end.id) was rejected, and is paid.")
    }
  }

  /// A person may decide otherwise afterwards.
  private mutating func checkApps(_ story: Story) {
    guard !story.isDecided else { return }
    for case .appTold(let id?, let outcome) in story.entries.map(\.event) {
      guard let end = story.ends.first(where: { $0.id == id }) else { continue }
      let isTrue =
        switch outcome {
        case "paid": [.paid, .held].contains(end.phase)
        case "confirming", "not finished": true
        default: end.phase != .paid
        }
      expect(
        isTrue, "An app tells its buyer the truth.", story,
        "It has told \(outcome) of \(id), which is \(end.phase.rawValue).")
    }
  }

  private mutating func checkLines(_ story: Story) {
    for end in story.ends {
      guard let lines = end.review?.lines else { continue }
      for kind in ["capture", "refund"] {
        let pieces = story.operations.values.filter { $0.kind == kind && $0.state != .failed && $0.checkout == end.id }
          .flatMap { $0.lines ?? [] }
        for line in lines {
          let sum = pieces.filter { $0.id == line.id }.reduce(0) { $0 + $1.quantity }
          expect(
            sum <= line.quantity, "No more pieces of a line move than were bought.", story,
            "\(sum) of \(line.quantity) of \(line.id) by \(kind).")
        }
      }
    }
  }
}
