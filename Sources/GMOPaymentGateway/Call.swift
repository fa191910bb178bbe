public import FerryCore
public import FerryHTTP

/// One call of GMO's protocol API, without ShopID, ShopPass and AccessPass, which `GMOAccount.seal` adds when it is sent.
/// It is independent of the account: store it before sending. The static functions make the calls, and throw
/// `InvalidField` for values that GMO would refuse or cut.
///
/// GMO knows no idempotency keys. After `unknownOutcome`, find the outcome by `searchTrade` before any retry.
public struct GMOCall: Hashable, Sendable, Redacted {
  public enum Operation: String, ProviderOperation, Codable, Hashable, Sendable, CaseIterable {
    /// Registers a transaction, and gives its AccessID and AccessPass.
    case entry = "EntryTranAmazonpay"
    /// Starts the payment page (`TwoStepExecution`), or settles at once (`APBExecution`).
    case exec = "ExecTranAmazonpay"
    /// Captures an authorized transaction.
    case sales = "AmazonpaySales"
    /// Changes the amount of a transaction.
    case change = "AmazonpayChange"
    /// Voids or refunds, in whole or in part.
    case cancel = "AmazonpayCancel"
    case searchAddress = "SearchAddressAmazonpay"
    case searchTrade = "SearchTradeMulti"

    public var changesState: Bool {
      switch self {
      case .entry, .exec, .sales, .change, .cancel: true
      case .searchAddress, .searchTrade: false
      }
    }

    /// True if the request needs the transaction's AccessPass.
    public var needsAccessPass: Bool {
      switch self {
      case .exec, .sales, .change, .cancel: true
      case .entry, .searchAddress, .searchTrade: false
      }
    }

    /// The longest wait for an answer. Amazon's part of a call can take more than a minute.
    public var timeout: Duration {
      switch self {
      case .exec, .sales, .change, .cancel: .seconds(100)
      case .entry, .searchAddress, .searchTrade: .seconds(30)
      }
    }
  }

  public let operation: Operation
  /// A JSON object of texts in UTF-8, with the names of the form encoding, such as `OrderID`. It never has ShopPass and
  /// AccessPass.
  public let content: [UInt8]

  public init(_ operation: Operation, content: [UInt8]) {
    self.operation = operation
    self.content = content
  }

  public var description: String { operation.rawValue }

  init(_ operation: Operation, _ fields: [String: String?]) {
    self.init(operation, content: stableJSON(fields.compactMapValues { $0 }))
  }

  /// The content as fields; nil for content that is not a JSON object of texts.
  var fields: [String: String]? { try? [String: String](json: content) }

  /// The OrderID that the call is about; nil if it has none.
  public var orderID: String? { fields?["OrderID"] }
}

extension GMOCall {
  /// Registers a transaction. The answer is an `EnteredTransaction`. Store the OrderID before the call, and the answer before
  /// the next one. A second call with the same OrderID is refused with `GMOErrorMeaning.orderIDUsed`.
  /// - Parameters:
  ///   - orderID: 1 to 27 letters, digits and hyphens, unique in the shop for ever.
  ///   - amount: 1 to 9,999,999 yen.
  ///   - tax: Tax and shipping, which GMO adds to the amount. Nil for none.
  public static func entry(
    orderID: String, _ job: GMOJob, amount: Money, tax: Money? = nil, type: AmazonpayType = .cPSP
  ) throws(InvalidField) -> GMOCall {
    try FieldRules.orderID(orderID)
    try FieldRules.amount(amount, tax, "/Amount", "/Tax")
    return GMOCall(
      .entry,
      [
        "OrderID": orderID, "JobCd": job.rawValue, "AmazonpayType": type.rawValue, "Amount": amount.decimal,
        "Tax": tax?.decimal,
      ])
  }

  /// Starts the payment page of a registered transaction, or settles a transaction of Amazon's Additional Payment Button. The
  /// answer is an `ExecutedTransaction`, which has a `start` for the page: send the buyer there by a form with `AccessID` and
  /// `Token`.
  public static func exec(
    _ execution: some GMOExecution, orderID: String, accessID: String
  ) throws(InvalidField) -> GMOCall {
    try execution.check()
    return try transaction(.exec, orderID, accessID, execution.fields)
  }

  /// Captures an authorized transaction. The answer is a `ChangedTransaction`.
  /// - Parameter amount: With the tax, it has to be the authorized sum; GMO does not document smaller captures.
  public static func sales(
    orderID: String, accessID: String, amount: Money, tax: Money? = nil
  ) throws(InvalidField) -> GMOCall {
    try FieldRules.amount(amount, tax, "/Amount", "/Tax")
    return try transaction(.sales, orderID, accessID, ["Amount": amount.decimal, "Tax": tax?.decimal])
  }

  /// Changes the amount of a transaction: up or down before the capture, down only after it. The answer is a
  /// `ChangedTransaction`.
  /// - Parameter amount: The new amount, not the difference.
  public static func change(
    orderID: String, accessID: String, amount: Money, tax: Money? = nil
  ) throws(InvalidField) -> GMOCall {
    try FieldRules.amount(amount, tax, "/Amount", "/Tax")
    return try transaction(.change, orderID, accessID, ["Amount": amount.decimal, "Tax": tax?.decimal])
  }

  /// Voids an authorized transaction, or refunds a captured one. A refund only begins with the answer, a
  /// `ChangedTransaction`: its end is notified, and found by `searchTrade`. A repeated partial refund refunds twice.
  /// - Parameter amount: The amount to return, at least 1 yen.
  public static func cancel(
    orderID: String, accessID: String, amount: Money, tax: Money? = nil
  ) throws(InvalidField) -> GMOCall {
    try FieldRules.amount(amount, tax, "/CancelAmount", "/CancelTax")
    return try transaction(
      .cancel, orderID, accessID, ["CancelAmount": amount.decimal, "CancelTax": tax?.decimal])
  }

  /// Gets the addresses and names that the buyer has chosen. The answer is a `BuyerDetails`.
  public static func searchAddress(_ source: AddressSource) throws(InvalidField) -> GMOCall {
    switch source {
    case .checkoutSession(let id):
      try FieldRules.amazonID(id, "/AmazonCheckoutSessionID")
      return GMOCall(.searchAddress, ["AmazonCheckoutSessionID": id])
    case .order(let id):
      try FieldRules.orderID(id)
      return GMOCall(.searchAddress, ["OrderID": id])
    }
  }

  /// Gets a transaction with its status and amounts. The answer is a `TradeInformation`. An order that was never
  /// registered is refused with `GMOErrorMeaning.orderUnknown`.
  public static func searchTrade(orderID: String) throws(InvalidField) -> GMOCall {
    try FieldRules.orderID(orderID)
    return GMOCall(.searchTrade, ["OrderID": orderID, "PayType": TradeInformation.amazonPayType])
  }

  private static func transaction(
    _ operation: Operation, _ orderID: String, _ accessID: String, _ fields: [String: String?]
  ) throws(InvalidField) -> GMOCall {
    try FieldRules.orderID(orderID)
    try FieldRules.accessID(accessID)
    let names: [String: String?] = ["OrderID": orderID, "AccessID": accessID]
    return GMOCall(operation, fields.merging(names) { _, name in name })
  }
}
