import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb
import HTTPTypes
import Hummingbird

/// The webhooks of all shops: how far each endpoint is behind, and the latest messages, which can be sent again.
struct WebhookPages: Sendable {
  let site: OperationsPage
  private var service: any CheckoutService { site.server.service }

  func add(to router: some RouterMethods<ClientContext>) {
    router.get("/webhooks") { request, _ in try await list(request) }
    router.post("/webhooks/send") { try await send($0, $1) }
    router.get("/webhooks/send-all") { request, _ in try await askToSendAll(request) }
    router.post("/webhooks/send-all") { try await sendAll($0, $1) }
  }

  private func list(_ request: Request) async throws -> Page {
    let reader = try await site.gate.present(request)
    let query = try request.queryFields()
    var filter = WebhookFilter()
    filter.shops = reader.person.shops
    if let text = query["state"], !text.isEmpty {
      guard let state = WebhookDelivery.State(rawValue: text) else { throw Problem.nothingHere }
      filter.state = state
    }
    if let name = query["endpoint"], (1...128).contains(name.utf8.count) { filter.endpoint = WebhookEndpointID(name) }
    let backlog = try await service.webhookBacklog().filter { site.sees($0.endpoint, reader.person) }
    if let text = query["after"] {
      guard let place = WebhookPlace(text: text) else { throw Problem.nothingHere }
      filter.after = place
    }
    // One more than is shown tells if there are others.
    let deliveries = try await service.deliveries(filter, limit: WebhookList.size + 1)
    return WebhookList(
      frame: site.page(reader, .webhooks), resent: try await resent(reader), backlog: backlog, deliveries: deliveries,
      filter: filter,
      known: site.server.configuration.webhooks, form: service.randomness.token()
    ).page
  }

  /// The message that the reader has just sent again.
  private func resent(_ reader: PresentOperator) async throws -> WebhookDelivery? {
    guard case .webhook(let id) = reader.done else { return nil }
    var filter = WebhookFilter(id.message)
    filter.endpoint = id.endpoint
    filter.shops = reader.person.shops
    return try await service.deliveries(filter, limit: 1).first
  }

  private func send(_ request: Request, _ context: ClientContext) async throws -> Response {
    let (reader, form) = try await site.gate.acting(request)
    let message = try form.required("message", as: WebhookMessageID.init(text:))
    let endpoint = WebhookEndpointID(try form.required("endpoint"))
    _ = try await site.file(message.checkout, for: reader)
    let back: Link = form["from"] == "checkout" ? "/checkouts/\(message.checkout.text)" : "/webhooks"
    let id = WebhookDelivery.ID(endpoint: endpoint, message: message)
    let isSent = try await site.sent.once(try form.required("key", as: Self.key)) {
      try await !service.sendAgain(message, to: endpoint, by: site.acting(reader, request, context)).isEmpty
    }
    guard isSent else { return site.refusal(reader, backTo: back) { ($0.sendAgain, $0.nothingSent) }.response }
    _ = try await service.wait(for: id, within: site.server.configuration.limits.wait)
    return .seeOther(Act.webhook(id).link(on: back))
  }

  /// Names the endpoint and the number of its messages, and asks to confirm.
  private func askToSendAll(_ request: Request) async throws -> Page {
    let reader = try await site.gate.present(request)
    try reader.requireToAct()
    let endpoint = try endpoint(try request.queryFields().required("endpoint"), for: reader)
    let parked = try await service.webhookBacklog().first { $0.endpoint == endpoint.id }?.parked ?? 0
    guard parked > 0 else { return nothingGivenUp(reader) }
    let frame = site.page(reader)
    return frame.page(
      frame.texts.sendAllAgain, mode: endpoint.mode, width: .narrow,
      """
      <section class="panel">\(Facts(frame).adding(\.endpoint, endpoint.id.text).adding(\.shop, endpoint.shop.text).html)</section>\
      <p>\(frame.texts.sendAllMeans(parked))</p><p class="lead small">\(frame.texts.writtenDown)</p>\
      <div class="actions"><form method="post" action="\("/webhooks/send-all" as Link)">\(frame.csrf)\
      <input type="hidden" name="key" value="\(service.randomness.token())">\
      <input type="hidden" name="endpoint" value="\(endpoint.id.text)">\
      \(Button(frame.texts.sendAllAgain).html)</form>\(("/webhooks" as Link).button(frame.texts.goBack, .secondary))</div>
      """)
  }

