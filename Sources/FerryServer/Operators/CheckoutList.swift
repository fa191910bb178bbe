import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb

/// The list of checkouts with its filter, its search and the operator's named lists.
struct CheckoutList {
  static let size = 50

  let frame: OperatorPage
  let providers: [OfferedProvider]
  let files: [CheckoutFile]
  let next: CheckoutPlace?
  let query: CheckoutListQuery
  let views: [OperatorView]
  let now: Moment

  var page: Page {
    frame.page(
      query.state == .held ? frame.texts.stateHeld : frame.texts.checkouts, mode: query.mode, live: .all,
      """
      \(SearchForm(frame: frame, text: nil).html)\(ViewsPanel(frame: frame, views: views, query: query).html)\(form)\
      \(CheckoutRows(frame: frame, providers: providers, files: files, now: now).html)\(links)
      """)
  }

  private var form: HTML {
    let texts = frame.texts
    let states = CheckoutListQuery.State.allCases.map { (value: $0.rawValue, name: $0.name(texts)) }
    var seen: Set<ProviderID> = []
    let sellers = providers.filter { seen.insert($0.id.provider).inserted }.map {
      (value: $0.id.provider.text, name: $0.name)
    }
    let modes = Mode.allCases.map { (value: $0.rawValue, name: frame.name(of: $0)) }
    let dates = Figure.Kind.allCases.map { (value: $0.rawValue, name: $0.name(texts)) }
    return """
      <details class="panel"\(if: query.isLimited, " open")><summary>\(texts.filter)</summary>\
      <form class="filters" action="\("/checkouts" as Link)" aria-label="\(texts.filter)">\
      \(select("state", texts.state, states))\(select("provider", texts.provider, sellers))\
      \(if: frame.modes.count > 1, select("mode", texts.mode, modes))\
      \(select("date", texts.dateOf, dates, otherwise: texts.begun))\
      \(entry("from", texts.from, #"type="date""#))\(entry("until", texts.until, #"type="date""#))\
      \(entry("currency", texts.currency, #"maxlength="3" size="3" autocapitalize="characters" spellcheck="false" placeholder="JPY""#))\
      \(entry("least", texts.least, #"inputmode="decimal" maxlength="24" autocomplete="off""#))\
      \(entry("most", texts.most, #"inputmode="decimal" maxlength="24" autocomplete="off""#))\
      \(Button(texts.show, .secondary).html)</form></details>
      """
  }

  private func select(
    _ name: String, _ label: String, _ choices: [(value: String, name: String)], otherwise: String? = nil
  ) -> HTML {
    let options = choices.map { choice -> HTML in
      #"<option value="\#(choice.value)"\#(if: choice.value == query[name], " selected")>\#(choice.name)</option>"#
    }
    return """
      <div class="entry"><label for="\(name)">\(label)</label><select id="\(name)" name="\(name)">\
      <option value="">\(otherwise ?? frame.texts.all)</option>\(options)</select></div>
      """
  }

  private func entry(_ name: String, _ label: String, _ attributes: HTML) -> HTML {
    """
    <div class="entry"><label for="\(name)">\(label)</label>\
    <input id="\(name)" name="\(name)" \(attributes) value="\(query[name] ?? "")"></div>
    """
  }

  private var links: HTML {
    let next = next.map { #"<a href="\#(query.link(after: $0))">\#(frame.texts.nextPage)</a>"# as HTML }
    return """
      <p class="links" id="pages" data-live>\(if: query.isContinued, "<a href=\"\(query.link())\">\(frame.texts.firstPage)</a>")\(next)\
      <a href="\(query.link("/checkouts.csv"))" download>\(frame.texts.export)</a></p>
      """
  }
}

/// The results of a search. A form sends the text each time, so that no address has it.
struct SearchResults {
  let frame: OperatorPage
  let providers: [OfferedProvider]
  let text: String
  let found: FoundCheckouts
  let now: Moment

