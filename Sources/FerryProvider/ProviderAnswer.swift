public import FerryCore
public import HTTPTypes

/// A whole answer of a provider.
public struct ProviderAnswer: Sendable {
  public var status: HTTPResponse.Status
  public var headers: HTTPFields
  public var body: [UInt8]
  /// When it arrived.
  public var receivedAt: Moment
  /// The request as it was sent, to explain a refused signature.
  public var sent: HTTPRequest

  public init(
    status: HTTPResponse.Status, headers: HTTPFields, body: [UInt8], receivedAt: Moment, sent: HTTPRequest
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.receivedAt = receivedAt
    self.sent = sent
  }
}
