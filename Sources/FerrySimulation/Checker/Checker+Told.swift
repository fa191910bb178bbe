import FerryCore
import FerryServer

// MARK: What shops are told

extension Checker {
  mutating func checkEnds(_ story: Story) {
    for end in story.ends {
      expect(
        end.phase.isFinal && !end.awaitsProvider, "Everything ends within its bound.", story,
        "\(end.id) is \(end.phase.rawValue)\(end.awaitsProvider ? " and awaits the provider" : "").")
      let underWay = story.operations.filter { $0.value.checkout == end.id && $0.value.state.isUnderWay }.keys.sorted()
      expect(underWay.isEmpty, "Everything ends within its bound.", story, "Under way: \(underWay).")
    }
  }

  /// - Parameter inOrder: False if the clocks of the servers differ: the next message is found by them.
  mutating func checkWebhooks(_ story: Story, inOrder: Bool) {
    var first: [String: WebhookBody] = [:]
    var accepted: Set<String> = []
    var last: [String: WebhookData] = [:]
    for entry in story.entries {
      guard case .webhook(let id, let body, let status) = entry.event else { continue }
      if status < 300 { accepted.insert(id) }
      if let known = first[id] {
        expect(known == body, "A repeated webhook says the same.", story, "\(id) does not.")
        continue
      }
      first[id] = body
      let before = last[body.data.checkout]?.sequence ?? 0
      expect(
        body.data.sequence == before + 1 || !inOrder, "The numbers of webhooks rise by one.", story,
        "\(body.data.sequence) follows \(before).")
      if body.data.sequence > before { last[body.data.checkout] = body.data }
    }
    for (checkout, newest) in last {
      let count = first.values.count { $0.data.checkout == checkout }
      expect(
        count == newest.sequence, "The numbers of webhooks rise by one.", story,
        "\(count) have come, and the newest is \(newest.sequence).")
    }
    let missed = Set(first.keys).subtracting(accepted).sorted()
    expect(missed.isEmpty, "Webhooks are sent until they are accepted.", story, "\(missed) never were.")
    for end in story.ends {
      guard let told = last[end.id] else {
        expect(
          false, "Webhooks tell of what the API says.", story, "\(end.id) is \(end.phase.rawValue), and none came.")
        continue
      }
      expect(
        told.phase == end.phase && told.payment.sums == end.payment.sums,
        "The last webhook says what the API says.", story,
        "\(told.sequence): \(told.phase.rawValue) is not \(end.phase.rawValue), or the money differs.")
    }
  }

  mutating func checkKeys(_ story: Story) {
    var checkouts: [String: String] = [:]
    var paid: [String: String] = [:]
    var operations: [String: String] = [:]
    var latest: [String: String] = [:]
    for entry in story.entries {
      switch entry.event {
      case .created(let key, let body):
        let known = checkouts[key] ?? body.id
        expect(known == body.id, "A key has one effect.", story, "\(key) made \(known) and \(body.id).")
        if checkouts[key] == nil, let paid = paid[entry.actor] {
          expect(
            paid == body.id, "Nobody is asked to pay a paid order.", story, "\(body.id) begins, and \(paid) is paid.")
        }
        if checkouts[key] == nil { latest[entry.actor] = known }
        checkouts[key] = known
      case .told(let body):
        if body.phase == .paid { paid[entry.actor] = body.id }
        expect(
          latest[entry.actor] ?? body.id == body.id || body.phase.isFinal, "An order has one checkout at a time.",
          story,
          "\(body.id) is \(body.phase.rawValue), and another one has begun.")
      case .operation(let key, let body):
        let known = operations[key] ?? body.operation.id
        expect(known == body.operation.id, "A key has one effect.", story, "\(key) made two operations.")
        operations[key] = known
      default: break
      }
    }
  }

  /// Each actor makes one call after the other, so what it is told never goes back: not even over a power cut.
  mutating func checkToldInOrder(_ story: Story) {
    struct Place: Hashable {
      let actor: String
      let checkout: String
    }
    var last: [Place: CheckoutBody] = [:]
    for entry in story.entries {
      guard let told = entry.told else { continue }
      expect(
        !told.isLocked || told.review?.buyer == nil, "Nobody sees the buyer before the return is claimed.", story,
        "\(told.id) is locked and shows its buyer.")
      let place = Place(actor: entry.actor, checkout: told.id)
      if let before = last[place] {
        expect(
          before.phase != .paid || told.phase == .paid || told.phase == .held || story.isDecided,
          "What was told stands.", story, "\(told.id) was \(before.phase.rawValue) and is \(told.phase.rawValue).")
        for (name, total) in [("captured", \PaymentBody.captured), ("refunded", \PaymentBody.refunded)] {
          let sums = [before, told].map { $0.payment?[keyPath: total].minorUnits ?? 0 }
          expect(sums[0] <= sums[1], "What was told stands.", story, "\(sums[0]) was \(name), and now \(sums[1]).")
        }
        expect(
          before.review == nil || told.review != nil || told.phase.isFinal || told.isLocked, "What was told stands.",
          story,
          "\(told.id) was \(before.phase.rawValue) with a review, and is \(told.phase.rawValue) without.")
        let revisions = [before, told].compactMap(\.review?.revision)
        expect(
          revisions == revisions.sorted(), "What was told stands.", story, "The revisions are \(revisions).")
      }
      last[place] = told
    }
  }

