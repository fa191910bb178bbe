import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb

/// The list of checkouts with its filter and its search.
struct CheckoutList {
  static let size = 50

  let frame: OperatorPage
  let providers: [OfferedProvider]
  /// One more than the list shows, if there are others.
  let found: [CheckoutFile]
  /// Nil for the result of a search.
  let query: CheckoutListQuery?
  let now: Moment
  private var files: ArraySlice<CheckoutFile> { found.prefix(Self.size) }
  private var isLast: Bool { found.count <= Self.size }

  var page: Page {
    let title =
      switch query {
      case nil: frame.texts.found
      case let query? where query.state == .held: frame.texts.stateHeld
      case _?: frame.texts.checkouts
      }
    return frame.page(
      title, mode: query?.mode, live: query == nil ? nil : .all,
      "\(search)\(query.map(form))\(rows)\(query.map(links) ?? more)")
  }

  private var search: HTML {
    """
    <form class="panel filters" method="post" action="\("/checkouts/search" as Link)" role="search">\(frame.csrf)\
    <div class="entry long"><label for="search">\(frame.texts.searchFor)</label>\
    <input id="search" name="text" type="search" required maxlength="254" autocapitalize="none" spellcheck="false"></div>\
    \(Button(frame.texts.search, .secondary).html)</form>
    """
  }

  private func form(_ query: CheckoutListQuery) -> HTML {
    let states = CheckoutListQuery.State.allCases.map { (value: $0.rawValue, name: $0.name(frame.texts)) }
    var seen: Set<ProviderID> = []
    let sellers = providers.filter { seen.insert($0.id.provider).inserted }.map {
      (value: $0.id.provider.text, name: $0.name)
    }
    let modes = Mode.allCases.map { (value: $0.rawValue, name: frame.name(of: $0)) }
    return """
      <details class="panel"\(if: query.isLimited, " open")><summary>\(frame.texts.filter)</summary>\
      <form class="filters" action="\("/checkouts" as Link)" aria-label="\(frame.texts.filter)">\
      \(select("state", frame.texts.state, states, query["state"]))\
      \(select("provider", frame.texts.provider, sellers, query["provider"]))\
      \(if: frame.modes.count > 1, select("mode", frame.texts.mode, modes, query["mode"]))\
      \(date("from", frame.texts.from, query["from"]))\(date("until", frame.texts.until, query["until"]))\
      \(Button(frame.texts.show, .secondary).html)</form></details>
      """
  }

  private func select(
    _ name: String, _ label: String, _ choices: [(value: String, name: String)], _ chosen: String?
  ) -> HTML {
    let options = choices.map { choice -> HTML in
      #"<option value="\#(choice.value)"\#(if: choice.value == chosen, " selected")>\#(choice.name)</option>"#
    }
    return """
      <div class="entry"><label for="\(name)">\(label)</label><select id="\(name)" name="\(name)">\
      <option value="">\(frame.texts.all)</option>\(options)</select></div>
      """
  }

  private func date(_ name: String, _ label: String, _ value: String?) -> HTML {
    """
    <div class="entry"><label for="\(name)">\(label)</label>\
    <input id="\(name)" name="\(name)" type="date" value="\(value ?? "")"></div>
    """
  }

  private var rows: HTML {
    guard !files.isEmpty else {
      return """
        <section class="empty" id="rows" data-live><h2>\(frame.texts.nothingFound)</h2><p>\(frame.texts.nothingFoundAdvice)</p></section>
        """
    }
    return #"<ul class="rows" id="rows" data-live>\#(files.map(row))</ul>"#
  }

