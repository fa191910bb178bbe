import CoreMetrics
import FerryCheckout
import FerryCore
import FerryEngine
import FerryWeb
import HTTPTypes
import Hummingbird

/// What those who run the server ask: whether it lives, whether it can take work, and what it has done.
struct OperationsRoutes: Sendable {
  private struct Health: Encodable {
    let status: String
  }

  let server: CheckoutServer

  func add(to router: some RouterMethods<some RemoteAddressRequestContext>) {
    router.get("/health") { _, _ in try alive() }
    router.get("/ready") { _, _ in try await ready() }
    guard let metrics = server.metrics else { return }
    let readers = MetricsReaders(key: server.configuration.metricsKey)
    router.get("/metrics") { request, context in
      try readers.require(request.headers, isOfThisMachine: context.remoteAddress?.isOfThisMachine ?? false)
      return Response(
        status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: metrics.text + (await backlog()))))
    }
  }

  /// How things stand now; nothing where the store does not answer, which `/ready` tells.
  private func backlog() async -> String {
    guard let backlogs = try? await server.service.backlog() else { return "" }
    let now = server.service.time.now
    let gauges = PrometheusMetrics()
    for backlog in backlogs {
      let labels = [
        ("provider", backlog.account.provider.text), ("account", backlog.account.account.text),
        ("mode", backlog.account.mode.rawValue),
      ]
      func show(_ name: String, _ value: Double) {
        gauges.makeRecorder(label: name, dimensions: labels, aggregate: false).record(value)
      }
      show("ferry_held_checkouts", Double(backlog.held))
      show("ferry_overdue_checkouts", Double(backlog.overdue))
      show("ferry_outstanding_commands", Double(backlog.commands))
      show("ferry_oldest_command_seconds", Self.age(backlog.oldest, at: now))
      show("ferry_overdue_command_seconds", Self.age(backlog.firstDue, at: now))
      show("ferry_notifications_unmatched", Double(backlog.unmatched))
      show("ferry_notifications_expired", Double(backlog.expired))
    }
    for backlog in (try? await server.service.webhookBacklog()) ?? [] {
      func show(_ name: String, _ value: Double) {
        gauges.makeRecorder(label: name, dimensions: [("endpoint", backlog.endpoint.text)], aggregate: false)
          .record(value)
      }
      show("ferry_webhooks_waiting", Double(backlog.waiting))
      show("ferry_webhooks_parked", Double(backlog.parked))
      show("ferry_oldest_webhook_seconds", Self.age(backlog.oldest, at: now))
    }
    return gauges.text
  }

  /// In seconds; 0 for what is not there.
  private static func age(_ moment: Moment?, at now: Moment) -> Double {
    moment.map { max(0, Double(now.since($0).wholeMilliseconds) / 1000) } ?? 0
  }

  private func alive() throws -> Response { try .json(.ok, Health(status: "alive")) }

  /// The store answers, and there is room for what it writes and for more connections.
  private func ready() async throws -> Response {
    do {
      // No checkout has this id; what counts is that there is an answer.
      _ = try await server.service.file("ready")
    } catch {
      throw Self.notReady("The store does not answer.")
    }
    guard server.hasRoom else { throw Self.notReady("The disk is nearly full.") }
    guard !server.freeDescriptors.areFew else {
      throw Self.notReady("Nearly as many files and connections are open as this process may have.")
    }
    return try .json(.ok, Health(status: "ready"))
  }

  private static func notReady(_ detail: String) -> ProblemResponse {
    ProblemResponse(Problem(.unavailable, detail), retryAfter: .seconds(10))
  }
}
