import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb

/// The list of checkouts with its filter and its search.
struct CheckoutList {
  private let frame: OperatorPage
  private let providers: [OfferedProvider]
  private let files: [CheckoutFile]
  /// Nil for the result of a search.
  private let query: CheckoutListQuery?
  private let isLast: Bool
  private let now: Moment

  init(
    page frame: OperatorPage, providers: [OfferedProvider], files: [CheckoutFile], query: CheckoutListQuery?,
    isLast: Bool, now: Moment
  ) {
    self.frame = frame
    self.providers = providers
    self.files = files
    self.query = query
    self.isLast = isLast
    self.now = now
  }

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
    let modes = Mode.allCases.map { (value: $0.rawValue, name: $0 == .live ? frame.texts.live : frame.texts.test) }
    return """
      <details class="panel"\(if: query.isLimited, " open")><summary>\(frame.texts.filter)</summary>\
      <form class="filters" action="\("/checkouts" as Link)" aria-label="\(frame.texts.filter)">\
      \(select("state", frame.texts.state, states, query.state?.rawValue))\
      \(select("provider", frame.texts.provider, sellers, query.provider?.text))\
      \(if: frame.modes.count > 1, select("mode", frame.texts.mode, modes, query.mode?.rawValue))\
      \(date("from", frame.texts.from, query.from))\(date("until", frame.texts.until, query.until))\
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