  private func sendAll(_ request: Request, _ context: ClientContext) async throws -> Response {
    let (reader, form) = try await site.gate.acting(request)
    let endpoint = try endpoint(try form.required("endpoint"), for: reader)
    let isSent = try await site.sent.once(try form.required("key", as: Self.key)) {
      let count = try await service.sendParkedAgain(
        to: endpoint.id, of: endpoint.shop, endpoint.mode, by: site.acting(reader, request, context))
      return count ?? 0 > 0
    }
    return isSent ? .seeOther(Act.webhooks(endpoint.id).link(on: "/webhooks")) : nothingGivenUp(reader).response
  }

  /// - Throws: `Problem` 404; also for an endpoint of a shop that the operator does not see.
  private func endpoint(_ name: String, for reader: PresentOperator) throws(Problem) -> WebhookEndpoint {
    guard let endpoint = site.server.configuration.webhooks.first(where: { $0.id.text == name }),
      reader.person.sees(endpoint.shop)
    else { throw Problem.nothingHere }
    return endpoint
  }

  private func nothingGivenUp(_ reader: PresentOperator) -> Page {
    site.refusal(reader, backTo: "/webhooks") { ($0.sendAllAgain, $0.nothingGivenUp) }
  }

  private static func key(_ text: String) -> String? { (1...256).contains(text.utf8.count) ? text : nil }
}

extension OperationsPage {
  /// True if the operator may see the endpoint. Nobody knows the shop of an endpoint that is not set up any more, so operators of
  /// some shops do not see it.
  func sees(_ endpoint: WebhookEndpointID, _ person: Operator) -> Bool {
    person.shops == nil || server.configuration.webhooks.contains { $0.id == endpoint && person.sees($0.shop) }
  }
}

private struct WebhookList {
  static let size = 100

  let frame: OperatorPage
  /// The message that was just sent again.
  let resent: WebhookDelivery?
  let backlog: [WebhookBacklog]
  /// At most one more than `size`.
  let deliveries: [WebhookDelivery]
  let filter: WebhookFilter
  let known: [WebhookEndpoint]
  let form: String

  var page: Page {
    let states = WebhookDelivery.State.allCases.map { state -> HTML in
      let link = Link("/webhooks", query: [("state", state.rawValue)])
      return """
        <a href="\(link)"\(if: filter.state == state, " aria-current=\"true\"")>\(WebhookRow.name(state, frame.texts))</a>
        """
    }
    let rows = deliveries.prefix(Self.size).map { delivery -> HTML in
      let isSetUp = known.contains { $0.id == delivery.id.endpoint }
      return WebhookRow(frame: frame, delivery: delivery, isSetUp: isSetUp, key: form).html
    }
    let fields = [("state", filter.state?.rawValue), ("endpoint", filter.endpoint?.text)]
      .compactMap { name, value in value.map { (name, $0) } }
    let first = Link("/webhooks", query: fields)
    let next = deliveries.count > rows.count ? deliveries.prefix(Self.size).last.map { WebhookPlace($0).text } : nil
    let pages: HTML = """
      <p class="links">\(if: filter.after != nil, "<a href=\"\(first)\">\(frame.texts.firstPage)</a>")\
      \(next.map { "<a href=\"\(Link("/webhooks", query: fields + [("after", $0)]))\">\(frame.texts.nextPage)</a>" as HTML })</p>
      """
    let messages: HTML = """
      <p class="links"><a href="\("/webhooks" as Link)">\(frame.texts.all)</a>\(states)</p>\
      \(frame.rows(rows, otherwise: frame.texts.noMessages))\(pages)
      """
    return frame.page(
      frame.texts.webhooks, live: .all,
      """
      \(frame.notice(resent))\(resentAll)\(frame.panel("endpoints", frame.texts.endpoints, frame.rows(backlog.map(row), otherwise: frame.texts.noEndpoints)))\
      \(frame.panel("messages", frame.texts.messages, messages))
      """)
  }

