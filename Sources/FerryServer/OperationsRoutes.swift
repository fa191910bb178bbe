import CoreMetrics
import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb
import HTTPTypes
import Hummingbird

/// The routes for the people and programs that operate the server: health, readiness, metrics.
struct OperationsRoutes: Sendable {
  private struct Health: Encodable {
    let status: String
  }

  let server: CheckoutServer

  func add(to router: some RouterMethods<some RemoteAddressRequestContext>) {
    router.get("/health") { _, _ in try alive() }
    router.get("/ready") { _, _ in try await ready() }
    guard let metrics = server.metrics else { return }
    router.group(checking: { request, context in
      try requireMetricsReader(request.headers, isOfThisMachine: context.remoteAddress?.isOfThisMachine ?? false)
    })
    .get("/metrics") { _, _ in
      Response("text/plain; version=0.0.4; charset=utf-8", (metrics.text + (await backlog())).utf8)
    }
  }

  /// `/metrics` tell how much a shop sells: they are for the holder of the key, or without a key for this machine.
  /// - Throws: `ProblemResponse` 401 without the key. If no key is set, `Problem` 404 for other machines, as for an unknown
  ///   address.
  private func requireMetricsReader(_ headers: HTTPFields, isOfThisMachine: Bool) throws {
    if let key = server.configuration.metricsKey {
      guard let presented = headers.bearer, SecretKeyDigest(of: presented) == key else {
        throw ProblemResponse.unauthorized("Send the key of the metrics: \"Authorization: Bearer\" and the key.")
      }
    } else if !isOfThisMachine || headers.cameThroughProxy {
      throw Problem.nothingHere
    }
  }

  /// Gauges of the present state. Empty if the store does not answer; `/ready` reports that.
  private func backlog() async -> String {
    guard let backlogs = try? await server.service.backlog() else { return "" }
    let now = server.service.time.now
    let gauges = PrometheusMetrics()
    func show(_ name: String, _ value: Double, _ labels: [(String, String)]) {
      gauges.makeRecorder(label: name, dimensions: labels, aggregate: false).record(value)
    }
    func labels(_ account: ProviderAccountID) -> [(String, String)] {
      [("provider", account.provider.text), ("account", account.account.text), ("mode", account.mode.rawValue)]
    }
    for backlog in backlogs {
      let labels = labels(backlog.account)
      show("ferry_held_checkouts", Double(backlog.held), labels)
      show("ferry_overdue_checkouts", Double(backlog.overdue), labels)
      show("ferry_outstanding_commands", Double(backlog.commands), labels)
      show("ferry_oldest_command_seconds", Self.age(backlog.oldest, at: now), labels)
      show("ferry_overdue_command_seconds", Self.age(backlog.firstDue, at: now), labels)
      show("ferry_notifications_unmatched", Double(backlog.unmatched), labels)
      show("ferry_notifications_expired", Double(backlog.expired), labels)
    }
    if let disputes = try? await openDisputes() {
      let soon = now + Self.notice
      for account in Set(backlogs.map(\.account)).union(disputes.keys) {
        let disputes = disputes[account] ?? []
        let due = disputes.count { $0.state == .needsResponse && $0.respondBy.map { $0 <= soon } ?? true }
        show("ferry_open_disputes", Double(disputes.count), labels(account))
        show("ferry_disputes_due", Double(due), labels(account))
      }
    }
    for backlog in (try? await server.service.webhookBacklog()) ?? [] {
      let labels = [("endpoint", backlog.endpoint.text)]
      show("ferry_webhooks_waiting", Double(backlog.waiting), labels)
      show("ferry_webhooks_parked", Double(backlog.parked), labels)
      show("ferry_oldest_webhook_seconds", Self.age(backlog.oldest, at: now), labels)
    }
    return gauges.text
  }

  /// A dispute counts as due from this time before its deadline on.
  private static let notice = Duration.seconds(48 * 3600)

  /// The open disputes of each account that has any. There are few: lists have them in a group of their own.
  private func openDisputes() async throws -> [ProviderAccountID: [Dispute]] {
    let pageSize = 200
    var filter = CheckoutFilter(payment: .disputed)
    var found: [ProviderAccountID: [Dispute]] = [:]
    while true {
      let files = try await server.service.checkouts(filter, limit: pageSize)
      for checkout in files.map(\.checkout) {
        found[checkout.accountID, default: []] += (checkout.payment?.disputes ?? []).filter(\.state.isOpen)
      }
      guard files.count == pageSize, let last = files.last else { return found }
      filter.after = CheckoutPlace(last.checkout)
    }
  }

  /// In seconds; 0 for nil.
  private static func age(_ moment: Moment?, at now: Moment) -> Double {
    moment.map { max(0, Double(now.since($0).wholeMilliseconds) / 1000) } ?? 0
  }

  private func alive() throws -> Response { try .json(.ok, Health(status: "alive")) }

  /// Ready if the store answers, and there is room for its files and for more connections.
  private func ready() async throws -> Response {
    do {
      try await server.service.requireStore()
    } catch {
      throw Self.notReady("The store does not answer.")
    }
    guard server.hasRoom else { throw Self.notReady("The disk is nearly full.") }
    guard !server.freeDescriptors.areFew else {
      throw Self.notReady("The process has nearly reached its limit of open files and connections.")
    }
    return try .json(.ok, Health(status: "ready"))
  }

  private static func notReady(_ detail: String) -> ProblemResponse {
    ProblemResponse(Problem(.unavailable, detail), retryAfter: .seconds(10))
  }
}

extension HTTPFields {
  /// True for requests through a proxy, which may be on this machine (RFC 7239, and the older fields).
  fileprivate var cameThroughProxy: Bool {
    contains { field in
      let name = field.name.canonicalName
      return ["forwarded", "via", "x-real-ip"].contains(name) || name.hasPrefix("x-forwarded-")
    }
  }
}
