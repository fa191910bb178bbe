public import FerryCore
public import FerryHTTP

/// An operation that Swedbank Pay offers on a resource now. One that is missing is not allowed now. Its address may be all
/// that protects a payment page, so it prints without it. Do not store it for long: get the resource again ("Operations",
/// Swedbank Pay documentation).
public struct ResourceOperation: Hashable, Sendable, Decodable, Redacted {
  public enum Method: String, Codable, Hashable, Sendable, CaseIterable {
    case get = "GET"
    case post = "POST"
    case patch = "PATCH"
    case put = "PUT"
    case delete = "DELETE"
  }

  /// The operation's name in version 3; an older name counts as its successor.
  public let rel: Open<Rel>
  public let method: Method
  /// An absolute address, or a path at the API's host. Opaque.
  public let href: String
  /// The media type behind the address, such as `application/javascript`.
  public let contentType: String?

  public var description: String { "\(method.rawValue) \(rel.printable)" }

  private enum CodingKeys: String, MemberKey { case rel, method, href, contentType }
}

/// The name of an operation ("Operations", Swedbank Pay documentation).
public enum Rel: String, Hashable, Sendable, CaseIterable {
  /// The script of the Seamless View. Check its address by `SwedbankPayAccount.isPayerPage`.
  case viewCheckout = "view-checkout"
  /// The payment page. Check its address by `SwedbankPayAccount.isPayerPage`.
  case redirectCheckout = "redirect-checkout"
  case viewPaymentSession = "view-paymentsession"
  case updateOrder = "update-order"
  case setInstrument = "set-instrument"
  case expandInstrument = "update-paymentorder-expandinstrument"
  case abort
  case abortPaymentAttempt = "abort-paymentattempt"
  case capture
  case cancel
  case reversal
  /// The summary of a paid order in version 2.0.
  case paid = "paid-paymentorder"
  /// The problem of a failed order in version 2.0.
  case failed = "failed-paymentorder"
  /// The page of the check-in, for tests only.
  case redirectConsumerIdentification = "redirect-consumer-identification"
  /// The script of the check-in.
  case viewConsumerIdentification = "view-consumer-identification"
  case deletePaymentTokens = "delete-paymenttokens"
  case deleteRecurrenceTokens = "delete-recurrencetokens"
  case deleteUnscheduledTokens = "delete-unscheduledtokens"
  case deletePayerOwnedTokens = "delete-payerownedtokens"

  /// The name in version 2.0; nil if it is the same, or if there is no such operation.
  var olderName: String? {
    switch self {
    case .viewCheckout: "view-paymentorder"
    case .redirectCheckout: "redirect-paymentorder"
    case .updateOrder: "update-paymentorder-updateorder"
    case .setInstrument: "update-paymentorder-setinstrument"
    case .abort: "update-paymentorder-abort"
    case .capture: "create-paymentorder-capture"
    case .cancel: "create-paymentorder-cancel"
    case .reversal: "create-paymentorder-reversal"
    default: nil
    }
  }
}

extension KeyedDecodingContainer where Key: MemberKey {
  func decode(_ type: Open<Rel>.Type, forKey key: Key) throws -> Open<Rel> {
    let name = try decode(String.self, forKey: key)
    return Rel.allCases.first { $0.olderName == name }.map { .known($0) } ?? Open(name)
  }
}

extension [ResourceOperation] {
  /// The operation of a name; nil if it is not offered.
  public subscript(rel: Rel) -> ResourceOperation? { first { $0.rel == .known(rel) } }
}
