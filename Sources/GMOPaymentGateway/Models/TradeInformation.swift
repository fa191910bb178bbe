public import FerryCore
public import FerryHTTP

/// A transaction as GMO has it, the answer to `GMOCall.searchTrade`.
public struct TradeInformation: Sendable, GMOAnswer, Redacted {
  /// `PayType` of Amazon Pay. With another one, an order of Amazon Pay looks as if it did not exist.
  public static let amazonPayType = "38"

  public let status: Open<GMOStatus>
  public let job: Open<GMOJob>?
  /// Nil if GMO does not echo it.
  public let orderID: String?
  /// The last operation's time; nil if it is missing or has another form.
  public let processedAt: Moment?
  public let accessID: String?
  /// It is sent in clear, so that a search recovers it if the answer to `GMOCall.entry` was lost.
  public let accessPass: Secret<String>?
  /// The amount without the tax; nil if it is missing or cannot be read, as the other amounts.
  public let amount: Money?
  public let tax: Money?
  /// The amount that was returned.
  public let cancelAmount: Money?
  public let cancelTax: Money?
  public let amazonChargePermissionID: String?
  public let amazonCheckoutSessionID: String?
  public let clientFields: ClientFields
  /// The amounts as GMO wrote them.
  package let written: [WrittenAmount]
  private let payType: String?

  public init(_ fields: AnswerFields) throws(UnreadableAnswer) {
    status = Open(try fields.required("Status"))
    job = fields["JobCd"].map { Open($0) }
    orderID = fields["OrderID"]
    processedAt = fields["ProcessDate"].flatMap { GMOTime.moment($0) }
    accessID = try fields.access("AccessID")
    accessPass = try fields.access("AccessPass").map { Secret($0) }
    amount = fields.written("Amount")?.money
    tax = fields.written("Tax")?.money
    cancelAmount = fields.written("AmazonPayCancelAmount")?.money
    cancelTax = fields.written("AmazonPayCancelTax")?.money
    written = ["Amount", "Tax", "AmazonPayCancelAmount", "AmazonPayCancelTax"].compactMap { fields.written($0) }
    amazonChargePermissionID = fields["AmazonChargePermissionID"]
    amazonCheckoutSessionID = fields["AmazonCheckoutSessionID"]
    clientFields = ClientFields(fields["ClientField1"], fields["ClientField2"], fields["ClientField3"])
    payType = fields["PayType"]
  }

  /// The first amount as GMO wrote it that cannot be read.
  package var unreadable: String? { written.first { $0.money == nil }?.text }

  /// Amount and tax together; nil without an amount, and if any amount cannot be read.
  public var total: Money? { unreadable == nil ? amount.flatMap { try? $0.adding(tax ?? .yen(0)) } : nil }

  /// The returned amount and tax together; nil if GMO does not tell.
  public var cancelledTotal: Money? {
    guard cancelAmount != nil || cancelTax != nil else { return nil }
    return try? (cancelAmount ?? .yen(0)).adding(cancelTax ?? .yen(0))
  }

  public func answers(_ call: GMOCall) -> Bool {
    call.operation == .searchTrade && (orderID == nil || orderID == call.orderID)
      && (payType == nil || payType == Self.amazonPayType)
  }

  public var description: String { "transaction \(status.printable)" }
}
