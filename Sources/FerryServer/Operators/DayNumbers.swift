import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb

/// The numbers of a time: the checkouts that began in it, and the money that moved in it.
struct DayNumbers: Sendable {
  let window: Range<Moment>
  /// "2026-01-02"
  let day: String
  private let counts: [CheckoutCount]
  let figures: [FigureSum]

  init(_ window: Range<Moment>, _ day: String, _ counts: [CheckoutCount], _ figures: [FigureSum]) {
    self.window = window
    self.day = day
    self.counts = counts
    self.figures = figures
  }

  var begun: Int { counts.checkouts }

  /// Of those that began, and of all money.
  func number(_ state: CheckoutListQuery.State) -> Int {
    switch state {
    case .paid: counts.filter { $0.phase == .paid }.checkouts
    case .lostBefore: lost { !$0.hasLeft }
    case .lostAtProvider: lost { $0.hasLeft && $0.secondsAway == nil }
    case .lostAfter: lost { $0.secondsAway != nil }
    default: 0
    }
  }

  private func lost(_ isThere: (CheckoutCount) -> Bool) -> Int {
    counts.filter { Set.lost.contains($0.phase) && isThere($0) }.checkouts
  }

  var secondsToPay: Int64? { figures.filter { $0.kind == .paid }.medianSecondsToPay }

  func of(_ provider: ProviderID?) -> DayNumbers {
    guard let provider else { return self }
    return DayNumbers(
      window, day, counts.filter { $0.provider == provider }, figures.filter { $0.provider == provider })
  }

  var providers: Set<ProviderID> { Set(counts.map(\.provider) + figures.map(\.provider)) }

  var currencies: Set<Currency> { Set(figures.map(\.amount.currency)) }

  /// The sum of a kind, and the number of checkouts; nil if there is none.
  func sum(_ kind: Figure.Kind, _ currency: Currency) -> (amount: Money, checkouts: Int)? {
    let sums = figures.filter { $0.kind == kind && $0.amount.currency == currency }
    guard !sums.isEmpty else { return nil }
    return (
      Money(minorUnits: sums.reduce(0) { $0 + $1.amount.minorUnits }, currency), sums.reduce(0) { $0 + $1.checkouts }
    )
  }
}

/// A table of numbers. On a phone each row is a list, and each number has the name of its column beside it.
struct NumberTable {
  let caption: String
  let heads: [String]
  let rows: [(head: HTML, cells: [HTML])]

  var html: HTML {
    let head = heads.map { "<th scope=\"col\">\($0)</th>" as HTML }
    let body = rows.map { row -> HTML in
      let cells = zip(heads.dropFirst(), row.cells).map { name, value -> HTML in
        "<td class=\"number\" data-label=\"\(name)\">\(value)</td>"
      }
      return "<tr><th scope=\"row\">\(row.head)</th>\(cells)</tr>"
    }
    return """
      <table class="numbers-table"><caption class="hidden">\(caption)</caption><thead><tr>\(head)</tr></thead><tbody>\(body)</tbody></table>
      """
  }
}

/// The numbers of the last days. Each leads to the list of its checkouts.
struct DayPanels {
  private static let states: [CheckoutListQuery.State] = [.paid, .lostBefore, .lostAtProvider, .lostAfter]

  let frame: OperatorPage
  let mode: Mode
  /// The provider that the numbers are of; nil for all.
  let provider: ProviderID?
  let providers: [OfferedProvider]
  /// The last seven days, today last, of all providers.
  let days: [DayNumbers]
  /// The same weekday a week ago, as far as today has come.
  let before: DayNumbers

  private var texts: Texts<OperatorTexts> { frame.texts }

  var html: HTML {
    """
    \(frame.panel("start-to-payment", texts.startToPayment, beside: choice, funnel))\(frame.panel("money-by-day", texts.moneyByDay, money))
    """
  }

  /// Today first, then the same weekday before, then the others.
  private var rows: [(name: String, numbers: DayNumbers)] {
    guard let today = days.last else { return [] }
    return [(texts.today, today.of(provider)), ("\(before.day) – \(texts.untilNow)", before.of(provider))]
      + days.dropLast().reversed().map { ($0.day, $0.of(provider)) }
  }

  private var choice: HTML {
    let known = days.reduce(into: Set<ProviderID>()) { $0.formUnion($1.providers) }.sorted()
    guard known.count > 1 else { return .empty }
    let links = [ProviderID?.none] + known.map(Optional.some)
    return """
      <span class="links">\(links.map { id -> HTML in
        let link = Link("/", query: [("mode", mode.rawValue)] + (id.map { [("provider", $0.text)] } ?? []))
        let name = id.map { providers.name(of: $0) } ?? texts.all
        return #"<a href="\#(link)"\#(if: id == provider, " aria-current=\"true\"")>\#(name)</a>"#
      })</span>
      """
  }

