import AsyncHTTPClient
import FerryCore
import FerryEngine
import FerryHTTP

/// The connections of a command that asks others and ends.
struct Connections: Sendable {
  let client: HTTPClient
  let transport: HTTPTransport

  /// - Parameter authorities: Trusted instead of the system's, in PEM.
  /// - Throws: What is wrong with them.
  init(authorities: String?) throws {
    client = try HTTPClient(trusting: authorities)
    transport = HTTPTransport(client: client, time: SystemTime())
  }

  /// Does some work, and lets the connections go.
  func running<Result>(_ work: (Connections) async throws -> Result) async throws -> Result {
    let result: Swift.Result<Result, any Error>
    do { result = .success(try await work(self)) } catch { result = .failure(error) }
    try await client.shutdown()
    return try result.get()
  }
}
