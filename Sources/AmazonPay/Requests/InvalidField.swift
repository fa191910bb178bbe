/// A field that Amazon Pay would refuse, found before anything is sent. It names the field, the rule and the document that
/// the rule stands in, not the value.
public struct InvalidField: Error, Hashable, Sendable {
  /// The rule that the field breaks.
  public enum Fault: Hashable, Sendable {
    /// It is needed.
    case missing
    /// Longer than so many characters.
    case tooLong(limit: Int)
    /// Counted in UTF-8.
    case tooManyBytes(limit: Int)
    /// No absolute web address.
    case notAnAddress
    /// Plain http, which is for the sandbox only.
    case notHTTPS
    /// Zero or less.
    case notPositive
    /// Above the most that Amazon Pay charges at once.
    case aboveMaximum(String)
    /// More than is left of something, in the words that name it.
    case aboveLimit(String, what: String)
    /// A currency with more than two decimals.
    case decimalsNotSupported
    /// Another currency than the one it belongs with.
    case otherCurrency(String)
    /// Characters other than the listed ones.
    case characters(allowed: String)
    /// It goes with the intent AuthorizeWithCapture only.
    case needsAuthorizeWithCapture
    /// It does not go with the intent AuthorizeWithCapture.
    case notWithAuthorizeWithCapture
    /// It goes with the named value of another field only.
    case onlyWith(String)
    /// It may not be given together with the named thing.
    case notWith(String)
    /// No ISO 3166-1 code of two capital letters.
    case notACountry
    /// No ISO 8601 duration.
    case notADuration
    /// A time that has to be later than that of the named field.
    case notAfter(String)
    /// Outside the range.
    case notInRange(ClosedRange<Int>)
    /// None of the values that it can have.
    case notOneOf([String])
    /// It is for the sandbox only.
    case sandboxOnly
    /// Another currency than the region's accounts have.
    case currencyOfRegion(String)
    /// An amount in an answer that decides about the request, and cannot be read.
    case unreadable
  }

  /// The JSON path, such as `merchantMetadata.noteToBuyer`.
  public let field: String
  /// The rule that the field breaks.
  public let fault: Fault

  /// A field and the rule that it breaks.
  public init(field: String, fault: Fault) {
    self.field = field
    self.fault = fault
  }

  /// The title of the page of the Amazon Pay documentation that the rule stands in, where there is one.
  public var document: String? {
    switch fault {
    case .aboveMaximum: return field.hasPrefix("refundAmount") ? "Refund" : "Charge"
    case .sandboxOnly: return "Use Sandbox simulations"
    default: break
    }
    return switch field.split(separator: ".").first ?? "" {
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

extension InvalidField: CustomStringConvertible {
  public var description: String {
    rule + (document.map { " See \"\($0)\" in the Amazon Pay documentation." } ?? "")
  }

  /// Field and rule, without the document.
  var rule: String {
    switch fault {
    case .missing: "\(field) is missing."
    case .tooLong(let limit): "\(field) is longer than \(limit) characters; shorten it."
    case .tooManyBytes(let limit): "\(field) is longer than \(limit) bytes; shorten it, or write it in plain letters."
    case .notAnAddress:
      "\(field) is not a web address; give one with scheme and host, such as https://shop.example/paid."
    case .notHTTPS: "\(field) has to be an https address; plain http is for the sandbox only."
    case .notPositive: "\(field) has to be above zero."
    case .aboveMaximum(let maximum): "\(field) is above \(maximum), the most that Amazon Pay charges at once."
    case .aboveLimit(let limit, let what): "\(field) is above \(limit), \(what)."
    case .decimalsNotSupported: "\(field) is in a currency with more than two decimals, which Amazon Pay does not take."
    case .otherCurrency(let currency): "\(field) has to be in \(currency), as the amount that it belongs with."
    case .characters(let allowed): "\(field) may have these characters only: \(allowed)."
    case .needsAuthorizeWithCapture: "\(field) is for the intent AuthorizeWithCapture only; leave it out."
    case .notWithAuthorizeWithCapture: "\(field) can not be true with the intent AuthorizeWithCapture."
    case .onlyWith(let other): "\(field) goes with \(other) only; leave it out, or set that."
    case .notWith(let other): "\(field) can not be given together with \(other); leave one of them out."
    case .notACountry: "\(field) has to be an ISO 3166-1 code of two capital letters, such as JP."
    case .notADuration: "\(field) has to be an ISO 8601 duration such as P1D or PT84H."
    case .notAfter(let other): "\(field) has to be later than \(other)."
    case .notInRange(let range): "\(field) has to be from \(range.lowerBound) to \(range.upperBound)."
    case .notOneOf(let values): "\(field) has to be \(values.joined(separator: " or "))."
    case .sandboxOnly: "\(field) is for sandbox accounts only; leave it out of live requests."
    case .currencyOfRegion(let currency):
      "\(field) has to be in \(currency), the account's currency; accounts in Europe only take others."
    case .unreadable: "\(field) cannot be read, so nothing can be decided by it; look at the charge in Seller Central."
    }
  }
}
