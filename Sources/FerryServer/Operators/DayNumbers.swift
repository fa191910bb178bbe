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

  var providers: [ProviderID] { Set(counts.map(\.provider)).sorted() }
}

/// A table of numbers. On a phone each row is a list, and each number has the name of its column beside it.
private struct NumberTable {
  let heads: [String]
  /// Each begins with the name of the row.
  let rows: [[String]]

  var html: HTML {
    let head = heads.map { "<th scope=\"col\">\($0)</th>" as HTML }
    let body = rows.map { row -> HTML in
      let cells = zip(heads, row).dropFirst().map { name, value -> HTML in
        "<td class=\"number\" data-label=\"\(name)\">\(value)</td>"
      }
      return "<tr><th scope=\"row\">\(row[0])</th>\(cells)</tr>"
    }
    return """
      <table class="numbers-table"><thead><tr>\(head)</tr></thead><tbody>\(body)</tbody></table>
      """
  }
}

/// The day's numbers by provider.
struct DayPanel {
  let frame: OperatorPage
  let day: DayNumbers?
  let providers: [OfferedProvider]

  var html: HTML {
    let texts = frame.texts
    let heads = [
      texts.provider, texts.begun, texts.paidCount, texts.declinedCount, texts.abandoned, texts.inProgress,
      texts.timeAway,
    ]
    let rows = (day?.providers ?? []).compactMap { id in day.map { row(id, $0.of(id)) } }
    return frame.panel(
      "today", texts.today, rows.isEmpty ? "<p>\(texts.nothingToday)</p>" : NumberTable(heads: heads, rows: rows).html)
  }

  private func row(_ id: ProviderID, _ numbers: DayNumbers) -> [String] {
    let counts = [numbers.begun, numbers.paid, numbers.declined, numbers.abandoned, numbers.inProgress]
    let away = numbers.counts.medianSecondsAway.map { frame.duration(seconds: $0) } ?? "–"
    return [providers.first { $0.id.provider == id }?.name ?? id.text] + counts.map(String.init) + [away]
  }
}

/// The week by provider: bars, and a table for those who do not see them.
struct WeekChart {
  private static let height = 160
  private static let step = 80
  private static let kinds:
    [(mark: HTML, name: @Sendable (Texts<OperatorTexts>) -> String, count: @Sendable (DayNumbers) -> Int)] = [
      ("paid", { $0.paidCount }, { $0.paid }), ("declined", { $0.declinedCount }, { $0.declined }),
      ("abandoned", { $0.abandoned }, { $0.abandoned }),
    ]

  let frame: OperatorPage
  let days: [DayNumbers]
  let providers: [OfferedProvider]

  var html: HTML {
    let ids = Set(days.flatMap(\.providers)).sorted()
    let weeks = ids.map { id in (id: id, days: days.map { $0.of(id) }) }
    // One scale, so that the providers can be compared.
    let most = max(1, weeks.flatMap(\.days).map { $0.paid + $0.declined + $0.abandoned }.max() ?? 1)
    let legend = Self.kinds.map { kind -> HTML in
      #"<span><svg class="key" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true"><rect class="\#(kind.mark)" width="12" height="12"/></svg> \#(kind.name(frame.texts))</span>"#
    }
    return frame.panel(
      "week", frame.texts.week,
      weeks.isEmpty
        ? "<p>\(frame.texts.nothingThisWeek)</p>"
        : "<p class=\"links\">\(legend)</p>\(weeks.map { chart($0.id, $0.days, most) })")
  }

  private func chart(_ id: ProviderID, _ days: [DayNumbers], _ most: Int) -> HTML {
    let table = NumberTable(
      heads: [frame.texts.day] + Self.kinds.map { $0.name(frame.texts) },
      rows: days.map { day in [day.day] + Self.kinds.map { String($0.count(day)) } })
    let width = days.count * Self.step
    return """
      <div class="week-of-provider"><h3>\(providers.first { $0.id.provider == id }?.name ?? id.text)</h3>\
      <svg class="week" viewBox="0 0 \(width) \(Self.height + 28)" aria-hidden="true">\(days.enumerated().map { bar($1, $0, most) })</svg>\
      \(table.html)</div>
      """
  }

  /// Heights are whole units of the drawing: nothing here is money.
  private func bar(_ day: DayNumbers, _ index: Int, _ most: Int) -> HTML {
    var top = Self.height
    let rects = Self.kinds.map { kind -> HTML in
      let height = kind.count(day) * (Self.height - 10) / most
      top -= height
      return #"<rect class="\#(kind.mark)" x="\#(index * Self.step + 16)" y="\#(top)" width="48" height="\#(height)"/>"#
    }
    return """
      \(rects)<text x="\(index * Self.step + 40)" y="\(Self.height + 20)" text-anchor="middle">\(day.day.suffix(5))</text>
      """
  }
}
