import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb

/// The page of one checkout: the next step, money, order, buyer, webhooks, timeline.
struct CheckoutDetail {
  let frame: OperatorPage
  let provider: String
  let file: CheckoutFile
  let timeline: TimelinePage
  let deliveries: [WebhookDelivery]
  /// Those that are set up.
  let endpoints: Set<WebhookEndpointID>
  /// True if answers to disputes can be sent to the provider.
  let answersDisputes: Bool
  let key: String
  let now: Moment

  var checkout: Checkout { file.checkout }

  private var texts: Texts<OperatorTexts> { frame.texts }

  var page: Page {
    frame.page(
      "\(texts.order) \(file.order.number)", mode: checkout.mode, live: .checkout(checkout.id),
      """
      \(ActNotice(detail: self).html)\(step)\
      <div class="twin"><div>\(DecisionPanel(detail: self).html)\(MoneyPanel(detail: self).html)\(DisputePanel(detail: self).html)\(webhooks)</div>\
      <div>\(orderPanel)\(buyer)\(facts)</div>\
      <div>\(TimelinePanel(frame: frame, checkout: checkout.id, timeline: timeline).html)</div></div>
      """)
  }

  private var step: HTML {
    let held = checkout.held(for: file.order)
    let panel: HTML? =
      if case .held(let reason) = checkout.phase, let held {
        HeldPanel(frame: frame, reason: reason, held: held, reported: checkout.amountMismatch?.reported).html
      } else { nil }
    let outstanding = file.outstanding.map { stored -> HTML in
      let failed = stored.attempts > 0 ? " (\(texts.failedAttempts(stored.attempts)))" : ""
      return "<li><code lang=\"en\">\(stored.command.kind.name)</code>\(failed)</li>"
    }
    let list: HTML = "<h3>\(texts.outstanding)</h3><ul>\(outstanding)</ul>"
    return frame.panel(
      "step", texts.nextStepTitle,
      beside: "<span>\(frame.chip(checkout.phase.name, decline)) \(frame.disputeBadge(checkout.payment))</span>",
      "\(nextStep(held))\(panel)\(if: !outstanding.isEmpty, list)")
  }

  /// The sentence, which says what became of money that was to go back.
  private func nextStep(_ held: HeldBody?) -> HTML {
    let sentence = moneyStep(held) ?? texts.nextStep(checkout.phase.name)
    switch checkout.moneyReturn {
    case .released(let money): return "<p>\(texts.returnReleased(money.display(frame.language)))</p>"
    case .done(let money): return "<p>\(texts.returnDone(money.display(frame.language)))</p>"
    case .underWay(let money): return "<p>\(sentence)</p><p>\(texts.returnUnderWay(money.display(frame.language)))</p>"
    case .failed(let money):
      return "<p>\(sentence)</p>\(Notice(.error, texts.returnFailed(money.display(frame.language))).html)"
    case nil: return "<p>\(sentence)</p>"
    }
  }

  /// The sentence if it depends on the money.
  private func moneyStep(_ held: HeldBody?) -> String? {
    if let held {
      guard held.isCaptured else { return nil }
      let captured = held.seen?.captured?.display(frame.language) ?? held.seen?.unreadable
      return captured.map { "\(texts.stepHeldCaptured($0)) \(texts.nextStep(.held))" }
    }
    guard checkout.phase == .paid, let payment = checkout.payment else { return nil }
    if payment.disputes.contains(where: { $0.state == .needsResponse }) {
      return payment.respondBy.map { texts.stepRespondBy(frame.localTime.text($0)) } ?? texts.stepRespond
    }
    if payment.hasOpenDispute { return texts.stepUnderReview }
    if payment.lost.isPositive { return texts.stepLost(payment.lost.display(frame.language)) }
    let isRefunded = payment.captured.isPositive && payment.refunded.minorUnits >= payment.captured.minorUnits
    if payment.capturable.isPositive { return texts.stepCapture }
    return isRefunded ? texts.stepRefunded : nil
  }

  private var decline: String? {
    if case .declined(let reason) = checkout.phase { texts.failure(reason.rawValue) } else { nil }
  }

  // MARK: Order

  private var orderPanel: HTML {
    let summary = OrderSummary(content: checkout.content, language: frame.language)
    let totals = file.roundTrips.isLocked ? nil : checkout.quote.map(summary.totals)
    return frame.panel("order", texts.order, "\(summary.lines)\(totals)\(uncertainDelivery)\(paidElsewhere)")
  }

  private var uncertainDelivery: HTML {
    guard !file.roundTrips.isLocked, checkout.isDeliveryUncertain else { return .empty }
    return Notice(.warning, texts.uncertainDelivery).html
  }

