import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb
import HTTPTypes
import Hummingbird

/// The acts of operators, over all payments.
struct JournalPages: Sendable {
  private static let size = 100
  private static let csvSize = 500

  let site: OperationsPage
  private var service: any CheckoutService { site.server.service }

  func add(to router: some RouterMethods<ClientContext>) {
    router.get("/journal") { request, _ in try await list(request) }
    router.get("/journal.csv") { try await export($0, $1) }
  }

  private func list(_ request: Request) async throws -> Page {
    let reader = try await site.gate.present(request)
    let query = try JournalQuery(try request.queryFields(), site.time)
    let found = try await service.journal.journal(query.filter(for: reader), limit: Self.size + 1)
    let records = Array(found.prefix(Self.size))
    let names = reader.person.shops == nil ? site.gate.access.names : [reader.person.name]
    return JournalPage(
      frame: site.page(reader, .journal), records: records,
      next: found.count > records.count ? records.last?.position : nil,
      query: query, names: names, week: site.time.days(until: service.time.now, 7)[0]
    ).page
  }

  private func export(_ request: Request, _ context: ClientContext) async throws -> Response {
    let reader = try await site.gate.present(request)
    let filter = try JournalQuery(try request.queryFields(), site.time).filter(for: reader)
    let store = service.journal
    try await site.note("journal exported", by: site.acting(reader, request, context))
    return .csv("journal", ["at", "operator", "act", "checkout", "shop", "address"]) { last in
      var page = filter
      page.after = last ?? filter.after
      let records = try await store.journal(page, limit: Self.csvSize)
      let lines = records.map { record in
        let entry = record.entry
        return [
          entry.at.iso8601, entry.person, entry.act, entry.checkout?.text ?? "", entry.shop?.text ?? "",
          entry.address ?? "",
        ]
      }
      return (lines, records.count == Self.csvSize ? records.last?.position : nil)
    }
  }
}

extension OperationsPage {
  /// Keeps an act that changes no checkout. While the store takes no changes, operators can still look.
  func note(_ act: String, by person: ActingOperator) async throws {
    let entry = JournalEntry(at: server.service.time.now, by: person.name, act, from: person.address)
    do { try await server.service.journal.note(entry) } catch StoreError.unavailable {}
  }
}

extension OperatorAccess {
  /// The operators' names, in order.
  var names: [String] {
    switch self {
    case .keys(let keys): Set(keys.map(\.person.name)).sorted()
    case .identityProxy(let proxy): Set(proxy.operators.values.map(\.name)).sorted()
    }
  }
}

/// The filter of the journal, as its address has it.
private struct JournalQuery: Sendable {
  let written: WrittenFields
  private let filter: JournalFilter

  init(_ fields: Fields, _ time: LocalTime) throws(Problem) {
    var written = WrittenFields(fields)
    filter = JournalFilter(
      person: try written.value("operator") { PlainText.isPlain($0, most: 64) ? $0 : nil },
      from: try written.value("from") { time.day($0)?.lowerBound },
      before: try written.value("until") { time.day($0)?.upperBound },
      after: try written.place("after") { ListQuery.number($0).map(Int64.init) })
    self.written = written
  }

  func filter(for reader: PresentOperator) -> JournalFilter {
    var filter = filter
    filter.shops = reader.person.shops
    return filter
  }

  func link(_ path: Link = "/journal", after position: Int64? = nil) -> Link {
    written.link(path, after: position.map { String($0) })
  }
}

private struct JournalPage {
  let frame: OperatorPage
  let records: [JournalRecord]
  let next: Int64?
  let query: JournalQuery
  let names: [String]
  /// The first day of the last seven.
  let week: Range<Moment>

  var page: Page {
    let texts = frame.texts
    return frame.page(
      texts.journal,
      """
      <p>\(texts.journalMeans)</p><p class="links">\(texts.lastSevenDays): \(names.map(lastWeek))</p>\
      <details class="panel"\(if: !query.written.all.isEmpty, " open")><summary>\(texts.filter)</summary>\
      <form class="filters" action="\("/journal" as Link)" aria-label="\(texts.filter)">\
      \(entry("operator", texts.operatorName, "text"))\(entry("from", texts.from, "date"))\(entry("until", texts.until, "date"))\
      \(Button(texts.show, .secondary).html)</form></details>\
      \(frame.rows(records.map(row), otherwise: texts.noActs))\
      <p class="links">\(next.map { "<a href=\"\(query.link(after: $0))\">\(texts.nextPage)</a>" as HTML })\
      <a href="\(query.link("/journal.csv"))" download>\(texts.export)</a></p>
      """)
  }

  private func lastWeek(_ name: String) -> HTML {
    let link = Link("/journal", query: [("operator", name), ("from", frame.localTime.day(week.lowerBound))])
    return #"<a href="\#(link)"\#(if: query.written["operator"] == name, " aria-current=\"true\"")>\#(name)</a>"#
  }

  private func entry(_ name: String, _ label: String, _ type: String) -> HTML {
    """
    <div class="entry"><label for="\(name)">\(label)</label>\
    <input id="\(name)" name="\(name)" type="\(type)" maxlength="64" value="\(query.written[name] ?? "")"></div>
    """
  }

  /// The acts are those of the timeline, in its words.
  private func row(_ record: JournalRecord) -> HTML {
    let entry = record.entry
    let checkout = entry.checkout.map { id -> HTML in
      #"<a class="id" href="\#("/checkouts/\(id.text)" as Link)">\#(id.text)</a>"#
    }
    return """
      <li class="row">\(frame.time(entry.at))<strong>\(entry.person)</strong><span class="what" lang="en">\(entry.act)</span>\
      \(checkout)\(entry.address.map { "<span class=\"key\">\($0)</span>" as HTML })</li>
      """
  }
}
