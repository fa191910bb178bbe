public import FerryCore
public import FerryHTTP

/// The payment of an order that is paid, cancelled or reversed. It holds tokens, so it prints its number only.
public struct PaymentSummary: Sendable, Decodable, Redacted {
  public enum TransactionType: String, Hashable, Sendable, CaseIterable {
    /// The amount is held, and captured later.
    case authorization = "Authorization"
    /// The amount is taken at once.
    case sale = "Sale"
  }

  public let instrument: Open<Instrument>?
  /// Swedbank Pay's number, which settlements have, too.
  public let number: String?
  public let payeeReference: String?
  public let orderReference: String?
  public let transactionType: Open<TransactionType>?
  public let amount: Money?
  /// The amount before fees and discounts of the payment method.
  public let submittedAmount: Money?
  public let feeAmount: Money?
  public let discountAmount: Money?
  public let cancelReason: String?
  public let tokens: [Token]
  public let details: Details?

  public var description: String { "payment \(number ?? "")" }

  private enum CodingKeys: String, MemberKey {
    case instrument, number, payeeReference, orderReference, transactionType, amount, submittedAmount, feeAmount
    case discountAmount, cancelReason, tokens, details
  }

  /// A token for a stored payment method. It prints as "redacted".
  public struct Token: Sendable, Redacted {
    public let kind: Open<TokenKind>
    public let token: Secret<String>
    /// The masked card number.
    public let name: String?
    /// Month and year, such as `12/2029`.
    public let expiryDate: String?
  }

  /// Facts of the payment method. Personal: they print as "redacted".
  public struct Details: Sendable, Redacted {
    public let cardBrand: String?
    /// `Credit` or `Debit`.
    public let cardType: String?
    /// The first six and the last four digits: `522661******3406`.
    public let maskedPan: String?
    /// Month and year, such as `12/2029`.
    public let expiryDate: String?
    public let issuerAuthorizationApprovalCode: String?
    public let acquirerTransactionTime: Moment?
    /// The payer's phone number, of Swish.
    public let msisdn: String?
    /// All others, such as `acquirerStan` and `bin`.
    public let additional: [String: UntypedJSON]

    /// The last four digits of the card; nil if they are not known.
    public var lastDigits: String? {
      maskedPan.map { String($0.suffix(4)) }.flatMap { $0.matches("[0-9]{4}") ? $0 : nil }
    }
  }
}

extension PaymentSummary.Token: Decodable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    kind = try object.required("type")
    token = Secret(try object.required("token"))
    name = object.text("name")
    expiryDate = object.text("expiryDate")
  }
}

extension PaymentSummary.Details: Decodable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    cardBrand = object.text("cardBrand")
    cardType = object.text("cardType")
    maskedPan = object.text("maskedPan")
    expiryDate = object.text("expiryDate")
    issuerAuthorizationApprovalCode = object.text("issuerAuthorizationApprovalCode")
    acquirerTransactionTime = object.text("acquirerTransactionTime").flatMap { Moment(iso8601: $0) }
    // One of the documentation's examples misspells the name.
    msisdn = object.text("msisdn") ?? object.text("misidn")
    additional = object.additional
  }
}
