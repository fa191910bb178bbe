public import HTTPTypes

extension HTTPField.Name {
  /// When the request was signed, in UTC.
  public static let amazonPayDate = amazonPay("x-amz-pay-date")
  /// The API's host, without scheme and port.
  public static let amazonPayHost = amazonPay("x-amz-pay-host")
  /// `na`, `eu` or `jp`.
  public static let amazonPayRegion = amazonPay("x-amz-pay-region")
  /// The same in every repetition of a request ("Idempotency", Amazon Pay documentation).
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
