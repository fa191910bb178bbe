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
    router.get("/health") { _, _ in try Response.json(.ok, Health(status: "alive")) }
    router.get("/ready") { _, _ in try await ready() }
    // What balances load may ask for the head alone.
    router.head("/health") { _, _ in Response(status: .ok) }
    router.head("/ready") { _, _ in Response(status: try await ready().status) }
    guard let metrics = server.metrics else { return }
    let readers = MetricsReaders(key: server.configuration.metricsKey)
    router.get("/metrics") { request, context in
      try readers.require(request.headers, isOfThisMachine: context.remoteAddress?.isOfThisMachine ?? false)
      return Response(
        status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: metrics.text)))
    }
  }

  /// The store answers, and there is room for what it writes.
  private func ready() async throws -> Response {
    do {
      // No checkout has this id; what counts is that there is an answer.
      _ = try await server.service.file("ready")
    } catch {
      throw Self.notReady("The store does not answer.")
    }
    guard server.hasRoom else { throw Self.notReady("The disk is nearly full.") }
    return try .json(.ok, Health(status: "ready"))
  }

  private static func notReady(_ detail: String) -> ProblemResponse {
    ProblemResponse(Problem(.unavailable, detail), retryAfter: .seconds(10))
  }
}
