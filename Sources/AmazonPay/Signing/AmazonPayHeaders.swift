public import HTTPTypes

extension HTTPField.Name {
  public static let amazonPayDate = amazonPay("x-amz-pay-date")
  public static let amazonPayHost = amazonPay("x-amz-pay-host")
  public static let amazonPayRegion = amazonPay("x-amz-pay-region")
  public static let amazonPayIdempotencyKey = amazonPay("x-amz-pay-idempotency-key")
  /// A case for the sandbox to play.
  public static let amazonPaySimulationCode = amazonPay("x-amz-pay-simulation-code")
  /// A solution provider's leave to act for a merchant.
  public static let amazonPayAuthToken = amazonPay("x-amz-pay-authtoken")
  /// In answers: the name of the request for Amazon's support.
  public static let amazonPayRequestId = amazonPay("x-amz-pay-request-id")

  private static func amazonPay(_ name: StaticString) -> HTTPField.Name {
    guard let name = HTTPField.Name(name.description) else { preconditionFailure("Not a header name: \(name)") }
    return name
  }
}
