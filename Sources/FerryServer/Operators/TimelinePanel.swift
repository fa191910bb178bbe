import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb

/// A page of a timeline.
struct TimelinePage: Sendable {
  private static let size = 500

  private(set) var records: [LogRecord] = []
  /// The pages before and after this one begin after these positions; nil if there is no such page.
  private(set) var earlier: Int64?
  private(set) var later: Int64?
  /// The moment when the buyer was erased, whatever the page.
  private(set) var erasedAt: Moment?

  /// - Parameter position: The page begins after this position; nil for the latest page.
  init(_ service: any CheckoutService, _ id: CheckoutID, after position: Int64?) async throws {
    var starts: [Int64] = []
    var shown = 0
    var next: Int64? = 0
    while let start = next {
      let page = try await service.log(id, after: start, limit: Self.size)
      guard let last = page.last else { break }
      if start <= position ?? .max { (records, shown) = (page, starts.count) }
      starts.append(start)
      erasedAt = page.last { $0.entry.isBuyerForgotten }?.entry.at ?? erasedAt
      next = page.count < Self.size ? nil : last.position
    }
    earlier = shown > 0 ? starts[shown - 1] : nil
    later = shown + 1 < starts.count ? starts[shown + 1] : nil
  }
}

/// The timeline of a checkout. Its words are those of the API and the tool, in English, so that a search for them finds the
/// same everywhere.
struct TimelinePanel {
  let frame: OperatorPage
  let checkout: CheckoutID
  let timeline: TimelinePage

  var html: HTML {
    let others: HTML =
      #"<p class="links">\#(link(timeline.earlier, frame.texts.earlierEntries))\#(link(timeline.later, frame.texts.laterEntries))</p>"#
    let hasOthers = timeline.earlier != nil || timeline.later != nil
    return frame.panel(
      "timeline", frame.texts.timeline,
      """
      <p class="small lead">\(frame.texts.timelineUTC)</p><ol class="timeline">\(timeline.records.map { row($0.entry) })</ol>\(if: hasOthers, others)
      """)
  }

  private func link(_ start: Int64?, _ name: String) -> HTML? {
    start.map { start in
      let link = Link("/checkouts/\(checkout.text)", query: [("after", String(start))])
      return #"<a href="\#(link)">\#(name)</a>"#
    }
  }

  private func row(_ entry: LogEntry) -> HTML {
    let body = TimelineEntryBody(entry)
    let kind: HTML =
      switch entry.what {
      case .event: "event"
      case .call, .webhook: "call"
      case .money: "money"
      case .action: "action"
      case .remark, .misconfigured: "remark"
      }
    return #"<li class="\#(kind)">\#(frame.time(entry.at))<span>\#(what(body))</span>\#(result(body))</li>"#
  }

  private func what(_ entry: TimelineEntryBody) -> HTML {
    let words: HTML = #"<span lang="en">\#(entry.kind == "webhook" ? "webhook \(entry.text)" : entry.text)</span>"#
    return entry.by.map { "\(words) \(frame.texts.by($0))" } ?? words
  }

  private func result(_ entry: TimelineEntryBody) -> HTML {
    let parts = [
      entry.phase.map { "→ \($0)" }, entry.endpoint, entry.result, entry.milliseconds.map { "\($0) ms" },
      entry.amount?.display(frame.language),
    ].compactMap(\.self)
    return parts.isEmpty ? .empty : #"<span class="result" lang="en">\#(parts.joined(separator: " · "))</span>"#
  }
}