  private var paidElsewhere: HTML {
    guard let other = file.order.paidBy, other != checkout.id else { return .empty }
    return """
      <p>\(texts.otherAttempts) <a class="id" href="\("/checkouts/\(other.text)" as Link)">\(other.text)</a></p>
      """
  }

  // MARK: Buyer

  private var buyer: HTML {
    let action: HTML =
      frame.reader.mayAct && checkout.phase.isFinal && file.hasErasable
      ? OperatorAction.forget.link(checkout.id).button(texts.forget, .quiet) : .empty
    let orders: HTML =
      #"<p class="links"><a href="\#("/checkouts/\(checkout.id.text)/buyer" as Link)">\#(texts.ordersOfBuyer)</a></p>"#
    return frame.panel(
      "buyer", texts.buyer, beside: action, "\(buyerFacts)\(if: file.shownAddress != nil, orders)")
  }

  private var buyerFacts: HTML {
    guard file.hasBuyer else {
      return "<p>\(timeline.erasedAt.map { texts.erasedBuyer(frame.localTime.text($0)) } ?? texts.noBuyer)</p>"
    }
    guard !file.roundTrips.isLocked else { return "<p>\(texts.lockedBuyer)</p>" }
    let details = file.shownDetails
    let stated = file.buyerFacts
    let address = details?.shippingAddress?.writtenLines ?? []
    return Facts(frame)
      .adding(\.buyerName, details?.buyer?.name ?? file.statedName)
      .adding(\.email, details?.buyer?.email ?? stated?.email)
      .adding(\.phone, details?.buyer?.phone ?? stated?.mobile)
      .adding(\.address, html: address.isEmpty ? nil : AddressBlock(address).html)
      .adding(\.method, details?.paymentDescriptor)
      .html
  }

  // MARK: Facts

  private var facts: HTML {
    let id = { (text: String?) -> HTML? in text.map { "<span class=\"id\">\($0)</span>" } }
    return frame.panel(
      "facts", texts.details,
      Facts(frame)
        .adding(\.checkoutID, html: id(checkout.id.text))
        .adding(\.orderReference, html: id(file.order.reference))
        .adding(\.orderNumber, html: id(file.order.number))
        .adding(\.shop, checkout.shop.text)
        .adding(\.provider, provider)
        .adding(\.account, checkout.account.text)
        .adding(\.session, html: id(checkout.session))
        .adding(\.paymentReference, html: id(checkout.payment?.reference))
        .adding(\.kind, checkout.kind == .app ? texts.kindApp : texts.kindBrowser)
        .adding(\.capturePolicy, checkout.capture == .automatic ? texts.captureAutomatic : texts.captureManual)
        .adding(\.created, html: frame.time(checkout.createdAt))
        .adding(\.expires, html: frame.time(checkout.expiresAt))
        .html)
  }

  private var webhooks: HTML {
    let rows = deliveries.map { delivery -> HTML in
      let isSetUp = endpoints.contains(delivery.id.endpoint)
      return WebhookRow(frame: frame, delivery: delivery, isSetUp: isSetUp, showsCheckout: false, key: key).html
    }
    return frame.panel("webhooks", texts.webhooks, frame.rows(rows, otherwise: texts.noWebhooks))
  }
}

/// A list of facts with their names. Missing ones are left out.
struct Facts {
  private let frame: OperatorPage
  private var entries: [HTML] = []

  init(_ frame: OperatorPage) { self.frame = frame }

  func adding(_ name: KeyPath<OperatorTexts, String>, _ value: String?) -> Facts {
    adding(name, html: value.map { "\($0)" })
  }

