import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb
import Hummingbird

/// The first page: what a person has to do, the numbers of the last days, the last reconciliation.
struct OverviewRoute: Sendable {
  let site: OperationsPage
  private var service: any CheckoutService { site.server.service }

  func add(to router: some RouterMethods<ClientContext>) {
    router.get("/") { request, _ in try await show(request) }
  }

  private func show(_ request: Request) async throws -> Page {
    let reader = try await site.gate.present(request)
    let frame = site.page(reader, .overview)
    let now = service.time.now
    // Live payments unless the reader asks for test payments, or there are no others.
    let fields = try request.queryFields()
    let asked = fields["mode"].flatMap(Mode.init(rawValue:))
    let mode = frame.modes.count == 1 ? frame.modes.first ?? .test : asked ?? .live
    func numbers(_ window: Range<Moment>) async throws -> DayNumbers {
      DayNumbers(
        window, site.time.day(window.lowerBound),
        try await service.counts(in: window, of: reader.person.shops).filter { $0.mode == mode },
        try await service.figures(in: window, mode, of: reader.person.shops))
    }
    let windows = site.time.days(until: now, 8)
    var days: [DayNumbers] = []
    for window in windows.dropFirst() { days.append(try await numbers(window)) }
    // As much of that day as has passed of today.
    let passed = Duration.seconds(now.since(windows[7].lowerBound).components.seconds + 1)
    let before = try await numbers(windows[0].lowerBound..<min(windows[0].upperBound, windows[0].lowerBound + passed))
    let panels = DayPanels(
      frame: frame, mode: mode, provider: fields["provider"].map { ProviderID($0) }, providers: site.server.providers,
      days: days, before: before)
    return OverviewPage(
      frame: frame, mode: mode, work: try await work(reader, mode, at: now),
      webhooks: try await service.webhookBacklog().filter { site.sees($0.endpoint, reader.person) }, days: panels,
      problems: reader.person.shops == nil ? try await service.accountProblems() : [],
      reports: reader.person.shops == nil ? try await site.reports() : [], providers: site.server.providers, now: now
    ).page
  }

  private func work(_ reader: PresentOperator, _ mode: Mode, at now: Moment) async throws -> OpenWork {
    func find(_ filter: CheckoutFilter, most: Int = OverviewPage.mostCounted + 1) async throws -> [CheckoutFile] {
      try await service.checkouts(reader.limiting(filter), limit: most)
    }
    return OpenWork(
      held: try await find(CheckoutFilter(mode: mode, phases: [.held])),
      // Lists begin with the latest, and the oldest have the nearest deadlines.
      disputed: try await find(CheckoutFilter(mode: mode, payment: .disputed), most: 500),
      overdue: try await find(CheckoutFilter(mode: mode, overdueAt: now)), at: now)
  }
}

private struct OverviewPage {
  /// A box shows "100+" for more than this.
  static let mostCounted = 100

  let frame: OperatorPage
  let mode: Mode
  let work: OpenWork
  let webhooks: [WebhookBacklog]
  let days: DayPanels
  let problems: [AccountProblem]
  let reports: [ReconciliationReport]
  let providers: [OfferedProvider]
  let now: Moment

  var page: Page {
    frame.page(
      frame.texts.overview, mode: mode, live: .overview,
      """
      \(modes)\(SearchForm(frame: frame, text: nil).html)\(frame.panel("todo", frame.texts.toDo, "<div class=\"numbers\">\(boxes)</div>\(work.list(frame))"))\
      \(accounts)\(days.html)\(reconciliation)\
      <p class="links"><a href="\(OperatorPage.Place.journal.link)">\(frame.texts.journal)</a></p>
      """)
  }

  private var modes: HTML {
    guard frame.modes.count > 1 else { return .empty }
    let links = [Mode.live, .test].map { other -> HTML in
      let link = Link("/", query: [("mode", other.rawValue)])
      return #"<a href="\#(link)"\#(if: other == mode, " aria-current=\"true\"")>\#(frame.name(of: other))</a>"#
    }
    return #"<p class="links">\#(links)</p>"#
  }

  private var boxes: [HTML] {
    let oldest = webhooks.compactMap(\.oldest).min().map { max(0, now.since($0).wholeMilliseconds / 1000) }
    return [
      box(work.held, frame.texts.heldCount, list("held")),
      box(
        counted(work.disputed), frame.texts.disputedCount, list("disputed"),
        isAlarm: work.toDo.contains { $0.harm == .dispute }),
      box(work.overdue, frame.texts.overdueCount, list("overdue")),
      box(webhooks.map(\.parked).reduce(0, +), frame.texts.parkedCount, "/webhooks?state=parked"),
      box(
        oldest.map { frame.duration(seconds: $0) } ?? "–", frame.texts.oldestWebhook, "/webhooks?state=waiting",
        isAlarm: (oldest ?? 0) > 600),
    ]
  }

