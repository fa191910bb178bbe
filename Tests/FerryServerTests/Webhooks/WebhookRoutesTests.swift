import FerryCore
import FerryServer
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@Suite("Webhooks in /v1 and in the metrics")
struct WebhookRoutesTests {
  @Test("A shop can resend its own message, and gets the endpoints")
  func retry() async throws {
    try await TestServer.run { server in
      let id = try await server.create().decoded(CheckoutBody.self).id
      let answer = try await server.call(.post, "/v1/webhooks/msg_\(id)_1/retry")
      #expect(answer.status == .accepted)
      #expect(answer.text == #"{"endpoints":["orders"],"id":"msg_\#(id)_1"}"#)
    }
  }

  @Test("An unknown or another shop's message is not found; a key is required")
  func foreign() async throws {
    try await TestServer.run { server in
      let id = try await server.create().decoded(CheckoutBody.self).id
      for path in [
        "msg_\(id)_2", "msg_\(id)_0", "msg_\(id)_01", "msg_\(id)_", "msg_\(id)", id, "msg_co_x_1", "msg_._1",
      ] {
        let answer = try await server.call(.post, "/v1/webhooks/\(path)/retry")
        #expect(answer.status == .notFound, "\(path)")
        #expect(answer.problem?.type == .notFound, "\(path)")
      }
      for key in [TestServer.otherKey, TestServer.liveKey] {
        #expect(try await server.call(.post, "/v1/webhooks/msg_\(id)_1/retry", key: key).status == .notFound)
      }
      #expect(try await server.call(.post, "/v1/webhooks/msg_\(id)_1/retry", key: nil).status == .unauthorized)
    }
  }

  @Test("A shop can resend all parked messages of its endpoint with one call, and gets their number")
  func retryAll() async throws {
    try await TestServer.run { server in
      let answer = try await server.call(.post, "/v1/webhook-endpoints/orders/retry")
      #expect(answer.status == .accepted)
      #expect(answer.text == #"{"endpoint":"orders","messages":12}"#)
    }
  }

  @Test("An unknown or another shop's endpoint is not found; a key is required")
  func foreignEndpoint() async throws {
    try await TestServer.run { server in
      for name in ["crm", "Orders", "orders%2F", "."] {
        let answer = try await server.call(.post, "/v1/webhook-endpoints/\(name)/retry")
        #expect(answer.problem?.type == .notFound, "\(name)")
      }
      for key in [TestServer.otherKey, TestServer.liveKey] {
        #expect(try await server.call(.post, "/v1/webhook-endpoints/orders/retry", key: key).status == .notFound)
      }
      #expect(
        try await server.call(.post, "/v1/webhook-endpoints/orders/retry", key: nil).status == .unauthorized)
    }
  }

  @Test("Resending everything counts against the key's limit")
  func limit() async throws {
    let rates = RateLimits(key: RateLimit(perMinute: 60, burst: 1), address: nil, checkout: nil)
    try await TestServer.run(limits: FerryServerConfiguration.Limits(rates: rates)) { server async throws in
      #expect(try await server.call(.post, "/v1/webhook-endpoints/orders/retry").status == .accepted)
      #expect(try await server.call(.post, "/v1/webhook-endpoints/orders/retry").status == .tooManyRequests)
    }
  }
}
