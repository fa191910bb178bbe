import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb

/// The timeline of a checkout. Its words are those of the API and the tool, in English, so that a search for them finds the
/// same everywhere.
struct TimelinePanel {
  let frame: OperatorPage
  let checkout: CheckoutID
  let records: [LogRecord]
  let isComplete: Bool

  var html: HTML {
    let later: HTML? =
      isComplete
      ? nil
      : records.last.map { last in
        let link = Link("/checkouts/\(checkout.text)", query: [("after", String(last.position))])
        return #"<p class="links"><a href="\#(link)">\#(frame.text(.laterEntries))</a></p>"#
      }
    return """
      <section class="panel" id="timeline" data-live><h2>\(frame.text(.timeline))</h2>\
      <p class="small lead">\(frame.text(.timelineUTC))</p><ol class="timeline">\(records.map { row($0.entry) })</ol>\(later)</section>
      """
  }

  private func row(_ entry: LogEntry) -> HTML {
    let body = TimelineEntryBody(entry)
    let kind: HTML =
      switch entry.what {
      case .event: "event"
      case .call: "call"
      case .webhook: "call"
      case .money: "money"
      case .action: "action"
      case .remark: "remark"
      }
    return #"<li class="\#(kind)">\#(frame.time(entry.at))<span>\#(what(body))</span>\#(result(body))</li>"#
  }

  private func what(_ entry: TimelineEntryBody) -> HTML {
    let words: HTML = #"<span lang="en">\#(entry.kind == "webhook" ? "webhook \(entry.text)" : entry.text)</span>"#
    return entry.by.map { "\(words) \(frame.text(.by($0)))" } ?? words
  }

  private func result(_ entry: TimelineEntryBody) -> HTML {
    let parts = [
      entry.phase.map { "→ \($0)" }, entry.endpoint, entry.result, entry.milliseconds.map { "\($0) ms" },
      entry.amount?.display(frame.language),
    ].compactMap(\.self)
    return parts.isEmpty ? .empty : #"<span class="result" lang="en">\#(parts.joined(separator: " · "))</span>"#
  }
}