  /// Entries are added to a timeline, and none is ever taken away.
  mutating func checkTimelines(_ story: Story) {
    var last: [String: [TimelineEntryBody]] = [:]
    for case .timeline(let id, let entries) in story.entries.map(\.event) { last[id] = entries }
    for case .timeline(let id, let entries) in story.entries.map(\.event) {
      expect(
        last[id]?.starts(with: entries) ?? false, "What was told stands.", story,
        "The timeline of \(id) has lost some of its \(entries.count) entries.")
    }
  }
}

// MARK: Reading a story

extension History.Entry {
  /// The checkout that an actor was told, in the order of its calls.
  var told: CheckoutBody? {
    if case .told(let body) = event { body } else { nil }
  }
}

extension PaymentBody? {
  /// The captured, refunded and disputed amounts in minor units; zeros without a payment.
  fileprivate var sums: [Int64] {
    [self?.captured, self?.refunded, self?.disputed].map { $0?.minorUnits ?? 0 }
  }
}

extension OperationState {
  fileprivate var isUnderWay: Bool { !isFinal && self != .unknown }
}

extension Checker.Story {
  /// An operation as somebody was told of it last.
  struct Operation {
    let checkout: String
    let kind: String
    let amount: Money
    let reportedAmount: Money?
    let state: OperationState
    let lines: [LineQuantity]?

    init(_ body: OperationBody, of checkout: String) {
      (self.checkout, kind, amount, state, lines) = (checkout, body.kind, body.amount, body.state, body.lines)
      reportedAmount = body.reportedAmount
    }
  }

  /// The checkout whose operation a shop asks for under a key: "co_1" of "co_1-0".
  static func checkout(ofKey key: String) -> String {
    String(key.prefix(upTo: key.lastIndex(of: "-") ?? key.endIndex))
  }

  /// The operations of all checkouts of the order, by checkout and id.
  var operations: [String: Operation] {
    entries.reduce(into: [:]) { operations, entry in
      switch entry.event {
      case .operation(let key, let body):
        let checkout = Self.checkout(ofKey: key)
        let name = "\(checkout) \(body.operation.id)"
        operations[name] = operations[name] ?? Operation(body.operation, of: checkout)
      case .webhook(_, let body, _):
        guard let operation = body.data.operation else { return }
        operations["\(body.data.checkout) \(operation.id)"] = Operation(operation, of: body.data.checkout)
      default: break
      }
    }
  }

  /// An operation that only a person can find out about.
  var hasUnknownOperation: Bool { operations.values.contains { $0.state == .unknown } }

  /// True if something of it still waits for a person.
  var isUndecided: Bool { hasUnknownOperation || ends.contains { $0.phase == .held } }

  /// True if a person has decided about a checkout of the order, other than to ask again.
  var isDecided: Bool {
    entries.contains { if case .decided(_, let decision) = $0.event { decision != .ask } else { false } }
  }

  /// The total that the buyer agreed to last, in minor units.
  var agreed: Int64? {
    entries.last { if case .agreed = $0.event { true } else { false } }.flatMap {
      if case .agreed(let total) = $0.event { total.minorUnits } else { nil }
    }
  }

  /// The amounts that the shop has asked for, each under another key, in minor units; zeros for those that have failed.
  /// - Parameter total: Of what was asked for as a whole, or by lines that were never answered.
  func wanted(_ kind: ScriptedOperation.Kind, of total: Int64) -> [Int64] {
    let operations = operations
    var amounts: [String: Int64] = [:]
    for entry in entries {
      switch entry.event {
      case .ordered(let key, let operation) where operation.kind == kind:
        amounts[key] = operation.amount?.minorUnits ?? total
      case .operation(let key, let body) where amounts[key] != nil:
        let last = operations["\(Self.checkout(ofKey: key)) \(body.operation.id)"]?.state
        amounts[key] = last == .failed ? 0 : body.operation.amount.minorUnits
      default: break
      }
    }
    return amounts.sorted { $0.key < $1.key }.map(\.value)
  }

  /// When the buyer has selected another address first, in another tab. Later ones are the same.
  var otherSelection: Moment? {
    entries.first { if case .selectsAgain = $0.event { true } else { false } }?.at
  }

  /// The refunds by hand, in minor units.
  var refundedInConsole: [Int64] {
    entries.compactMap { if case .refundedInConsole(let amount) = $0.event { amount.minorUnits } else { nil } }
  }
}
