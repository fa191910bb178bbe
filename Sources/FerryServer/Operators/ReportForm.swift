public import FerryCheckout
public import FerryCore
public import FerryEngine
public import FerryModule
import FerryWeb
import HTTPTypes
import Hummingbird

extension NewReport {
  /// Reads a file for an account's books.
  /// - Throws: `CSVProblem`.
  public init(
    _ file: ReportFile, _ source: any SettlementReports, of account: ProviderAccountID, at now: Moment,
    by person: String
  ) throws(CSVProblem) {
    self.init(
      account: account, digest: file.digest, name: file.name, report: try source.reading(file), importedAt: now,
      person: person)
  }
}

/// The form that imports a settlement report.
struct ReportForm {
  /// The largest report in bytes. The tool imports larger ones.
  static let largest = 32 << 20

  let frame: OperatorPage
  let account: ProviderAccountID

  var html: HTML {
    """
    <form class="panel entries" method="post" enctype="multipart/form-data" action="\(PayoutPages.link(account, "/payouts/import"))">\
    \(frame.csrf)<div class="entry long"><label for="report">\(frame.texts.reportFile)</label>\
    <input id="report" name="report" type="file" required></div>\
    <p class="small lead">\(frame.texts.reportMeans)</p><div>\(Button(frame.texts.importReport).html)</div></form>
    """
  }
}

extension PayoutPages {
  func importReport(_ request: Request, _ context: ClientContext) async throws -> Response {
    let (reader, form) = try await site.gate.acting(request, limit: ReportForm.largest)
    let provider = try provider(request, reader)
    let back = Self.link(provider.id)
    guard let source = provider.reports, let file = form.files["report"], !file.name.isEmpty else {
      return site.refusal(reader, backTo: back) { ($0.importReport, $0.reportMissing) }.response
    }
    let service = site.server.service
    let new: NewReport
    do {
      new = try NewReport(
        ReportFile(name: file.name, bytes: file.content), source, of: provider.id, at: service.time.now,
        by: reader.person.name)
    } catch {
      let place = error.field.map { "\(error.line) · \($0)" } ?? "\(error.line)"
      return site.refusal(reader, backTo: back, detail: #"<p lang="en">\#(error.reason)</p>"#) {
        ($0.importReport, $0.reportUnreadable(place))
      }.response
    }
    guard case .imported = try await service.settlements.keep(new) else {
      return site.refusal(reader, backTo: back) { ($0.importReport, $0.reportKnown) }.response
    }
    let person = site.acting(reader, request, context)
    try await service.journal.note(
      JournalEntry(
        at: new.importedAt, by: person.name, "import a report of \(provider.id)", from: person.address))
    return .seeOther(Self.link(provider.id, "/payouts", [(Act.field, "report")]))
  }
}
