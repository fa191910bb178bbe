import FerryCore
package import FerryHTTP

/// A rule of Amazon Pay's for a field of a request, as a sentence that says what to write.
package struct FieldRule: Hashable, Sendable {
  fileprivate let sentence: String
  /// The page with the rule, if it is not the field's own.
  fileprivate let document: String?

  private init(_ sentence: String, document: String? = nil) {
    self.sentence = sentence
    self.document = document
  }

  package static let missing = Self("This is required.")
  package static func tooLong(limit: Int) -> Self { Self("It is longer than \(limit) characters; shorten it.") }
  /// In bytes of UTF-8.
  package static func tooManyBytes(limit: Int) -> Self {
    Self("It is longer than \(limit) bytes; shorten it, or write it in plain letters.")
  }
  package static let notAnAddress = Self("Write a web address with scheme and host, such as https://shop.example/paid.")
  package static let notHTTPS = Self("Write an https address; plain http is for the sandbox only.")
  package static let notPositive = Self("It has to be above zero.")
  /// The maximum of one charge or refund.
  package static func aboveMaximum(_ maximum: String) -> Self {
    Self("It is above \(maximum), the most that Amazon Pay charges at once.", document: "Charge")
  }
  package static func aboveLimit(_ limit: String, what: String) -> Self { Self("It is above \(limit), \(what).") }
  package static let decimalsNotSupported = Self(
    "It is in a currency with more than two decimals, which Amazon Pay does not take.")
  package static func otherCurrency(_ currency: String) -> Self {
    Self("It has to be in \(currency), as the amount that it belongs with.")
  }
  package static func characters(allowed: String) -> Self { Self("It may have these characters only: \(allowed).") }
  package static let needsAuthorizeWithCapture = Self("It is for the intent AuthorizeWithCapture only; leave it out.")
  package static let notWithAuthorizeWithCapture = Self("It can not be true with the intent AuthorizeWithCapture.")
  /// Only with this value of another field.
  package static func onlyWith(_ other: String) -> Self {
    Self("It goes with \(other) only; leave it out, or set that.")
  }
  package static func notWith(_ other: String) -> Self {
    Self("It can not be given together with \(other); leave one of them out.")
  }
  package static let notACountry = Self("Write an ISO 3166-1 code of two capital letters, such as JP.")
  package static let notADuration = Self("Write an ISO 8601 duration such as P1D or PT84H.")
  /// Not later than the time of the named field.
  package static func notAfter(_ other: String) -> Self { Self("It has to be later than \(other).") }
  package static func notInRange(_ range: ClosedRange<Int>) -> Self {
    Self("It has to be from \(range.lowerBound) to \(range.upperBound).")
  }
  package static func notOneOf(_ values: [String]) -> Self { Self("It has to be \(values.joined(separator: " or ")).") }
  package static let sandboxOnly = Self(
    "It is for sandbox accounts only; leave it out of live requests.", document: "Use Sandbox simulations")
  /// Not in the currency of the account's region.
  package static func currencyOfRegion(_ currency: String) -> Self {
    Self("It has to be in \(currency), the account's currency; accounts in Europe only take others.")
  }
  /// An amount of an answer, which decides about the request.
  package static let unreadable = Self(
    "It cannot be read, so nothing can be decided by it; look at the charge in Seller Central.")
}

extension InvalidField {
  /// - Parameter field: The JSON path, such as `merchantMetadata.noteToBuyer`, or the name of a header.
  package init(field: String, _ rule: FieldRule) {
    let isRefund = rule.document == "Charge" && field.hasPrefix("refundAmount")
    let document = isRefund ? "Refund" : rule.document ?? Self.document(of: field)
    self.init(
      "/" + field.replacing(".", with: "/"),
      rule.sentence + (document.map { " See \"\($0)\" in the Amazon Pay documentation." } ?? ""))
  }

  /// The title of the page in the Amazon Pay documentation that has a field; nil if there is none.
  private static func document(of field: String) -> String? {
    switch field.split(separator: ".").first ?? "" {
    case "x-amz-pay-idempotency-key": "Idempotency"
    case "x-amz-pay-simulation-code": "Use Sandbox simulations"
    case "webCheckoutDetails", "paymentDetails", "merchantMetadata", "recurringMetadata", "storeId",
      "paymentMethodOnFileMetadata", "totalOrderAmount", "scopes", "canHandlePendingAuthorization":
      "Checkout Session"
    case "chargeAmount", "captureAmount", "cancellationReason", "softDescriptor", "captureNow": "Charge"
    case "refundAmount", "refundedAmount": "Manage refunds"
    case "checkoutLanguage", "estimatedOrderAmount", "buttonColor", "signInReturnUrl", "merchantId":
      "Add the Amazon Pay Button"
    case "id": "Manage errors"
    case "deliveryDetails": "Delivery Tracker"
    case "reportType", "startTime", "endTime", "scheduleFrequency", "nextReportCreationTime", "pageSize": "Reports"
    case "closureReason", "chargePermissionId": "Charge Permission"
    case "addressDetails": "Additional payment button – address formatting and validation"
    case "deliverySpecifications": "Address restriction samples"
    default: nil
    }
  }
}
