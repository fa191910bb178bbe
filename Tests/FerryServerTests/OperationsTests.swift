import FerryCheckout
import FerryCore
import FerryEngine
import FerryServer
import FerryTesting
import HTTPTypes
import HummingbirdTesting
import Metrics
import Synchronization
import Testing

@Suite("Health and metrics")
struct OperationsTests {
  @Test("A server with room for its store is alive and ready")
  func ready() async throws {
    try await TestServer.run(freeDisk: FreeDisk { 200_000_000 }) { server in
      for (path, status) in [("/health", .ok), ("/ready", .ok), ("/metrics", .notFound)]
        as [(String, HTTPResponse.Status)]
      {
        let response = try await server.visit(path)
        #expect(response.status == status)
      }
    }
  }

  @Test("HEAD works for load balancers, and for every other client")
  func head() async throws {
    let free = Mutex<Int64>(200_000_000)
    try await TestServer.run(freeDisk: FreeDisk { free.withLock { $0 } }) { server in
      for path in ["/health", "/ready"] {
        let response = try await server.call(.head, path)
        #expect(response.status == .ok && response.text.isEmpty)
        // As GET answers (RFC 9110, section 9.3.2).
        let whole = try await server.visit(path)
        #expect(response.headers[.contentLength] == "\(whole.text.utf8.count)")
        #expect(response.headers[.contentType] == whole.headers[.contentType])
      }
      let page = try await server.call(.head, "/ferry/start", key: nil)
      #expect(page.status == .ok && page.text.isEmpty)
      let id = try await server.create().decoded(CheckoutBody.self).id
      let checkout = try await server.call(.head, "/v1/checkouts/\(id)")
      #expect(checkout.status == .ok && checkout.text.isEmpty)
      #expect(checkout.headers[.contentType] == "application/json")
      free.withLock { $0 -= 1 }
      let response = try await server.call(.head, "/ready")
      #expect(response.status == .serviceUnavailable)
    }
  }

  @Test("A server without disk space is alive, and not ready")
  func full() async throws {
    try await TestServer.run(freeDisk: FreeDisk { 199_999_999 }) { server in
      #expect(try await server.visit("/health").status == .ok)
      let response = try await server.visit("/ready")
      #expect(response.status == .serviceUnavailable)
      #expect(response.problem?.type == .unavailable)
      #expect(response.headers[.retryAfter] == "10")
    }
  }

  @Test(
    "A server with few free descriptors is alive, and not ready",
    arguments: [(63, 1024, true), (64, 1024, false), (31, 256, true), (32, 256, false), (0, 256, true)])
  func descriptors(free: Int, limit: Int, areFew: Bool) async throws {
    try await TestServer.run(freeDescriptors: FreeDescriptors { (free, limit) }) { server in
      #expect(try await server.visit("/health").status == .ok)
      let response = try await server.visit("/ready")
      #expect(response.status == (areFew ? .serviceUnavailable : .ok))
      #expect(response.headers[.retryAfter] == (areFew ? "10" : nil))
    }
  }

  @Test("The free space of a volume is read")
  func volume() async throws {
    #expect(FreeDisk.volume(of: "/").bytes() ?? 0 > 0)
    #expect(FreeDisk.volume(of: "/no/such/folder").bytes() == nil)
  }

  @Test("The free descriptors of this process are counted, and an unknown number counts as enough")
  func ownDescriptors() {
    #expect(!FreeDescriptors.ofThisProcess.areFew)
    #expect(!FreeDescriptors({ nil }).areFew)
  }

  private static let key = "key-of-the-metrics-0123456789abcdef"

  @Test(
    "With a metrics key only its holder gets the metrics, and no shop",
    arguments: [nil, "x", TestServer.testKey])
  func metricsKey(key: String?) async throws {
    try await TestServer.run(metrics: PrometheusMetrics(), metricsKey: Self.key) { server in
      let refused = try await server.call(.get, "/metrics", key: key)
      #expect(refused.status == .unauthorized)
      #expect(refused.headers[.wwwAuthenticate] == "Bearer")
      #expect(try await server.call(.get, "/metrics", key: Self.key).status == .ok)
      #expect(try await server.call(.get, "/v1/checkouts/co_x", key: Self.key).status == .unauthorized)
    }
  }

  @Test("Without a metrics key only this machine gets the metrics, and not through a local proxy")
  func metricsWithoutKey() async throws {
    try await TestServer.run(metrics: PrometheusMetrics(), isLive: true) { server in
      #expect(try await server.visit("/metrics").status == .ok)
      for name in ["X-Forwarded-For", "Forwarded", "Via", "X-Real-IP"] {
        let field = try #require(HTTPField.Name(name))
        let response = try await server.client.execute(
          uri: "/metrics", method: .get, headers: [field: "for=192.0.2.7"])
        #expect(response.status == .notFound)
      }
    }
    // Without a connection the sender's address is unknown.
    try await TestServer.run(metrics: PrometheusMetrics()) { server in
      let response = try await server.visit("/metrics")
      #expect(response.status == .notFound)
    }
  }

