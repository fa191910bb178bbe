public import HTTPTypes

/// The one place that sends requests to providers.
public protocol ProviderTransport: Sendable {
  /// Sends one request once.
  /// - Throws: `TransportFailure`, which says whether the request can have arrived.
  func send(
    _ request: HTTPRequest, body: [UInt8], timeout: Duration
  ) async throws(TransportFailure) -> ProviderAnswer
}

/// Why there is no whole answer.
public enum TransportFailure: Error, Hashable, Sendable {
  /// Not one byte of the request can have been acted upon: no connection was made.
  case notSent(String)
  /// It may have arrived and been acted upon.
  case unknown(String)
}
