import FerryCheckout
import FerryCore
import FerryWeb

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

  /// The amounts of the books that differ.
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
      "\(time(report.since)) – \(time(report.until))",
      report.shop.map(frame.texts.onlyShop) ?? frame.texts.allShops,
      "\(frame.texts.comparedAt) \(time(report.comparedAt))" + (age.map { " (\($0))" } ?? ""),
    ]
  }

  private func time(_ text: String) -> String { Moment(iso8601: text).map { TimeText($0).text } ?? text }
}