  @Test("Counts and times have Prometheus's format")
  func metrics() async throws {
    let metrics = PrometheusMetrics()
    try await TestServer.run(metrics: metrics, metricsKey: Self.key) { server in
      for _ in 1...2 {
        Counter(label: "ferry.phases", dimensions: [("phase", "paid \"x\"")], factory: metrics).increment()
      }
      Gauge(label: "ferry_inbox", factory: metrics).record(3)
      Timer(label: "ferry_calls", factory: metrics).recordNanoseconds(1_500_000_000)
      let response = try await server.call(.get, "/metrics", key: Self.key)
      #expect(response.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
      #expect(
        response.text.hasPrefix(
          """
          # TYPE ferry_calls_seconds summary
          ferry_calls_seconds_sum 1.5
          ferry_calls_seconds_count 1.0
          # TYPE ferry_inbox gauge
          ferry_inbox 3.0
          # TYPE ferry_phases counter
          ferry_phases{phase="paid \\"x\\""} 2.0

          """))
    }
  }

  @Test("Current work is shown: held checkouts, outstanding commands, and their delay")
  func gauges() async throws {
    try await TestServer.run(metrics: PrometheusMetrics(), metricsKey: Self.key) { server in
      func shown() async throws -> [String] {
        let response = try await server.call(.get, "/metrics", key: Self.key)
        #expect(response.status == .ok)
        return response.text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
      }
      let labels = #"{provider="sandbox",account="main",mode="test"}"#
      let endpoint = #"{endpoint="orders"}"#
      #expect(
        try await shown() == [
          "ferry_disputes_due\(labels) 0.0", "ferry_held_checkouts\(labels) 0.0",
          "ferry_notifications_expired\(labels) 0.0",
          "ferry_notifications_unmatched\(labels) 0.0", "ferry_oldest_command_seconds\(labels) 0.0",
          "ferry_oldest_webhook_seconds\(endpoint) 30.0", "ferry_open_disputes\(labels) 0.0",
          "ferry_outstanding_commands\(labels) 0.0",
          "ferry_overdue_checkouts\(labels) 0.0", "ferry_overdue_command_seconds\(labels) 0.0",
          "ferry_webhooks_parked\(endpoint) 1.0",
          "ferry_webhooks_waiting\(endpoint) 2.0",
        ])
      let buyer = try await server.reviewing()
      await server.service.charge(Money(minorUnits: 2_999, .jpy))
      _ = try await server.call(
        .post, "/v1/checkouts/\(buyer.id)/confirm", #"{"revision":1,"total":{"amount":"3000","currency":"JPY"}}"#)
      _ = try await server.visit(buyer.path("pay?session=S1"), cookie: buyer.cookie)
      let now = server.time.now
      try await server.service.update(CheckoutID(buyer.id)) { file, _ in
        file.outstanding = [1, 2].map { number in
          StoredCommand(checkout: file.checkout, command: Command(number: number, kind: .read), at: now)
        }
        file.outstanding[0].notBefore = now + .seconds(30)
        file.outstanding[1].notBefore = now + .seconds(50)
      }
      await server.time.advance(by: .milliseconds(45_500))
      #expect(
        try await shown() == [
          "ferry_disputes_due\(labels) 0.0", "ferry_held_checkouts\(labels) 1.0",
          "ferry_notifications_expired\(labels) 0.0",
          "ferry_notifications_unmatched\(labels) 0.0", "ferry_oldest_command_seconds\(labels) 45.5",
          "ferry_oldest_webhook_seconds\(endpoint) 30.0", "ferry_open_disputes\(labels) 0.0",
          "ferry_outstanding_commands\(labels) 2.0",
          "ferry_overdue_checkouts\(labels) 0.0", "ferry_overdue_command_seconds\(labels) 15.5",
          "ferry_webhooks_parked\(endpoint) 1.0",
          "ferry_webhooks_waiting\(endpoint) 2.0",
        ])
      // The counts are shown even if the store does not answer.
      await server.service.stop()
      #expect(try await shown().isEmpty)
    }
  }

  @Test("Open disputes are counted, and those that need a response within two days or by an unknown day")
  func disputes() async throws {
    try await TestServer.run(metrics: PrometheusMetrics(), metricsKey: Self.key) { server in
      let id = CheckoutID(try await server.paid())
      func record(_ dispute: DisputeID, _ state: DisputeState, days: Double?) async throws {
        let respondBy = days.map { server.time.now + .seconds($0 * 86_400) }
        _ = try await server.service.submit(
          .recordDispute(DisputeReport(dispute, state: state, respondBy: respondBy)), to: id)
      }
      try await record("late", .needsResponse, days: -1)
      try await record("soon", .needsResponse, days: 1.9)
      try await record("later", .needsResponse, days: 3)
      try await record("undated", .needsResponse, days: nil)
      try await record("answered", .underReview, days: 1)
      try await record("lost", .lost, days: 1)
      let shown = try await server.call(.get, "/metrics", key: Self.key).text
      let labels = #"{provider="sandbox",account="main",mode="test"}"#
      #expect(shown.contains("ferry_open_disputes\(labels) 5.0\n"), "\(shown)")
      #expect(shown.contains("ferry_disputes_due\(labels) 3.0\n"), "\(shown)")
    }
  }

  @Test(
    "A server whose store does not answer is alive and not ready",
    arguments: [StoreError.stopped, .unavailable("No connection.")])
  func notReady(_ failure: StoreError) async throws {
    try await TestServer.run { server in
      await server.service.fail(failure)
      let answer = try await server.call(.get, "/ready")
      #expect(answer.status == .serviceUnavailable && answer.headers[.retryAfter] != nil)
      #expect(answer.problem?.detail == "The store does not answer.")
      #expect(try await server.call(.get, "/health").status == .ok)
    }
  }
}
