import AsyncHTTPClient
import ServiceLifecycle

/// Lets the connections go when everything that used them has stopped.
struct HTTPClientLife: Service {
  let client: HTTPClient

  func run() async throws {
    try? await gracefulShutdown()
    try await client.shutdown()
  }
}
