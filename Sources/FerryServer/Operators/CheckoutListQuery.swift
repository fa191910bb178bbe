import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb

/// The filter of the list of checkouts, as its address has it. Nothing in it is about a buyer.
struct CheckoutListQuery: Sendable {
  enum State: String, CaseIterable {
    case live, held, overdue, disputed, refunded, capturable, pending, paid, declined, cancelled, expired
    /// Unpaid for good: the buyer has not left for the provider, has not come back, or has come back.
    case lostBefore = "lost-before"
    case lostAtProvider = "lost-at-provider"
    case lostAfter = "lost-after"

    func name(_ texts: Texts<OperatorTexts>) -> String {
      switch self {
      case .live: texts.stateLive
      case .held: texts.stateHeld
      case .overdue: texts.stateOverdue
      case .disputed: texts.stateDisputed
      case .refunded: texts.refunded
      case .capturable: texts.stateCapturable
      case .pending: texts.statePending
      case .paid, .declined, .cancelled, .expired: PhaseName(rawValue: rawValue).text(texts)
      case .lostBefore: texts.lostBefore
      case .lostAtProvider: texts.lostAtProvider
      case .lostAfter: texts.lostAfter
      }
    }
  }

  let state: State?
  let mode: Mode?
  /// The dates are of this movement of money; nil if they are of the beginning.
  let figure: Figure.Kind?
  /// The fields that limit the list, as the form has them.
  private let written: [(name: String, value: String)]
  /// Without the state.
  private let others: CheckoutFilter

  /// Empty fields count as missing: forms send all.
  /// - Throws: `Problem` for a value that the filter does not have.
  init(_ fields: Fields, _ time: LocalTime, at now: Moment) throws(Problem) {
    var written: [(name: String, value: String)] = []
    func value<Value>(_ name: String, _ read: (String) -> Value?) throws(Problem) -> Value? {
      guard let text = fields[name], !text.isEmpty else { return nil }
      guard let value = read(text) else { throw Problem(field: name, .value, in: .query) }
      written.append((name, text))
      return value
    }
    state = try value("state", State.init(rawValue:))
    let provider = try value("provider") { PlainText.isPlain($0, most: 64) ? ProviderID($0) : nil }
    mode = try value("mode", Mode.init(rawValue:))
    figure = try value("date", Figure.Kind.init(rawValue:))
    var from = try value("from") { time.day($0)?.lowerBound }
    let before = try value("until") { time.day($0)?.upperBound ?? time.moment($0) }
    if from == nil, figure != nil || state.map({ [.lostBefore, .lostAtProvider, .lostAfter].contains($0) }) ?? false {
      // These are read from the days, which the form shows.
      from = time.days(until: before.map { $0 + .milliseconds(-1) } ?? now, 31)[0].lowerBound
      written += from.map { [("from", time.day($0))] } ?? []
    }
    let currency = try value("currency") { Currency($0.uppercased()) }
    // An amount means nothing without a currency.
    func amount(_ name: String) throws(Problem) -> Int64? {
      try value(name) { text in
        currency.flatMap { currency in
          // Of two readings, the one with all decimals of the currency.
          SearchQuery.amounts(text).reversed().compactMap { try? Money(decimal: $0, currency).minorUnits }.first
        }
      }
    }
    let (least, most) = (try amount("least"), try amount("most"))
    if let least, let most, most < least { throw Problem(field: "most", .value, in: .query) }
    var filter = CheckoutFilter(mode: mode, provider: provider)
    filter.currency = currency
    if least != nil || most != nil { filter.total = (least ?? 0)...(most ?? .max) }
    if let figure {
      let start = from ?? Moment(milliseconds: 0)
      filter.figure = FigureFilter(figure, in: start..<max(start, before ?? Moment(milliseconds: .max)))
    } else {
      (filter.from, filter.before) = (from, before)
    }
    self.written = written
    filter.after = try value("after", CheckoutPlace.init(text:))
    others = filter
  }

  func filter(at now: Moment) -> CheckoutFilter {
    var filter = others
    switch state {
    case .live: filter.phases = .unfinished
    case .overdue: filter.overdueAt = now
    case .disputed: filter.payment = .disputed
    case .refunded: filter.payment = .refunded
    case .capturable: filter.payment = .capturable
    case .pending: filter.payment = .pending
    case .held?, .paid?, .declined?, .cancelled?, .expired?:
      filter.phases = state.map { [PhaseName(rawValue: $0.rawValue)] }
    case .lostBefore: (filter.phases, filter.reach) = (.lost, .start)
    case .lostAtProvider: (filter.phases, filter.reach) = (.lost, .provider)
    case .lostAfter: (filter.phases, filter.reach) = (.lost, .back)
    case nil: break
    }
    return filter
  }

  /// The fields without the place, as the address has them.
  var fields: [(name: String, value: String)] { written.filter { $0.name != "after" } }

  /// The address of a list with this filter.
  /// - Parameter place: The last checkout of the page before.
  func link(_ path: Link = "/checkouts", after place: CheckoutPlace? = nil) -> Link {
    Link(path, query: fields + (place.map { [("after", $0.text)] } ?? []))
  }

  /// A field as it is written.
  subscript(name: String) -> String? { written.first { $0.name == name }?.value }

  var isLimited: Bool { !fields.isEmpty }

  var isContinued: Bool { others.after != nil }
}

extension Set<PhaseName> {
  /// Those that a checkout without a payment ends in.
  fileprivate static let lost: Set<PhaseName> = [.cancelled, .expired, .declined]
}
