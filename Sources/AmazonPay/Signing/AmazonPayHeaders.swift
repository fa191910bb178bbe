public import HTTPTypes

extension HTTPField.Name {
  public static let amazonPayDate = amazonPay("x-amz-pay-date")
  public static let amazonPayHost = amazonPay("x-amz-pay-host")
  public static let amazonPayRegion = amazonPay("x-amz-pay-region")
  public static let amazonPayIdempotencyKey = amazonPay("x-amz-pay-idempotency-key")
  /// In answers: the name of the request for Amazon's support.
  public static let amazonPayRequestId = amazonPay("x-amz-pay-request-id")

  private static func amazonPay(_ name: StaticString) -> HTTPField.Name {
    guard let name = HTTPField.Name(name.description) else { preconditionFailure("Not a header name: \(name)") }
    return name
  }
}
