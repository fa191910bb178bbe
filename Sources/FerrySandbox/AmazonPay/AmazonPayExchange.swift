public import HTTPTypes

/// An answer and what becomes of it on its way to the client.
public struct AmazonPayExchange: Sendable {
  public enum Delivery: Hashable, Sendable {
    case whole
    /// The connection closes after so many bytes of the body.
    case cutOff(Int)
    /// The connection closes without an answer.
    case none
  }

  public var response: HTTPResponse
  public var body: [UInt8]
  public var delivery: Delivery
}