  private func list(_ state: String) -> Link {
    Link("/checkouts", query: [("state", state), ("mode", mode.rawValue)])
  }

  private func box(_ count: Int, _ name: String, _ link: Link) -> HTML {
    box(counted(count), name, link, isAlarm: count > 0)
  }

  private func counted(_ count: Int) -> String { count > Self.mostCounted ? "\(Self.mostCounted)+" : String(count) }

  private func box(_ value: String, _ name: String, _ link: Link, isAlarm: Bool) -> HTML {
    """
    <a class="number-box\(if: isAlarm, " alarm")" href="\(link)"><strong>\(value)</strong> \(name)</a>
    """
  }

  // MARK: Accounts

  /// The problems that a person must fix. An account is about all shops.
  private var accounts: HTML {
    guard frame.reader.person.shops == nil else { return .empty }
    let rows = problems.filter { $0.account.mode == mode }.map { problem -> HTML in
      """
      <li class="row"><span class="what"><strong>\(providers.name(of: problem.account.provider)) · \(problem.account.account.text)</strong> \
      \(frame.time(problem.at))\(if: problem.entries > 1, " · \(frame.texts.timesADay(problem.entries))")</span>\
      <a class="id" href="\("/checkouts/\(problem.checkout.text)" as Link)">\(problem.checkout.text)</a>\
      <span class="why" lang="en">\(problem.text)</span></li>
      """
    }
    return frame.panel("accounts", frame.texts.accounts, frame.rows(rows, otherwise: frame.texts.noAccountProblems))
  }

  // MARK: Reconciliation

  /// An account's books are about all shops.
  private var reconciliation: HTML {
    guard frame.reader.person.shops == nil else { return .empty }
    let own = reports.filter { $0.mode == mode }.map {
      ReportPart(frame: frame, report: $0, name: providers.name(of: $0.provider), now: now).html
    }
    return frame.panel(
      "reconciliation", frame.texts.reconciliation,
      beside: OperatorPage.Place.payouts.link.button(frame.texts.payouts, .secondary),
      own.isEmpty ? "<p>\(frame.texts.noReconciliation)</p>" : "\(own)")
  }
}

/// The last reconciliation of an account: its extent, its age, and the first differences, in the words of `ferry reconcile`.
struct ReportPart {
  private static let mostShown = 20

  let frame: OperatorPage
  let report: ReconciliationReport
  /// The provider's, for people.
  let name: String
  let now: Moment

  var html: HTML {
    let rows = report.discrepancies.prefix(Self.mostShown).map { entry -> HTML in
      let checkout = entry.checkout.map { id -> HTML in
        #"<a class="id" href="\#("/checkouts/\(id)" as Link)">\#(id)</a>"#
      }
      return """
        <li class="row"><span class="what" lang="en"><strong>\(entry.kind)</strong> \(entry.order ?? "")</span>\(checkout)\
        <span class="sum" lang="en">\(amounts(entry))</span><span class="why" lang="en">\(entry.meaning) \(entry.remedy)</span></li>
        """
    }
    let isCut = report.discrepancies.count > rows.count
    return """
      <h3>\(name) · \(report.account.text)</h3><p>\(result)\(if: !report.complete, " \(missing)")</p>\
      <p class="small lead">\(extent.joined(separator: " · "))</p>\
      \(if: !rows.isEmpty, "<ul class=\"rows\">\(rows)</ul>")\(if: isCut, "<p>\(frame.texts.firstAlone(rows.count))</p>")
      """
  }

  private func amounts(_ entry: ReconciliationReport.Entry) -> String {
    [("shop", entry.shop), ("Ferry", entry.ferry), ("ledger", entry.ledger), ("provider", entry.provider)]
      .compactMap { name, amount in amount.map { "\(name) \($0.display(frame.language))" } }.joined(separator: ", ")
  }

  private var result: String {
    guard report.agrees else { return frame.texts.differences(report.discrepancies.count) }
    return report.complete ? frame.texts.noDifferences : frame.texts.noDifferencesInPart
  }

  private var missing: String {
    let count = report.unanswered.count + report.unreadable.count
    return count > 0 ? frame.texts.notCompared(count) : frame.texts.partNotCompared
  }

  private var extent: [String] {
    let age = Moment(iso8601: report.comparedAt).map { moment in
      let hours = max(0, now.since(moment).components.seconds) / 3600
      return hours < 48 ? frame.texts.hoursAgo(hours) : frame.texts.daysAgo(hours / 24)
    }
    return [
      "\(time(report.since)) – \(time(report.until))", report.shop.map(frame.texts.onlyShop) ?? frame.texts.allShops,
      "\(frame.texts.comparedAt) \(time(report.comparedAt))" + (age.map { " (\($0))" } ?? ""),
    ]
  }

  private func time(_ text: String) -> String { Moment(iso8601: text).map { frame.localTime.text($0) } ?? text }
}
