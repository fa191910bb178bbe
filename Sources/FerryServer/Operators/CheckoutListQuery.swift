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
  let written: WrittenFields
  /// Without the state.
  private let others: CheckoutFilter

  /// - Throws: `Problem` for a value that the filter does not have.
  init(_ fields: Fields, _ time: LocalTime, at now: Moment) throws(Problem) {
    var written = WrittenFields(fields)
    state = try written.value("state", State.init(rawValue:))
    let provider = try written.value("provider") { PlainText.isPlain($0, most: 64) ? ProviderID($0) : nil }
    mode = try written.value("mode", Mode.init(rawValue:))
    figure = try written.value("date", Figure.Kind.init(rawValue:))
    var from = try written.value("from") { time.day($0)?.lowerBound }
    let before = try written.value("until") { time.day($0)?.upperBound ?? time.moment($0) }
    if from == nil, figure != nil || state.map({ [.lostBefore, .lostAtProvider, .lostAfter].contains($0) }) ?? false {
      // These are read from the days, which the form shows.
      from = time.days(until: before.map { $0 + .milliseconds(-1) } ?? now, 31)[0].lowerBound
      if let from { written.add("from", time.day(from)) }
    }
    let currency = try written.value("currency") { Currency($0.uppercased()) }
    // An amount means nothing without a currency.
    func amount(_ name: String) throws(Problem) -> Int64? {
      try written.value(name) { text in
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
    filter.after = try written.place("after", CheckoutPlace.init(text:))
    self.written = written
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

  /// The address of a list with this filter.
  /// - Parameter place: The last checkout of the page before.
  func link(_ path: Link = "/checkouts", after place: CheckoutPlace? = nil) -> Link {
    written.link(path, after: place?.text)
  }

  /// A field as it is written.
  subscript(name: String) -> String? { written[name] }

  var isLimited: Bool { !written.all.isEmpty }

  var isContinued: Bool { others.after != nil }
}

/// The fields of a filter, as an address has them. Empty fields count as missing: forms send all.
struct WrittenFields: Sendable {
  private let given: Fields
  /// Those that were read, without a place.
  private(set) var all: [(name: String, value: String)] = []

  init(_ given: Fields) { self.given = given }

  /// - Throws: `Problem` for a value that cannot be read.
  mutating func value<Value>(_ name: String, _ read: (String) -> Value?) throws(Problem) -> Value? {
    let value = try place(name, read)
    if value != nil, let text = given[name] { add(name, text) }
    return value
  }

  /// The place that a page begins after. It is no part of the filter.
  /// - Throws: As `value`.
  func place<Value>(_ name: String, _ read: (String) -> Value?) throws(Problem) -> Value? {
    guard let text = given[name], !text.isEmpty else { return nil }
    guard let value = read(text) else { throw Problem(field: name, .value, in: .query) }
    return value
  }

  mutating func add(_ name: String, _ text: String) { all.append((name, text)) }

  subscript(name: String) -> String? { all.first { $0.name == name }?.value }

  func link(_ path: Link, after place: String?) -> Link {
    Link(path, query: all + (place.map { [("after", $0)] } ?? []))
  }
}

extension Set<PhaseName> {
  /// Those that a checkout without a payment ends in.
  static let lost: Set<PhaseName> = [.cancelled, .expired, .declined]
}
