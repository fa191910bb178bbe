import FerryCore
import FerryServer
import HTTPTypes
import HummingbirdTesting
import Metrics
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

  @Test("A server without room lives, and is not ready")
  func full() async throws {
    try await TestServer.run(freeDisk: FreeDisk { 199_999_999 }) { server in
      #expect(try await server.visit("/health").status == .ok)
      let response = try await server.visit("/ready")
      #expect(response.status == .serviceUnavailable)
      #expect(response.problem?.type == .unavailable)
      #expect(response.headers[.retryAfter] == "10")
    }
  }

  @Test("The free room of a volume is read")
  func volume() async throws {
    #expect(FreeDisk.volume(of: "/").bytes() ?? 0 > 0)
    #expect(FreeDisk.volume(of: "/no/such/folder").bytes() == nil)
  }

  @Test("Counts and times are shown as Prometheus reads them")
  func metrics() async throws {
    let metrics = PrometheusMetrics()
    try await TestServer.run(metrics: metrics) { server in
      for _ in 1...2 {
        Counter(label: "ferry.phases", dimensions: [("phase", "paid \"x\"")], factory: metrics).increment()
      }
      Gauge(label: "ferry_inbox", factory: metrics).record(3)
      Timer(label: "ferry_calls", factory: metrics).recordNanoseconds(1_500_000_000)
      let response = try await server.visit("/metrics")
      #expect(response.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
      #expect(
        response.text == """
          # TYPE ferry_calls_seconds summary
          ferry_calls_seconds_sum 1.5
          ferry_calls_seconds_count 1.0
          # TYPE ferry_inbox gauge
          ferry_inbox 3.0
          # TYPE ferry_phases counter
          ferry_phases{phase="paid \\"x\\""} 2.0

          """)
    }
  }
}