  private func link(_ numbers: DayNumbers, _ fields: [(name: String, value: String)]) -> Link {
    let end = numbers.window.upperBound
    let isWhole = frame.localTime.day(numbers.day)?.upperBound == end
    let until = isWhole ? numbers.day : String(frame.localTime.text(end).prefix(19)).replacing(" ", with: "T")
    return Link(
      "/checkouts",
      query: fields + [("from", numbers.day), ("until", until), ("mode", mode.rawValue)]
        + (provider.map { [("provider", $0.text)] } ?? []))
  }

  private func number(_ number: Int, _ link: Link) -> HTML {
    number == 0 ? "0" : #"<a href="\#(link)">\#(String(number))</a>"#
  }

  private var funnel: HTML {
    NumberTable(
      caption: texts.startToPayment,
      heads: [texts.day, texts.begun, texts.figurePaid] + Self.states.dropFirst().map { $0.name(texts) } + [
        texts.timeToPay
      ],
      rows: rows.map { name, numbers in
        let states = Self.states.map { number(numbers.number($0), link(numbers, [("state", $0.rawValue)])) }
        let time = numbers.secondsToPay.map { frame.duration(seconds: $0) } ?? "–"
        return ("\(name)", [number(numbers.begun, link(numbers, []))] + states + ["\(time)"])
      }
    ).html
  }

  private var money: HTML {
    let currencies = rows.reduce(into: Set<Currency>()) { $0.formUnion($1.numbers.currencies) }
      .sorted { $0.code < $1.code }
    guard !currencies.isEmpty else { return "<p>\(texts.nothingThisWeek)</p>" }
    return "\(currencies.map(money))"
  }

  private func money(_ currency: Currency) -> HTML {
    let table = NumberTable(
      caption: "\(texts.moneyByDay) · \(currency.code)",
      heads: [texts.day] + Figure.Kind.allCases.map { $0.name(texts) },
      rows: rows.map { name, numbers in ("\(name)", Figure.Kind.allCases.map { cell($0, numbers, currency) }) })
    return """
      <div class="currency"><h3>\(currency.code)</h3>\(MoneyChart(frame: frame, currency: currency, days: days.map { $0.of(provider) }).html)\(table.html)</div>
      """
  }

  private func cell(_ kind: Figure.Kind, _ numbers: DayNumbers, _ currency: Currency) -> HTML {
    guard let (amount, checkouts) = numbers.sum(kind, currency) else { return "–" }
    let link = link(numbers, [("date", kind.rawValue), ("currency", currency.code)])
    return """
      <span><a href="\(link)">\(amount, frame.language)</a> <span class="lead">× \(String(checkouts))</span></span>
      """
  }
}

/// Bars of what was captured and refunded in each of some days. The table beside it has the numbers for those who do not see
/// them.
private struct MoneyChart {
  private static let height: Int64 = 120
  private static let step = 80
  private static let kinds: [(kind: Figure.Kind, mark: HTML)] = [(.captured, "paid"), (.refunded, "declined")]

  let frame: OperatorPage
  let currency: Currency
  let days: [DayNumbers]

  var html: HTML {
    let legend = Self.kinds.map { kind -> HTML in
      #"<span><svg class="key" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true"><rect class="\#(kind.mark)" width="12" height="12"/></svg> \#(kind.kind.name(frame.texts))</span>"#
    }
    let most = max(1, days.flatMap { day in Self.kinds.map { units($0.kind, day) } }.max() ?? 1)
    return """
      <div><p class="links">\(legend)</p><svg class="week" viewBox="0 0 \(days.count * Self.step) \(Self.height + 28)" aria-hidden="true">\
      \(days.enumerated().map { bars($1, $0, most) })</svg></div>
      """
  }

  private func units(_ kind: Figure.Kind, _ day: DayNumbers) -> Int64 {
    day.sum(kind, currency)?.amount.minorUnits ?? 0
  }

  /// Heights are whole units of the drawing.
  private func bars(_ day: DayNumbers, _ index: Int, _ most: Int64) -> HTML {
    let rects = Self.kinds.enumerated().map { place, kind -> HTML in
      let (high, low) = units(kind.kind, day).multipliedFullWidth(by: Self.height - 10)
      let height = most.dividingFullWidth((high, low)).quotient
      return
        #"<rect class="\#(kind.mark)" x="\#(index * Self.step + 14 + place * 28)" y="\#(Self.height - height)" width="24" height="\#(height)"/>"#
    }
    return """
      \(rects)<text x="\(index * Self.step + 40)" y="\(Self.height + 20)" text-anchor="middle">\(day.day.suffix(5))</text>
      """
  }
}