  func adding(_ name: KeyPath<OperatorTexts, String>, html value: HTML?) -> Facts {
    guard let value else { return self }
    var facts = self
    facts.entries.append(#"<div class="fact"><dt>\#(frame.texts[dynamicMember: name])</dt><dd>\#(value)</dd></div>"#)
    return facts
  }

  var html: HTML { #"<dl class="facts across">\#(entries)</dl>"# }
}

/// A page of a timeline.
struct TimelinePage: Sendable {
  private static let size = 500

  private(set) var records: [LogRecord] = []
  /// The pages before and after this one begin after these positions; nil if there is no such page.
  private(set) var earlier: Int64?
  private(set) var later: Int64?
  /// The moment when the buyer was erased, whatever the page.
  private(set) var erasedAt: Moment?
  /// The operators' acts, whatever the page.
  private(set) var acts: [(words: String, by: String, changes: Int)] = []
  /// The number of movements of money and changes of the phase, whatever the page. An act has the number before it.
  private(set) var changes = 0

  /// - Parameter position: The page begins after this position; nil for the latest page.
  init(_ service: any CheckoutService, _ id: CheckoutID, after position: Int64?) async throws {
    var starts: [Int64] = []
    var shown = 0
    var next: Int64? = 0
    var phase: String?
    while let start = next {
      let page = try await service.log(id, after: start, limit: Self.size)
      guard let last = page.last else { break }
      if start <= position ?? .max { (records, shown) = (page, starts.count) }
      starts.append(start)
      erasedAt = page.last { $0.entry.isBuyerForgotten }?.entry.at ?? erasedAt
      for record in page {
        switch record.entry.what {
        case .action(let words, let person): acts.append((words, person, changes))
        case .money: changes += 1
        case .event(_, let now):
          if phase != nil, phase != now { changes += 1 }
          phase = now
        case .call, .webhook, .remark, .misconfigured: break
        }
      }
      next = page.count < Self.size ? nil : last.position
    }
    earlier = shown > 0 ? starts[shown - 1] : nil
    later = shown + 1 < starts.count ? starts[shown + 1] : nil
  }
}

/// The timeline of a checkout: the entries that decide something, and with one press all. Its words are those of the API and the
/// tool, in English, so that a search for them finds the same everywhere. Phases, results and acts are also in the reader's language.
struct TimelinePanel {
  let frame: OperatorPage
  let checkout: CheckoutID
  let timeline: TimelinePage

  var html: HTML {
    let others: HTML =
      #"<p class="links">\#(link(timeline.earlier, frame.texts.earlierEntries))\#(link(timeline.later, frame.texts.laterEntries))</p>"#
    let hasOthers = timeline.earlier != nil || timeline.later != nil
    let fold: HTML = #"<details class="all"><summary>\#(frame.texts.allEntries)</summary></details>"#
    let deciding = deciding
    let rows = zip(timeline.records, deciding).map { row($0.entry, isDeciding: $1) }
    return frame.panel(
      "timeline", frame.texts.timeline,
      """
      <p class="small lead">\(frame.texts.timelineUTC)</p>\(if: deciding.contains(false), fold)\
      <ol class="timeline">\(rows)</ol>\(if: hasOthers, others)
      """)
  }

  /// Of each entry: true if it is shown at once.
  private var deciding: [Bool] {
    var phase: String?
    return timeline.records.map { record in
      defer { if case .event(_, let now) = record.entry.what { phase = now } }
      return record.entry.isDeciding(after: phase)
    }
  }

  private func link(_ start: Int64?, _ name: String) -> HTML? {
    start.map { start in
      let link = Link("/checkouts/\(checkout.text)", query: [("after", String(start))])
      return #"<a href="\#(link)">\#(name)</a>"#
    }
  }

  private func row(_ entry: LogEntry, isDeciding: Bool) -> HTML {
    let body = TimelineEntryBody(entry)
    let kind: HTML =
      switch entry.what {
      case .event: "event"
      case .call, .webhook: "call"
      case .money: "money"
      case .action: "action"
      case .remark, .misconfigured: "remark"
      }
    return
      #"<li class="\#(kind)\#(if: !isDeciding, " routine")">\#(frame.time(entry.at))<span>\#(what(body))</span>\#(result(body))</li>"#
  }

  private func what(_ entry: TimelineEntryBody) -> HTML {
    let words: HTML = #"<span lang="en">\#(entry.kind == "webhook" ? "webhook \(entry.text)" : entry.text)</span>"#
    let act = entry.by.flatMap { _ in OperatorAction(rawValue: String(entry.text.prefix { $0 != " " })) }
    let name = frame.language == .english ? nil : act.map { "\($0.name(frame.texts)): " as HTML }
    return entry.by.map { "\(name)\(words) \(frame.texts.by($0))" } ?? words
  }

  private func result(_ entry: TimelineEntryBody) -> HTML {
    let parts = [
      entry.phase.map { "→ \(PhaseName(rawValue: $0).text(frame.texts))" }, entry.endpoint,
      entry.kind == "webhook" ? entry.result.map { frame.words(for: $0) } : nil, entry.amount?.display(frame.language),
    ].compactMap(\.self)
    let call = entry.kind == "call" ? entry.result.map { "<span lang=\"en\">\($0)</span> " as HTML } : nil
    let time = entry.milliseconds.map { "\($0) ms" }
    let words = (parts + [time].compactMap(\.self)).joined(separator: " · ")
    return words.isEmpty ? .empty : #"<span class="result">\#(call)\#(words)</span>"#
  }
}
