import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb

/// The numbers of checkouts that began on one day in UTC.
struct DayNumbers: Sendable {
  /// "2026-01-02"
  let day: String
  private(set) var counts: [CheckoutCount]

  init(_ window: Range<Moment>, _ counts: [CheckoutCount]) {
    day = String(window.lowerBound.iso8601.prefix(10))
    self.counts = counts
  }

  /// The last seven days, the first one first.
  static func week(until now: Moment) -> [Range<Moment>] {
    let length: Int64 = 86_400_000
    let (today, _) = now.milliseconds.quotientAndRemainder(dividingBy: length)
    return (today - 6...today).map { Moment(milliseconds: $0 * length)..<Moment(milliseconds: ($0 + 1) * length) }
  }

  var begun: Int { counts.checkouts }
  var paid: Int { number(.paid) }
  var declined: Int { number(.declined) }
  /// Cancelled, or expired because the buyer has left.
  var abandoned: Int { number(.cancelled) + number(.expired) }
  var inProgress: Int { begun - paid - declined - abandoned }

  private func number(_ phase: PhaseName) -> Int { counts.filter { $0.phase == phase }.checkouts }

  func of(_ provider: ProviderID) -> DayNumbers {
    var numbers = self
    numbers.counts.removeAll { $0.provider != provider }
    return numbers
  }

  /// In the order of their names.
  var providers: [ProviderID] { Set(counts.map(\.provider)).sorted() }
}

/// The day's numbers by provider.
struct DayPanel {
  let frame: OperatorPage
  let day: DayNumbers?
  let providers: [OfferedProvider]

  var html: HTML {
    let heads = [OperatorText.provider, .begun, .paidCount, .declinedCount, .abandoned, .inProgress, .timeAway].map {
      "<th scope=\"col\">\(frame.text($0))</th>" as HTML
    }
    let rows = (day?.providers ?? []).map { id -> HTML in row(name(id), day?.of(id)) }
    let table: HTML = """
      <div class="scroll" tabindex="0" role="region" aria-label="\(frame.text(.today))"><table><thead><tr>\(heads)</tr></thead>\
      <tbody>\(rows)</tbody></table></div>
      """
    return """
      <section class="panel" id="today" data-live><h2>\(frame.text(.today))</h2>\
      \(if: rows.isEmpty, "<p>\(frame.text(.nothingToday))</p>")\(if: !rows.isEmpty, table)</section>
      """
  }

  private func name(_ id: ProviderID) -> String { providers.first { $0.id.provider == id }?.name ?? id.text }

  private func row(_ name: String, _ numbers: DayNumbers?) -> HTML {
    guard let numbers else { return .empty }
    let cells = [numbers.begun, numbers.paid, numbers.declined, numbers.abandoned, numbers.inProgress].map {
      "<td class=\"number\">\($0)</td>" as HTML
    }
    let away = numbers.counts.medianSecondsAway.map { frame.text(.seconds($0)) } ?? "–"
    return "<tr><th scope=\"row\">\(name)</th>\(cells)<td class=\"number\">\(away)</td></tr>"
  }
}

/// The week as bars, and as a table for those who do not see them.
struct WeekChart {
  private static let height = 160
  private static let step = 80

  let frame: OperatorPage
  let days: [DayNumbers]

  var html: HTML {
    let most = max(1, days.map { $0.paid + $0.declined + $0.abandoned }.max() ?? 1)
    let width = days.count * Self.step
    let kinds: [(mark: HTML, name: OperatorText)] = [
      ("paid", .paidCount), ("declined", .declinedCount), ("abandoned", .abandoned),
    ]
    let legend = kinds.map { kind -> HTML in
      #"<span><svg class="key" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true"><rect class="\#(kind.mark)" width="12" height="12"/></svg> \#(frame.text(kind.name))</span>"#
    }
    return """
      <section class="panel" id="week" data-live><h2>\(frame.text(.week))</h2><p class="links">\(legend)</p>\
      <svg class="week" viewBox="0 0 \(width) \(Self.height + 28)" aria-hidden="true">\(days.enumerated().map { bar($1, $0, most) })</svg>\
      <div class="scroll" tabindex="0" role="region" aria-label="\(frame.text(.week))"><table><thead><tr>\
      <th scope="col">\(frame.text(.day))</th>\(kinds.map { "<th scope=\"col\">\(frame.text($0.name))</th>" as HTML })</tr></thead>\
      <tbody>\(days.map(row))</tbody></table></div></section>
      """
  }

  /// Heights are whole units of the drawing: nothing here is money.
  private func bar(_ day: DayNumbers, _ index: Int, _ most: Int) -> HTML {
    var top = Self.height
    let parts: [(mark: HTML, count: Int)] = [
      ("paid", day.paid), ("declined", day.declined), ("abandoned", day.abandoned),
    ]
    let rects = parts.map { part -> HTML in
      let height = part.count * (Self.height - 10) / most
      top -= height
      return #"<rect class="\#(part.mark)" x="\#(index * Self.step + 16)" y="\#(top)" width="48" height="\#(height)"/>"#
    }
    return """
      \(rects)<text x="\(index * Self.step + 40)" y="\(Self.height + 20)" text-anchor="middle">\(day.day.suffix(5))</text>
      """
  }

  private func row(_ day: DayNumbers) -> HTML {
    """
    <tr><th scope="row">\(day.day)</th><td class="number">\(day.paid)</td><td class="number">\(day.declined)</td>\
    <td class="number">\(day.abandoned)</td></tr>
    """
  }
}
