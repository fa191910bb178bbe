public import FerryCore

/// What Amazon has paid out to the merchant's bank account at once ("Requesting disbursement details", Amazon Pay
/// documentation).
public struct Disbursement: Hashable, Sendable {
  /// As it stands on the bank's statement.
  public let amazonDisbursementReferenceId: String?
  /// The settlement that is paid out, as settlement reports name it.
  public let settlementId: String?
  /// Who was paid.
  public let sellerId: String?
  /// What was paid out.
  public let amount: Price?
  /// When it was settled.
  public let transactionTime: Moment?
  /// Members that have no type here.
  public let additional: [String: JSONValue]
}

extension Disbursement: Codable {
  /// Amount and currency stand beside the other members, and not in an object of their own.
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    amazonDisbursementReferenceId = object.value("amazonDisbursementReferenceId")
    settlementId = object.value("settlementId")
    sellerId = object.value("sellerId")
    amount = (try? Price(from: decoder)).map { Price(amount: $0.amount, currencyCode: $0.currencyCode) }
    if amount != nil { object.skip(["amount", "currencyCode"]) }
    transactionTime = object.moment("transactionTime")
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(amazonDisbursementReferenceId, "amazonDisbursementReferenceId")
    try object.write(settlementId, "settlementId")
    try object.write(sellerId, "sellerId")
    try object.write(amount?.amount, "amount")
    try object.write(amount?.currencyCode, "currencyCode")
    try object.write(transactionTime, "transactionTime")
  }
}

/// A page of a list of disbursements.
public struct DisbursementPage: Hashable, Sendable {
  /// In the order in which they came.
  public let disbursements: [Disbursement]
  /// Asks for the next page; nil on the last one.
  public let nextToken: String?
  /// Members that have no type here.
  public let additional: [String: JSONValue]
}

extension DisbursementPage: Codable {
  public init(from decoder: any Decoder) throws {
    var object = try LenientObject(decoder)
    disbursements = object.values("disbursements")
    nextToken = object.value("nextToken")
    additional = object.additional
  }

  public func encode(to encoder: any Encoder) throws {
    var object = try ObjectWriter(encoder, additional: additional)
    try object.write(list: disbursements, "disbursements")
    try object.write(nextToken, "nextToken")
  }
}
