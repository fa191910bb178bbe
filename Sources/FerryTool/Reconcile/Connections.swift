import AsyncHTTPClient
import FerryCore
import FerryHTTP
import FerryModule

/// The connections of a command that ends.
struct Connections: Sendable {
  let client: HTTPClient
  /// Also for reports, which are larger than other answers.
  let provider: ProviderConnection

  private static let largestReport = 64 << 20

  /// - Parameter authorities: Trusted instead of the system's, in PEM.
  /// - Throws: What is wrong with them.
  init(authorities: String?) throws {
    client = try HTTPClient(trusting: authorities)
    provider = ProviderConnection(
      transport: HTTPTransport(client: client, time: SystemTime(), largestAnswer: Self.largestReport),
      time: SystemTime(), randomness: SystemRandomness())
  }

  /// Does some work and closes the connections.
  func running<Result>(_ work: (Connections) async throws -> Result) async throws -> Result {
    let result: Swift.Result<Result, any Error>
    do { result = .success(try await work(self)) } catch { result = .failure(error) }
    try await client.shutdown()
    return try result.get()
  }
}