  /// The rest of the messages that were sent again together.
  private var resentAll: HTML {
    guard case .webhooks(let endpoint) = frame.reader.done,
      known.contains(where: { $0.id == endpoint && frame.reader.person.sees($0.shop) })
    else { return .empty }
    let left = backlog.first { $0.endpoint == endpoint && $0.waiting + $0.parked > 0 }
    let words =
      left.map { "\($0.waiting) \(frame.texts.waiting), \($0.parked) \(frame.texts.parked)" }
      ?? frame.texts.actAllDelivered
    return frame.notice(.info, "\(frame.texts.sendAllAgain) · \(endpoint)", words)
  }

  private func row(_ backlog: WebhookBacklog) -> HTML {
    let isKnown = known.contains { $0.id == backlog.endpoint }
    let action: HTML =
      frame.reader.mayAct && backlog.parked > 0 && isKnown
      ? Link("/webhooks/send-all", query: [("endpoint", backlog.endpoint.text)])
        .button(frame.texts.sendAllAgain, .secondary) : .empty
    let oldest = backlog.oldest.map { moment -> HTML in "\(frame.texts.oldest) \(frame.time(moment))" }
    return """
      <li class="row"><span class="what"><strong>\(backlog.endpoint.text)</strong></span>\
      <span>\(backlog.waiting) \(frame.texts.waiting)</span>\(oldest)\
      <span>\(backlog.parked) \(frame.texts.parked)</span>\(action)</li>
      """
  }
}

/// A message for one endpoint, and the button that sends it again.
struct WebhookRow {
  let frame: OperatorPage
  let delivery: WebhookDelivery
  /// True if the message's endpoint is set up.
  let isSetUp: Bool
  /// False on the page of its checkout.
  var showsCheckout = true
  let key: String

  static func name(_ state: WebhookDelivery.State, _ texts: Texts<OperatorTexts>) -> String {
    switch state {
    case .waiting: texts.waiting
    case .delivered: texts.delivered
    case .parked: texts.parked
    }
  }

  var html: HTML {
    let message = delivery.id.message
    let tone: StateChip.Tone =
      switch delivery.state {
      case .delivered: .good
      case .waiting: .open
      case .parked: .bad
      }
    let checkout: HTML? =
      showsCheckout
      ? #"<a class="id" href="\#("/checkouts/\(message.checkout.text)" as Link)">\#(message.checkout.text)</a>"# : nil
    let next = delivery.dueAt.map { moment -> HTML in "· \(frame.texts.nextAttempt) \(frame.time(moment))" }
    let result = delivery.lastResult.map { "· \(frame.words(for: $0))" }
    return """
      <li class="row"><span class="what"><strong lang="en">\(delivery.body.type.rawValue)</strong> \(checkout)</span>\
      <span class="key">\(delivery.id.endpoint.text)</span>\(StateChip(tone, Self.name(delivery.state, frame.texts)).html)\
      \(frame.time(delivery.createdAt))\(button)\
      <span class="why">\(frame.texts.attempts(delivery.attempts)) \(result ?? "") \(next)</span></li>
      """
  }

  private var button: HTML {
    guard frame.reader.mayAct, isSetUp else { return .empty }
    let message = delivery.id.message.text
    let endpoint = delivery.id.endpoint.text
    return """
      <form method="post" action="\("/webhooks/send" as Link)">\(frame.csrf)\
      <input type="hidden" name="key" value="\(key)-\(message)-\(endpoint)">\
      <input type="hidden" name="message" value="\(message)"><input type="hidden" name="endpoint" value="\(endpoint)">\
      \(if: !showsCheckout, "<input type=\"hidden\" name=\"from\" value=\"checkout\">")\
      \(Button(frame.texts.sendAgain, .quiet).html)</form>
      """
  }
}
