/// A request field that Amazon Pay would refuse, found before sending. It has the field, the rule and the title of the
/// document, but not the value.
public struct InvalidField: Error, Hashable, Sendable {
  public enum Fault: Hashable, Sendable {
    /// The field is required.
    case missing
    /// Longer than the limit, in characters.
    case tooLong(limit: Int)
    /// Longer than the limit, in bytes of UTF-8.
    case tooManyBytes(limit: Int)
    /// Not an absolute http or https URL.
    case notAnAddress
    /// Plain http is for the sandbox only.
    case notHTTPS
    /// Zero or less.
    case notPositive
    /// Above the maximum of one charge.
    case aboveMaximum(String)
    /// Above a limit, which `what` names.
    case aboveLimit(String, what: String)
    /// A currency with more than two decimals.
    case decimalsNotSupported
    /// Not in the required currency.
    case otherCurrency(String)
    /// Characters other than the listed ones.
    case characters(allowed: String)
    /// Only with the intent AuthorizeWithCapture.
    case needsAuthorizeWithCapture
    /// Not with the intent AuthorizeWithCapture.
    case notWithAuthorizeWithCapture
    /// Only with this value of another field.
    case onlyWith(String)
    /// Not together with this value.
    case notWith(String)
    /// Not an ISO 3166-1 code of two capital letters.
    case notACountry
    /// Not an ISO 8601 duration.
    case notADuration
    /// Not later than the time of the named field.
    case notAfter(String)
    case notInRange(ClosedRange<Int>)
    case notOneOf([String])
    case sandboxOnly
    /// Not in the currency of the account's region.
    case currencyOfRegion(String)
    /// An amount of an answer, which decides about the request, cannot be read.
    case unreadable
  }

  /// The JSON path, such as `merchantMetadata.noteToBuyer`.
  public let field: String
  public let fault: Fault

  public init(field: String, fault: Fault) {
    self.field = field
    self.fault = fault
  }

  /// The title of the page in the Amazon Pay documentation that has the rule; nil if there is none.
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
  public var description: String { rule + (document.map { " See \"\($0)\" in the Amazon Pay documentation." } ?? "") }

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
