import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb
import Hummingbird

/// The first page: what a person has to do.
struct OverviewRoute: Sendable {
  let site: OperationsPage
  private var service: any CheckoutService { site.server.service }

  func add(to router: some RouterMethods<ClientContext>) {
    router.get("/") { try await show($0, $1) }
  }

  private func show(_ request: Request, _ context: ClientContext) async throws -> Response {
    let frame = site.page(try site.gate.present(request), .overview)
    let page = OverviewPage(
      frame: frame, backlog: try await service.backlog(), webhooks: try await service.webhookBacklog(),
      now: service.time.now)
    return try page.page.response(from: request, context: context)
  }
}

private struct OverviewPage {
  let frame: OperatorPage
  let backlog: [Backlog]
  let webhooks: [WebhookBacklog]
  let now: Moment

  var page: Page {
    frame.page(
      frame.text(.overview), isLive: true,
      """
      <section id="todo" data-live><h2>\(frame.text(.toDo))</h2><div class="numbers">\(boxes)</div></section>
      """)
  }

  private var boxes: [HTML] {
    let oldest = webhooks.compactMap(\.oldest).min().map { max(0, now.since($0).wholeMilliseconds / 1000) }
    return [
      box(backlog.map(\.held), .heldCount, "/checkouts?state=held"),
      box(backlog.map(\.overdue), .overdueCount, "/checkouts?state=overdue"),
      box(webhooks.map(\.parked), .parkedCount, "/webhooks?state=parked"),
      box(
        oldest.map { frame.text(.seconds($0)) } ?? "–", .oldestWebhook, "/webhooks?state=waiting",
        isAlarm: (oldest ?? 0) > 600),
      box(backlog.map(\.unmatched), .unmatched, "/"),
    ]
  }

  private func box(_ counts: [Int], _ name: OperatorText, _ link: Link) -> HTML {
    let sum = counts.reduce(0, +)
    return box(String(sum), name, link, isAlarm: sum > 0)
  }

  private func box(_ value: String, _ name: OperatorText, _ link: Link, isAlarm: Bool) -> HTML {
    """
    <a class="number-box\(if: isAlarm, " alarm")" href="\(link)"><strong>\(value)</strong> \(frame.text(name))</a>
    """
  }
}
