public import FerryCore
public import FerryHTTP

/// One transfer from Amazon to the merchant's bank account ("Requesting disbursement details", Amazon Pay
/// documentation).
public struct Disbursement: Hashable, Sendable {
  /// The reference on the bank statement.
  public let amazonDisbursementReferenceId: String?
  /// The id that settlement reports use.
  public let settlementId: String?
  /// The merchant's id.
  public let sellerId: String?
  public let amount: Price?
  /// The time of the settlement.
  public let transactionTime: Moment?
  public let additional: [String: UntypedJSON]
}

extension Disbursement: Codable {
  /// Amount and currency are members of the disbursement itself, not of a nested object.
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
public struct DisbursementPage: Hashable, Sendable, LenientCodable, AmazonPayObject {
  public internal(set) var disbursements: [Disbursement] = []
  /// The token of the next page; nil on the last page.
  public internal(set) var nextToken: String?
  public internal(set) var additional: [String: UntypedJSON] = [:]

  public func answers(_ call: AmazonPayCall) -> Bool { call.operation == .listDisbursements }

  mutating func code(_ members: inout MemberCoder) throws {
    try members.list(&disbursements, "disbursements")
    try members.member(&nextToken, "nextToken")
  }
}
