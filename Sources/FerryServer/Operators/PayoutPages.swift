import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb
import HTTPTypes
import Hummingbird

/// The payouts of the providers, by the settlement reports that were imported. They are about all shops, as the provider's books are.
struct PayoutPages: Sendable {
  private static let size = 50

  let site: OperationsPage

  func add(to router: some RouterMethods<ClientContext>) {
    router.get("/payouts") { request, _ in try await list(request) }
    router.get("/payouts/payout") { request, _ in try await show(request) }
    router.post("/payouts/import") { try await importReport($0, $1) }
  }

  /// The address of an account's page.
  static func link(_ account: ProviderAccountID, _ path: Link = "/payouts", _ more: [(String, String)] = []) -> Link {
    let fields = [
      ("provider", account.provider.text), ("account", account.account.text), ("mode", account.mode.rawValue),
    ]
    return Link(path, query: fields + more)
  }

  static func link(_ payout: PayoutID) -> Link {
    link(payout.account, "/payouts/payout", [("id", payout.id), ("currency", payout.currency.code)])
  }

  /// The account that a request names; without a name the first one, live before test.
  /// - Throws: `Problem` 404; also for operators of some shops.
  func provider(_ request: Request, _ reader: PresentOperator) throws -> OfferedProvider {
    let fields = try request.queryFields()
    guard reader.person.shops == nil else { throw Problem.nothingHere }
    let providers = accounts
    guard let name = fields["provider"] else {
      guard let first = providers.first else { throw Problem.nothingHere }
      return first
    }
    let found = providers.first {
      $0.id.provider.text == name && $0.id.account.text == fields["account"] && $0.id.mode.rawValue == fields["mode"]
    }
    guard let found else { throw Problem.nothingHere }
    return found
  }

  /// Accounts that have reports come first, and live ones before those for tests.
  private var accounts: [OfferedProvider] {
    func turn(_ provider: OfferedProvider) -> Int {
      (provider.reports == nil ? 2 : 0) + (provider.id.mode == .live ? 0 : 1)
    }
    return site.server.providers.enumerated()
      .sorted { (turn($0.element), $0.offset) < (turn($1.element), $1.offset) }.map(\.element)
  }

  private func list(_ request: Request) async throws -> Page {
    let reader = try await site.gate.present(request)
    let provider = try provider(request, reader)
    let after = try request.queryFields()["after"].map { text throws(Problem) in
      guard let place = PayoutPlace(text: text) else { throw Problem.nothingHere }
      return place
    }
    let store = site.server.service.settlements
    let reports = try await store.reports(of: provider.id, limit: 10)
    let isDone = try request.queryFields()[Act.field] == "report"
    return PayoutList(
      frame: site.page(reader, .payouts), provider: provider, providers: accounts,
      payouts: try await store.payouts(of: provider.id, after: after, limit: Self.size + 1), size: Self.size,
      isContinued: after != nil, reports: reports,
      imported: isDone ? reports.first { $0.person == reader.person.name } : nil
    ).page
  }

  private func show(_ request: Request) async throws -> Page {
    let reader = try await site.gate.present(request)
    let provider = try provider(request, reader)
    let fields = try request.queryFields()
    guard let id = fields["id"], let currency = fields["currency"].flatMap({ Currency($0) }) else {
      throw Problem.nothingHere
    }
    let payout = PayoutID(account: provider.id, id: id, currency: currency)
    guard let explained = try await site.server.service.settlements.payout(payout) else { throw Problem.nothingHere }
    return PayoutPage(frame: site.page(reader, .payouts), provider: provider, id: payout, payout: explained).page
  }
}

/// The payouts of an account, the latest reports, and the form that imports one.
private struct PayoutList {
  let frame: OperatorPage
  let provider: OfferedProvider
  let providers: [OfferedProvider]
  /// One more than the list shows, if there are others.
  let payouts: [PayoutEntry]
  let size: Int
  let isContinued: Bool
  let reports: [ImportedReport]
  /// The report that the operator has just imported.
  let imported: ImportedReport?

  private var texts: Texts<OperatorTexts> { frame.texts }

  var page: Page {
    let rows = payouts.prefix(size).map(row)
    return frame.page(
      texts.payouts, mode: provider.id.mode,
      """
      \(imported.map { frame.notice(.info, $0.name, lines(of: $0)) })\(accounts)\
      \(frame.panel("payouts", texts.payouts, "\(frame.rows(rows, otherwise: texts.noPayouts))\(links)"))\
      \(frame.panel("reports", texts.reports, frame.rows(reports.map(row), otherwise: texts.noReports)))\
      \(if: frame.reader.mayAct && provider.reports != nil, ReportForm(frame: frame, account: provider.id).html)
      """)
  }

  private var accounts: HTML {
    guard providers.count > 1 else { return .empty }
    let links = providers.map { other -> HTML in
      let name = other.id.account == .main ? other.name : "\(other.name) · \(other.id.account.text)"
      return """
        <a href="\(PayoutPages.link(other.id))"\(if: other.id == provider.id, " aria-current=\"true\"")>\(name)\
        \(if: frame.modes.count > 1, " \(frame.chip(other.id.mode))")</a>
        """
    }
    return #"<p class="links">\#(links)</p>"#
  }

  private var links: HTML {
    let next = payouts.count > size ? payouts[size - 1].place : nil
    guard isContinued || next != nil else { return .empty }
    let link = next.map { place -> HTML in
      let address = PayoutPages.link(provider.id, "/payouts", [("after", place.text)])
      return #"<a href="\#(address)">\#(texts.nextPage)</a>"#
    }
    return """
      <p class="links">\(if: isContinued, "<a href=\"\(PayoutPages.link(provider.id))\">\(texts.firstPage)</a>")\(link)</p>
      """
  }

  private func row(_ entry: PayoutEntry) -> HTML {
    let paid = entry.transferred ?? entry.gross.plus(entry.fees)
    return """
      <li><a class="row" href="\(PayoutPages.link(entry.id))"><span class="what"><strong>\(entry.id.id)</strong> \
      <span class="key">\(texts.payoutLines(entry.lines))</span></span>\(frame.time(entry.at))\
      \(if: !entry.fees.isZero, "<span class=\"key\">\(texts.fees) \(entry.fees.negated.display(frame.language))</span>")\
      <span class="sum">\(paid.display(frame.language))</span></a></li>
      """
  }

  private func row(_ report: ImportedReport) -> HTML {
    let period = report.period.map { "\(frame.localTime.text($0.lowerBound)) – \(frame.localTime.text($0.upperBound))" }
    return """
      <li class="row"><span class="what"><strong>\(report.name)</strong> <span class="key">\(report.person)</span></span>\
      \(frame.time(report.importedAt))<span class="key">\(period ?? "–")</span>\
      <span>\(lines(of: report))</span></li>
      """
  }

  private func lines(of report: ImportedReport) -> String {
    "\(texts.payoutLines(report.lines)) · \(texts.newLines(report.newLines))"
  }
}
