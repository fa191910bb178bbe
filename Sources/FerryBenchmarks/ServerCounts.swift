import AsyncHTTPClient

/// What the server has counted, from its `/metrics`.
struct ServerCounts: Sendable {
  let flushes: Int
  /// Requests to the provider; each carries a signature.
  let providerCalls: Int

  init(_ server: String, _ client: HTTPClient) async throws {
    let text = try await client.text(HTTPClientRequest(url: server + "/metrics"))
    flushes = Self.sum("ferry_store_flushes_total", text)
    providerCalls = Self.sum("ferry_provider_calls_total", text)
  }

  /// The sum of a metric over its labels.
  private static func sum(_ metric: String, _ text: String) -> Int {
    text.split(separator: "\n").reduce(0) { sum, line in
      guard line.hasPrefix(metric + " ") || line.hasPrefix(metric + "{"),
        let value = line.split(separator: " ").last.flatMap({ Double($0) })
      else { return sum }
      return sum + Int(value)
    }
  }
}
