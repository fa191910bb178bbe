public import FerryCore
public import FerryHTTP

/// A transaction that moved money, or held it ("Financial transactions", Swedbank Pay documentation).
public struct FinancialTransaction: Hashable, Sendable, Decodable {
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
  /// Nil if it cannot be read.
  public var amount: Money? { units.written.money }
  public let vatAmount: Money?
  public let transactionDescription: String?
  /// The merchant's reference of the operation.
  public let payeeReference: String?
  public let receiptReference: String?
  private let units: MinorUnits

  /// The amount as Swedbank Pay wrote it.
  package var written: WrittenAmount { units.written }

  private enum CodingKeys: String, MemberKey {
    case id, created, updated, number, vatAmount, payeeReference, receiptReference
    case units = "amount"
    case kind = "type"
    case transactionDescription = "description"
  }
}

/// Amounts are whole numbers of minor units, or their digits as a text. They are never guessed: anything else is an error.
extension KeyedDecodingContainer where Key: MemberKey {
  func decode(_ type: Money.Type, forKey key: Key) throws -> Money {
    guard let money = try decode(MinorUnits.self, forKey: key).money else { throw notWhole([key]) }
    return money
  }

  func decodeIfPresent(_ type: Money.Type, forKey key: Key) throws -> Money? {
    guard contains(key), try !decodeNil(forKey: key) else { return nil }
    return try decode(type, forKey: key)
  }
}

private struct MinorUnits: Decodable, Hashable {
  let written: WrittenAmount
  /// Nil if it cannot be read. It may be negative, as a discount.
  let money: Money?

  init(from decoder: any Decoder) throws {
    guard let currency = decoder.userInfo[.currency] as? Currency else { throw notWhole(decoder.codingPath) }
    let text = try UntypedJSON(from: decoder).plainText
    written = WrittenAmount(minorUnits: text, currency)
    money = text.flatMap { try? Money(providerDecimal: $0, .jpy) }.map { Money(minorUnits: $0.minorUnits, currency) }
  }
}

private func notWhole(_ path: [any CodingKey]) -> DecodingError {
  .dataCorrupted(.init(codingPath: path, debugDescription: "This is no whole number of minor units."))
}

extension CodingUserInfoKey {
  /// The currency of a payment order, which its parts do not repeat.
  static let currency: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "currency") else { preconditionFailure("Any text is a key.") }
    return key
  }()
}

extension LenientObject {
  /// The error for a missing member. Without the member, the object says nothing.
  func missing(_ name: FieldName) -> DecodingError {
    .valueNotFound(String.self, .init(codingPath: [name], debugDescription: "The member is missing or unreadable."))
  }
}
