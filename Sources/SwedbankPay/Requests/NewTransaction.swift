public import FerryCore
public import FerryHTTP

public struct NewTransaction: Hashable, Sendable, Encodable {
  /// With VAT.
  public var amount: Money
  /// The part of the amount that is VAT.
  public var vatAmount: Money
  public var description: String
  public var payeeReference: PayeeReference
  /// A second number for receipts, at most 30 characters. It may repeat.
  public var receiptReference: String?
  /// The items of this amount. Required before version 3.1.
  public var orderItems: [OrderItem]

  public init(
    amount: Money, vatAmount: Money, description: String, payeeReference: PayeeReference,
    receiptReference: String? = nil, orderItems: [OrderItem] = []
  ) {
    self.amount = amount
    self.vatAmount = vatAmount
    self.description = description
    self.payeeReference = payeeReference
    self.receiptReference = receiptReference
    self.orderItems = orderItems
  }

  private enum CodingKeys: String, MemberKey {
    case amount, vatAmount, description, payeeReference, receiptReference, orderItems
  }

  /// - Throws: `InvalidField` for the first field that Swedbank Pay would refuse.
  package func check(atMost limit: Money?, _ order: PaymentOrder, _ version: APIVersion) throws(InvalidField) {
    let root = "/transaction"
    try FieldRules.currency(amount, order.amount.currency, "\(root)/amount")
    try FieldRules.amount(amount, vat: vatAmount, atMost: limit, root)
    try FieldRules.notEmpty(description, "\(root)/description")
    try FieldRules.length(receiptReference, 1...30, "\(root)/receiptReference")
    try OrderItem.check(orderItems, amount: amount, vat: vatAmount, version, root)
  }
}

/// Operations on a paid order. The answer to each is a `TransactionAnswer`. Five failures of one operation in a row lock it
/// ("Capture", "Reversal", Swedbank Pay documentation).
extension SwedbankPayCall {
  /// Captures an authorized amount, in whole or in parts, within 180 days.
  /// - Throws: `InvalidField`, also if a capture is not offered, or the amount is above what remains.
  public static func capture(
    _ transaction: NewTransaction, of order: PaymentOrder, expanding nodes: Set<ExpandedNode> = [],
    version: APIVersion = .v3_1
  ) throws(InvalidField) -> SwedbankPayCall {
    try transaction.check(atMost: order.remainingCaptureAmount, order, version)
    return try onPaid(order, .capture, .capture, nodes, version, transaction)
  }

  /// Refunds a captured or sold amount, in whole or in parts. A reversal at a bank can take three days; it needs a
  /// `callbackUrl`.
  /// - Throws: `InvalidField`, also if a reversal is not offered, or the amount is above what remains.
  public static func reversal(
    _ transaction: NewTransaction, of order: PaymentOrder, expanding nodes: Set<ExpandedNode> = [],
    version: APIVersion = .v3_1
  ) throws(InvalidField) -> SwedbankPayCall {
    try transaction.check(atMost: order.remainingReversalAmount, order, version)
    return try onPaid(order, .reversal, .reversal, nodes, version, transaction)
  }

  /// Releases all of an authorized amount that is not captured.
  /// - Throws: `InvalidField`, also if a cancellation is not offered.
  public static func cancel(
    _ order: PaymentOrder, description: String, payeeReference: PayeeReference,
    expanding nodes: Set<ExpandedNode> = [], version: APIVersion = .v3_1
  ) throws(InvalidField) -> SwedbankPayCall {
    try FieldRules.notEmpty(description, "/transaction/description")
    let content = ["description": description, "payeeReference": payeeReference.text]
    return try onPaid(order, .cancel, .cancel, nodes, version, content)
  }

  private static func onPaid(
    _ order: PaymentOrder, _ operation: Operation, _ rel: Rel, _ nodes: Set<ExpandedNode>, _ version: APIVersion,
    _ transaction: some Encodable
  ) throws(InvalidField) -> SwedbankPayCall {
    let offered = try order.offered(rel)
    return SwedbankPayCall(
      operation, offered.method, EntryPoint.expanding(offered.href, nodes), version, paymentOrder: order.id,
      ["transaction": transaction])
  }
}
