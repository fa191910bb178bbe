import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb

/// The filter of the list of checkouts, as its address has it. Nothing in it is about a buyer.
struct CheckoutListQuery: Sendable {
  enum State: String, CaseIterable {
    case live, held, overdue, capturable, pending, paid, declined, cancelled, expired

    func name(_ texts: Texts<OperatorTexts>) -> String {
      switch self {
      case .live: texts.stateLive
      case .held: texts.stateHeld
      case .overdue: texts.stateOverdue
      case .capturable: texts.stateCapturable
      case .pending: texts.statePending
      case .paid: texts.phasePaid
      case .declined: texts.phaseDeclined
      case .cancelled: texts.phaseCancelled
      case .expired: texts.phaseExpired
      }
    }
  }

  let state: State?
  let provider: ProviderID?
  let mode: Mode?
  /// As the form has them: "2026-01-02".
  let from: String?
  let until: String?
  private let fromMoment: Moment?
  private let untilMoment: Moment?
  private let after: CheckoutPlace?

  /// Empty fields count as missing: forms send all.
  /// - Throws: `InvalidField` for a value that the filter does not have.
  init(_ fields: Fields) throws(InvalidField) {
    func value<Value>(_ name: String, _ read: (String) -> Value?) throws(InvalidField) -> Value? {
      guard let text = fields[name], !text.isEmpty else { return nil }
      guard let value = read(text) else { throw InvalidField(name, .value, in: .query) }
      return value
    }
    state = try value("state", State.init(rawValue:))
    provider = try value("provider") { PlainText.isPlain($0, most: 64) ? ProviderID($0) : nil }
    mode = try value("mode", Mode.init(rawValue:))
    fromMoment = try value("from", Self.day)
    untilMoment = try value("until", Self.day)
    from = fromMoment == nil ? nil : fields["from"]
    until = untilMoment == nil ? nil : fields["until"]
    after = try value("after", CheckoutPlace.init(text:))
  }

  /// The first moment of a day in UTC.
  private static func day(_ text: String) -> Moment? { Moment(iso8601: text + "T00:00Z") }

  func filter(at now: Moment) -> CheckoutFilter {
    var filter = CheckoutFilter(mode: mode, provider: provider)
    switch state {
    case .live: filter.phases = .unfinished
    case .held: filter.phases = [.held]
    case .overdue: filter.overdueAt = now
    case .capturable: filter.payment = .capturable
    case .pending: filter.payment = .pending
    case .paid: filter.phases = [.paid]
    case .declined: filter.phases = [.declined]
    case .cancelled: filter.phases = [.cancelled]
    case .expired: filter.phases = [.expired]
    case nil: break
    }
    filter.from = fromMoment
    filter.before = untilMoment.map { $0 + .seconds(86_400) }
    filter.after = after
    return filter
  }

  /// The address of a list with this filter.
  /// - Parameter place: The last checkout of the page before.
  func link(_ path: Link = "/checkouts", after place: CheckoutPlace? = nil) -> Link {
    let items: [(name: String, value: String?)] = [
      ("state", state?.rawValue), ("provider", provider?.text), ("mode", mode?.rawValue), ("from", from),
      ("until", until), ("after", place?.text),
    ]
    return Link(path, query: items.compactMap { item in item.value.map { (item.name, $0) } })
  }

  /// True if the filter leaves anything out.
  var isLimited: Bool { state != nil || provider != nil || mode != nil || from != nil || until != nil }

  /// True on every page but the first.
  var isContinued: Bool { after != nil }
}