  private func row(_ file: CheckoutFile) -> HTML {
    let checkout = file.checkout
    let isOverdue = file.overdueAt.map { $0 <= now } ?? false
    let total = file.roundTrips.isLocked ? nil : checkout.agreed?.total ?? checkout.quote?.total
    return """
      <li><a class="row" href="\("/checkouts/\(checkout.id.text)" as Link)"><span class="what"><strong>\(file.order.number)</strong> \
      <span class="key">\(file.order.reference)</span></span>\
      \(frame.chip(checkout.phase.name))\(if: isOverdue, StateChip(.bad, frame.texts.overdue).html)\
      \(frame.disputeBadge(checkout.payment))\
      \(if: frame.modes.count > 1, frame.chip(checkout.mode))\
      <span class="key">\(providers.first { $0.id == checkout.accountID }?.name ?? checkout.provider.text)</span>\
      \(frame.time(checkout.createdAt))\
      <span class="sum">\(total.map { $0.display(frame.language) } ?? "–")</span></a></li>
      """
  }

  /// Says that a search has found more than the list shows.
  private var more: HTML {
    isLast ? .empty : "<p>\(frame.texts.latestAlone(files.count)) \(frame.texts.searchCloser)</p>"
  }

  private func links(_ query: CheckoutListQuery) -> HTML {
    let next: HTML? =
      isLast
      ? nil
      : files.last.map {
        #"<a href="\#(query.link(after: CheckoutPlace($0.checkout)))">\#(frame.texts.nextPage)</a>"#
      }
    return """
      <p class="links" id="pages" data-live>\(if: query.isContinued, "<a href=\"\(query.link())\">\(frame.texts.firstPage)</a>")\(next)\
      <a href="\(query.link("/checkouts.csv"))" download>\(frame.texts.export)</a></p>
      """
  }
}

/// The filter of the list of checkouts, as its address has it. Nothing in it is about a buyer.
struct CheckoutListQuery: Sendable {
  enum State: String, CaseIterable {
    case live, held, overdue, disputed, capturable, pending, paid, declined, cancelled, expired

    func name(_ texts: Texts<OperatorTexts>) -> String {
      switch self {
      case .live: texts.stateLive
      case .held: texts.stateHeld
      case .overdue: texts.stateOverdue
      case .disputed: texts.stateDisputed
      case .capturable: texts.stateCapturable
      case .pending: texts.statePending
      case .paid, .declined, .cancelled, .expired: PhaseName(rawValue: rawValue).text(texts)
      }
    }
  }

  let state: State?
  let mode: Mode?
  /// The fields that limit the list, as the form has them.
  private let written: [(name: String, value: String)]
  /// Without the state.
  private let others: CheckoutFilter

  /// Empty fields count as missing: forms send all.
  /// - Throws: `Problem` for a value that the filter does not have.
  init(_ fields: Fields) throws(Problem) {
    var written: [(name: String, value: String)] = []
    func value<Value>(_ name: String, _ read: (String) -> Value?) throws(Problem) -> Value? {
      guard let text = fields[name], !text.isEmpty else { return nil }
      guard let value = read(text) else { throw Problem(field: name, .value, in: .query) }
      written.append((name, text))
      return value
    }
    func day(_ text: String) -> Moment? { Moment(iso8601: text + "T00:00Z") }
    state = try value("state", State.init(rawValue:))
    let provider = try value("provider") { PlainText.isPlain($0, most: 64) ? ProviderID($0) : nil }
    mode = try value("mode", Mode.init(rawValue:))
    var filter = CheckoutFilter(mode: mode, provider: provider)
    filter.from = try value("from", day)
    filter.before = try value("until", day).map { $0 + .seconds(86_400) }
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
    case .capturable: filter.payment = .capturable
    case .pending: filter.payment = .pending
    case .held?, .paid?, .declined?, .cancelled?, .expired?:
      filter.phases = state.map { [PhaseName(rawValue: $0.rawValue)] }
    case nil: break
    }
    return filter
  }

  /// The address of a list with this filter.
  /// - Parameter place: The last checkout of the page before.
  func link(_ path: Link = "/checkouts", after place: CheckoutPlace? = nil) -> Link {
    Link(path, query: written + (place.map { [("after", $0.text)] } ?? []))
  }

  /// A field as it is written.
  subscript(name: String) -> String? { written.first { $0.name == name }?.value }

  var isLimited: Bool { !written.isEmpty }

  var isContinued: Bool { others.after != nil }
}
