public import FerryCore
public import HTTPTypes

public protocol ProviderTransport: Sendable {
  /// Sends one request once.
  /// - Throws: `TransportFailure`, which says whether the request can have arrived.
  func send(_ request: HTTPRequest, body: [UInt8], timeout: Duration) async throws(TransportFailure) -> ProviderAnswer
}

/// A request as it is sent, with its secrets. It is never stored, and prints nothing.
public struct SealedRequest: Sendable, Redacted {
  public var request: HTTPRequest
  public var body: [UInt8]

  public init(_ request: HTTPRequest, body: [UInt8]) {
    self.request = request
    self.body = body
  }
}

public struct ProviderAnswer: Sendable {
  public var status: HTTPResponse.Status
  public var headers: HTTPFields
  public var body: [UInt8]
  public var receivedAt: Moment
  /// The request as it was sent, to explain a refused signature.
  public var sent: HTTPRequest

  public init(status: HTTPResponse.Status, headers: HTTPFields, body: [UInt8], receivedAt: Moment, sent: HTTPRequest) {
    self.status = status
    self.headers = headers
    self.body = body
    self.receivedAt = receivedAt
    self.sent = sent
  }
}

extension ProviderAnswer {
  /// The Date header.
  package var date: Moment? { headers[.date].flatMap { Moment(httpDate: $0) } }

  /// The wait that the answer asks for, at most one hour: seconds or a date (RFC 9110 §10.2.3).
  package var retryAfter: Duration? {
    headers[.retryAfter].flatMap { RetryAfter($0, date: headers[.date], receivedAt: receivedAt) }
      .map { min($0.wait, .seconds(3600)) }
  }
}

/// Why there is no complete answer.
public enum TransportFailure: Error, Hashable, Sendable {
  /// No connection was made, so the request has had no effect.
  case notSent(String)
  /// The request may have arrived and had its effect.
  case unknown(String)
}
