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

/// Looks for broken promises in what the actors of a world saw and in the providers' ledgers. It does not look into Ferry.
struct Checker {
  /// What one order's actors saw.
  struct Story {
    let order: String
    let entries: [History.Entry]
    /// The checkouts of the order as the shop reads them after everything has ended.
    let ends: [CheckoutBody]
    /// The provider's money for the order's numbers.
    let money: [OrderMoney]
  }

  private static let unpaid: Set<PhaseName> = [.cancelled, .declined, .expired]

  private var broken: [BrokenPromise] = []

  static func check(_ stories: [Story]) -> [BrokenPromise] {
    var checker = Checker()
    for story in stories {
      checker.checkPaidOnce(story)
      checker.checkNotFailed(story)
      checker.checkToldIsMoved(story)
      checker.checkRefunds(story)
      checker.checkEnds(story)
      checker.checkWebhooks(story)
      checker.checkKeys(story)
    }
    return checker.broken
  }

  private mutating func expect(_ isKept: Bool, _ promise: String, _ story: Story, _ detail: @autoclosure () -> String) {
    if !isKept { broken.append(BrokenPromise(promise: promise, order: story.order, detail: detail())) }
  }

  private mutating func checkPaidOnce(_ story: Story) {
    let kept = story.money.flatMap(\.payments).filter { $0.captured.minorUnits > $0.refunded.minorUnits }
    expect(kept.count <= 1, "An order is paid at most once.", story, "The provider keeps \(kept.count) payments of it.")
    let paid = story.ends.filter { $0.phase == .paid }
    expect(paid.count <= 1, "An order is paid at most once.", story, "\(paid.count) checkouts of it are paid.")
  }

  private mutating func checkNotFailed(_ story: Story) {
    guard story.ends.allSatisfy({ Self.unpaid.contains($0.phase) }) else { return }
    for money in story.money {
      expect(
        money.captured == money.refunded && money.held.isZero,
        "Nobody is told that an order has failed whose money stays.", story,
        "The provider has captured \(money.captured), refunded \(money.refunded), and holds \(money.held).")
    }
  }

  private mutating func checkToldIsMoved(_ story: Story) {
    // A person decides what the provider cannot be asked about. Until then the shop is told that it is unknown.
    guard !story.ends.contains(where: { $0.phase == .held }), !story.hasUnknownOperation else { return }
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
    for payment in story.money.flatMap(\.payments) {
      expect(
        payment.refunded.minorUnits <= payment.captured.minorUnits, "No more is refunded than was captured.", story,
        "\(payment.refunded) of \(payment.captured).")
    }
  }

  private mutating func checkEnds(_ story: Story) {
    for end in story.ends {
      let isEnd = end.phase == .paid || end.phase == .held || Self.unpaid.contains(end.phase)
      expect(
        isEnd && !end.awaitsProvider, "Everything ends within its bound.", story,
        "\(end.id) is \(end.phase.rawValue)\(end.awaitsProvider ? " and awaits the provider" : "").")
    }
  }

  private mutating func checkWebhooks(_ story: Story) {
    var first: [String: (body: WebhookBody, id: String)] = [:]
    var last: [String: WebhookData] = [:]
    for entry in story.entries {
      guard case .webhook(let id, let body, _) = entry.event else { continue }
      if let known = first[id] {
        expect(known.body == body, "A repeated webhook says the same.", story, "\(id) does not.")
        continue
      }
      first[id] = (body, id)
      if let before = last[body.data.checkout] {
        expect(
          body.data.sequence == before.sequence + 1, "The numbers of webhooks rise by one.", story,
          "\(body.data.sequence) follows \(before.sequence).")
      }
      last[body.data.checkout] = body.data
    }
    for end in story.ends {
      guard let told = last[end.id] else {
        expect(end.phase != .paid, "Webhooks tell of what the API says.", story, "\(end.id) is paid, and none came.")
        continue
      }
      expect(
        told.phase == end.phase && told.payment?.captured == end.payment?.captured
          && told.payment?.refunded == end.payment?.refunded,
        "The last webhook says what the API says.", story,
        "\(told.sequence): \(told.phase.rawValue) is not \(end.phase.rawValue), or the money differs.")
    }
  }

  private mutating func checkKeys(_ story: Story) {
    var checkouts: [String: String] = [:]
    var operations: [String: String] = [:]
    for entry in story.entries {
      switch entry.event {
      case .created(let key, let body):
        let known = checkouts[key] ?? body.id
        expect(known == body.id, "A key has one effect.", story, "\(key) made \(known) and \(body.id).")
        checkouts[key] = known
      case .operation(let key, let body):
        let known = operations[key] ?? body.operation.id
        expect(known == body.operation.id, "A key has one effect.", story, "\(key) made two operations.")
        operations[key] = known
      default: break
      }
    }
  }
}

extension Checker.Story {
  /// An operation that only a person can find out about.
  fileprivate var hasUnknownOperation: Bool {
    let states = entries.reduce(into: [String: OperationState]()) { states, entry in
      guard case .webhook(_, let body, _) = entry.event, let operation = body.data.operation else { return }
      states[operation.id] = operation.state
    }
    return states.values.contains(.unknown)
  }
}
