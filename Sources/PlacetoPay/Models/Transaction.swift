public import FerryCore
import FerryHTTP

/// One attempt to pay in a session, an element of its `payment`.
public struct Transaction: Hashable, Sendable {
  public let status: Status
  /// The id for actions on the transaction, in digits.
  public let internalReference: String
  /// The merchant's reference of the payment.
  public let reference: String?
  /// The code of the method, such as `visa` or `pse`.
  public let paymentMethod: String?
  /// The method's name for people.
  public let paymentMethodName: String?
  /// The bank that issued the card, or that holds the account.
  public let issuerName: String?
  public let amount: TransactionAmount?
  /// The bank's authorization code. It says nothing about the outcome: declined ones can have `000000`, too.
  public let authorization: String?
  /// The number of the receipt.
  public let receipt: String?
  /// The acquirer's code of the method, such as `CR_VS`.
  public let franchise: String?
  /// True if any of it was refunded. The documentation contradicts itself on whether a session shows refunds, so keep
  /// your own account of them.
  public let refunded: Bool
  /// Details of the network: `lastDigits`, `bin`, `installments`, and others.
  public let processorFields: [NameValuePair]
}

/// The amounts of a transaction.
public struct TransactionAmount: Hashable, Sendable {
  /// The amount that was requested; nil if it cannot be read exactly.
  public let from: Money?
  /// The amount that the acquirer processed, perhaps in another currency; nil if it cannot be read exactly.
  public let to: Money?
  /// The rate from `from` to `to`, as received.
  public let factor: String?
}

extension Transaction: Decodable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    status = try object.required("status")
    internalReference = try object.digits("internalReference")
    reference = object.text("reference")
    paymentMethod = object.text("paymentMethod")
    paymentMethodName = object.text("paymentMethodName")
    issuerName = object.text("issuerName")
    amount = object.value("amount")
    authorization = object.text("authorization")
    receipt = object.text("receipt")
    franchise = object.text("franchise")
    refunded = object.value("refunded") ?? false
    processorFields = object.values("processorFields")
  }
}

extension TransactionAmount: Decodable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    from = object.value("from", as: ReadAmount.self)?.money
    to = object.value("to", as: ReadAmount.self)?.money
    factor = object.text("factor")
  }
}

extension Transaction {
  /// The last four digits of the card or account; nil if the network does not tell.
  public var lastDigits: String? {
    let text = processorFields.first { $0.keyword == "lastDigits" }?.value.plainText
    return text.map { String($0.suffix(4)) }.flatMap { $0.matches("[0-9]{4}") ? $0 : nil }
  }
}

/// An amount in an answer: the total is a number or a text.
struct ReadAmount: Decodable {
  /// Nil for an unknown currency, for text that is no number, and for more decimals than the currency has.
  let money: Money?

  init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    let currency = object.text("currency").flatMap { Currency($0) }
    let total = object.text("total")
    money = if let currency, let total { try? Money(providerDecimal: total, currency) } else { nil }
  }
}

extension LenientObject {
  /// An id that the object cannot do without: a whole number, or its digits as a text.
  mutating func digits(_ name: FieldName) throws -> String {
    guard let text = text(name), (try? FieldRules.id(text, "")) != nil else {
      throw DecodingError.valueNotFound(
        String.self, .init(codingPath: [name], debugDescription: "There are no digits of an id."))
    }
    return text
  }
}

extension UntypedJSON {
  /// A text, or a number as text.
  var plainText: String? {
    switch self {
    case .string(let text), .number(let text): text
    default: nil
    }
  }
}
