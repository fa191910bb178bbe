public import FerryCore
public import FerryHTTP

/// Payment orders. The answer to each call is a `PaymentOrder`.
extension SwedbankPayCall {
  /// Creates a payment order. Store its id before the payer leaves. A repeated call with the same reference is refused.
  public static func createPaymentOrder(
    _ order: NewPaymentOrder, expanding nodes: Set<ExpandedNode> = [], version: APIVersion = .v3_1
  ) throws(InvalidField) -> SwedbankPayCall {
    try order.check(version)
    let target = EntryPoint.expanding(EntryPoint.paymentOrders.text, nodes)
    let body = ["paymentorder": NewPaymentOrder.Body(order: order, version: version)]
    return SwedbankPayCall(.createPaymentOrder, .post, target, version, body)
  }

  /// Gets a payment order. Its status decides, and not a callback or a returning browser.
  public static func getPaymentOrder(
    _ id: ResourceID, expanding nodes: Set<ExpandedNode> = [], version: APIVersion = .v3_1
  ) -> SwedbankPayCall {
    SwedbankPayCall(.getPaymentOrder, .get, EntryPoint.expanding(id.path, nodes), version, paymentOrder: id)
  }

  /// Ends a payment order before it is paid. It is refused while the payer is in a bank's app: try again later.
  /// - Parameter reason: Swedbank Pay documents `CancelledByConsumer`; it accepts any text.
  public static func abort(
    _ order: PaymentOrder, reason: String = "CancelledByConsumer", version: APIVersion = .v3_1
  ) throws(InvalidField) -> SwedbankPayCall {
    try FieldRules.notEmpty(reason, "/paymentorder/abortReason")
    return try change(order, .abort, .abort, version, OrderChange(operation: "Abort", abortReason: reason))
  }

  /// Ends the payer's running attempt to pay. The order stays open.
  public static func abortPaymentAttempt(
    _ order: PaymentOrder, version: APIVersion = .v3_1
  ) throws(InvalidField) -> SwedbankPayCall {
    let change = OrderChange(operation: "PaymentAttemptAborted", abortReason: "AbortedByUI")
    return try self.change(order, .abortPaymentAttempt, .abortPaymentAttempt, version, change)
  }

  /// Changes the amount of an open payment order in the Seamless View, whose script then needs `refresh()`.
  /// - Parameters:
  ///   - description: 1 to 40 characters; nil to keep it.
  ///   - items: They have to add up to the amount; required before version 3.1.
  public static func updateOrder(
    _ order: PaymentOrder, amount: Money, vatAmount: Money, description: String? = nil, items: [OrderItem] = [],
    version: APIVersion = .v3_1
  ) throws(InvalidField) -> SwedbankPayCall {
    let root = "/paymentorder"
    try FieldRules.currency(amount, order.amount.currency, "\(root)/amount")
    try FieldRules.amount(amount, vat: vatAmount, root)
    try FieldRules.length(description, 1...40, "\(root)/description")
    try OrderItem.check(items, amount: amount, vat: vatAmount, version, root)
    let change = OrderChange(
      operation: "UpdateOrder", amount: amount.minorUnits, vatAmount: vatAmount.minorUnits, description: description,
      orderItems: items.isEmpty ? nil : items)
    return try self.change(order, .updateOrder, .updateOrder, version, change)
  }

  /// Changes the payment method of an open payment order in instrument mode. Use the script's address of the answer.
  public static func setInstrument(
    _ instrument: Open<Instrument>, of order: PaymentOrder, version: APIVersion = .v3_1
  ) throws(InvalidField) -> SwedbankPayCall {
    try FieldRules.notEmpty(instrument.text, "/paymentorder/instrument")
    let change = OrderChange(operation: "SetInstrument", instrument: instrument.text)
    return try self.change(order, .setInstrument, .setInstrument, version, change)
  }

  private static func change(
    _ order: PaymentOrder, _ operation: Operation, _ rel: Rel, _ version: APIVersion, _ change: OrderChange
  ) throws(InvalidField) -> SwedbankPayCall {
    let offered = try order.offered(rel)
    return SwedbankPayCall(
      operation, offered.method, offered.href, version, paymentOrder: order.id, ["paymentorder": change])
  }

  private struct OrderChange: Encodable {
    let operation: String
    var abortReason: String?
    var amount: Int64?
    var vatAmount: Int64?
    var description: String?
    var orderItems: [OrderItem]?
    var instrument: String?
  }
}

extension PaymentOrder {
  /// - Throws: `InvalidField` if the operation is not offered.
  func offered(_ rel: Rel) throws(InvalidField) -> ResourceOperation {
    guard let operation = operations[rel] else {
      throw InvalidField("/operations", "Swedbank Pay does not offer \(rel.rawValue) now. Get the payment order again.")
    }
    return operation
  }
}