  var page: Page {
    let texts = frame.texts
    let notice: HTML = found.isTooShort ? Notice(.warning, texts.searchTooShort).html : .empty
    return frame.page(
      texts.found,
      """
      \(SearchForm(frame: frame, text: text).html)\(notice)\
      \(CheckoutRows(frame: frame, providers: providers, files: found.files, now: now).html)\(found.next.map(more))
      """)
  }

  private func more(_ place: CheckoutPlace) -> HTML {
    let isShort: HTML = found.files.count < CheckoutList.size ? "<p>\(frame.texts.searchGoesOn)</p>" : .empty
    return """
      \(isShort)<form method="post" action="\("/checkouts/search" as Link)">\(frame.csrf)\
      <input type="hidden" name="text" value="\(text)"><input type="hidden" name="after" value="\(place.text)">\
      \(Button(frame.texts.nextPage, .secondary).html)</form>
      """
  }
}

struct SearchForm {
  let frame: OperatorPage
  let text: String?

  var html: HTML {
    """
    <form class="panel filters" method="post" action="\("/checkouts/search" as Link)" role="search">\(frame.csrf)\
    <div class="entry long"><label for="search">\(frame.texts.searchFor)</label>\
    <input id="search" name="text" type="search" required maxlength="\(SearchQuery.mostBytes)" autocapitalize="none" spellcheck="false" value="\(text ?? "")"></div>\
    \(Button(frame.texts.search, .secondary).html)</form>
    """
  }
}

/// Checkouts below each other, with their columns in line.
struct CheckoutRows {
  let frame: OperatorPage
  let providers: [OfferedProvider]
  let files: [CheckoutFile]
  let now: Moment

  var html: HTML {
    guard !files.isEmpty else {
      return """
        <section class="empty" id="rows" data-live><h2>\(frame.texts.nothingFound)</h2><p>\(frame.texts.nothingFoundAdvice)</p></section>
        """
    }
    return #"<ul class="rows lined" id="rows" data-live>\#(files.map(row))</ul>"#
  }

  private func row(_ file: CheckoutFile) -> HTML {
    let checkout = file.checkout
    let isOverdue = file.overdueAt.map { $0 <= now } ?? false
    return """
      <li><a class="row" href="\("/checkouts/\(checkout.id.text)" as Link)"><span class="what"><strong>\(file.order.number)</strong> \
      <span class="key">\(file.order.reference)</span></span>\
      <span class="chips">\(frame.chip(checkout.phase.name))\(if: isOverdue, StateChip(.bad, frame.texts.overdue).html)\
      \(frame.disputeBadge(checkout.payment))\(if: frame.modes.count > 1, frame.chip(checkout.mode))</span>\
      <span class="key">\(providers.name(of: checkout.accountID))</span>\
      \(frame.time(checkout.createdAt))\(AlignedMoney(file.listedTotal, frame.language).html)</a></li>
      """
  }
}

/// An amount in two parts, so that amounts below each other have their decimal points in line.
struct AlignedMoney {
  let html: HTML

  init(_ money: Money?, _ language: Language) {
    guard let money else {
      html = #"<span class="sum"><span class="whole">–</span></span>"#
      return
    }
    let text = money.display(language)
    var end = text.endIndex
    if let last = text.lastIndex(where: \.isNumber) { end = text.index(after: last) }
    if money.currency.exponent > 0 { end = text.index(end, offsetBy: -money.currency.exponent - 1) }
    html = #"<span class="sum"><span class="whole">\#(text[..<end])</span><span>\#(text[end...])</span></span>"#
  }
}

extension Figure.Kind {
  func name(_ texts: Texts<OperatorTexts>) -> String {
    switch self {
    case .paid: texts.figurePaid
    case .captured: texts.captured
    case .refunded: texts.refunded
    case .disputed: texts.stateDisputed
    case .held: texts.held
    }
  }
}
