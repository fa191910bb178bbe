public import FerryCore
public import FerryHTTP

/// A transaction that moved money, or held it ("Financial transactions", Swedbank Pay documentation).
public struct FinancialTransaction: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case authorization = "Authorization"
    case sale = "Sale"
    case capture = "Capture"
    case cancellation = "Cancellation"
    case reversal = "Reversal"
  }

  public let id: ResourceID?
  public let kind: Open<Kind>
  public let created: Moment?
  public let updated: Moment?
  /// Swedbank Pay's number, which settlements have, too.
  public let number: String?
  public let amount: Money
  public let vatAmount: Money?
  public let transactionDescription: String?
  /// The merchant's reference of the operation.
  public let payeeReference: String?
  public let receiptReference: String?
}

extension FinancialTransaction: PaymentOrderNode {
  init(_ object: inout LenientObject, _ currency: Currency) throws {
    id = object.value("id")
    kind = try object.required("type")
    created = object.moment("created")
    updated = object.moment("updated")
    number = object.text("number")
    guard let amount = try object.money("amount", currency) else { throw object.missing("amount") }
    self.amount = amount
    vatAmount = try object.money("vatAmount", currency)
    transactionDescription = object.text("description")
    payeeReference = object.text("payeeReference")
    receiptReference = object.text("receiptReference")
  }
}

extension LenientObject {
  /// An amount in minor units: a whole number, or its digits as a text; nil if it is missing or null.
  /// - Throws: `DecodingError` for anything else. An amount is never guessed.
  mutating func money(_ name: FieldName, _ currency: Currency) throws -> Money? {
    let text: String
    switch try readable(name, as: UntypedJSON.self) {
    case nil, .null: return nil
    case .number(let number), .string(let number): text = number
    case .bool, .array, .object: throw missing(name)
    }
    guard let units = Int64(text) else { throw missing(name) }
    return Money(minorUnits: units, currency)
  }

  /// A time with up to seven decimals; nil if it is missing or unreadable.
  mutating func moment(_ name: FieldName) -> Moment? { text(name).flatMap { Moment(iso8601: $0) } }

  /// The error for a missing member. Without the member, the object says nothing.
  func missing(_ name: FieldName) -> DecodingError {
    .valueNotFound(String.self, .init(codingPath: [name], debugDescription: "The member is missing or unreadable."))
  }
}
