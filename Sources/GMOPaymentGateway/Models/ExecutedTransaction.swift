public import FerryCore
public import FerryHTTP

/// A registered transaction. Store it before the next call: who has AccessID and AccessPass and the shop's password can do
/// everything with the transaction.
public struct EnteredTransaction: Sendable, GMOAnswer, Redacted {
  /// 32 characters. The payment page gets it from the buyer's browser.
  public let accessID: String
  /// 32 characters. It never goes to a browser.
  public let accessPass: Secret<String>

  public init(_ fields: AnswerFields) throws(UnreadableAnswer) {
    guard let accessID = try fields.access("AccessID") else { throw UnreadableAnswer("AccessID") }
    guard let accessPass = try fields.access("AccessPass") else { throw UnreadableAnswer("AccessPass") }
    self.accessID = accessID
    self.accessPass = Secret(accessPass)
  }

  public func answers(_ call: GMOCall) -> Bool { call.operation == .entry }
}

/// The answer to `GMOCall.exec`: the payment page of a two-step payment, or the result of an APB payment. If Amazon asks
/// for another step of the buyer, an APB payment may have a page, too; GMO does not document it.
public struct ExecutedTransaction: Sendable, GMOAnswer {
  /// The page to send the buyer's browser to.
  public let start: PaymentStart?
  /// The result of an APB payment, always with a status.
  public let result: PaymentReturn?

  public init(_ fields: AnswerFields) throws(UnreadableAnswer) {
    start = fields["StartURL"] != nil ? try PaymentStart(fields) : nil
    result = fields["Status"] != nil ? try PaymentReturn(fields) : nil
    if start == nil, result == nil { throw UnreadableAnswer("StartURL") }
  }

  public func answers(_ call: GMOCall) -> Bool {
    guard call.operation == .exec, let asked = call.fields else { return false }
    if let start, start.accessID != asked["AccessID"] { return false }
    if let result, result.orderID != asked["OrderID"] { return false }
    return start != nil || asked["ApbType"] != nil
  }
}

/// The payment page of a transaction. The buyer's browser has to post a form to it; a redirect does not open it.
public struct PaymentStart: Sendable, Redacted {
  /// A form field for the page.
  public let accessID: String
  /// A form field for the page, Base64. Whoever has it can open the page once.
  public let token: Secret<String>
  /// The address to post the form to. Check it by `GMOAccount.mayStart` first.
  public let startURL: String
  /// The browser has to open the page before this time.
  public let startLimit: Moment

  init(_ fields: AnswerFields) throws(UnreadableAnswer) {
    guard let accessID = try fields.access("AccessID") else { throw UnreadableAnswer("AccessID") }
    guard let startLimit = fields["StartLimitDate"].flatMap({ GMOTime.moment($0) }) else {
      throw UnreadableAnswer("StartLimitDate")
    }
    let token = try fields.required("Token")
    guard token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw UnreadableAnswer("Token") }
    self.accessID = accessID
    self.token = Secret(token)
    self.startURL = try fields.required("StartURL")
    self.startLimit = startLimit
  }
}

/// The answer to `GMOCall.sales`, `change` and `cancel`. GMO's documentation does not say whether amounts are those before
/// or after a partial refund: compare by `GMOCall.searchTrade`.
public struct ChangedTransaction: Hashable, Sendable, GMOAnswer {
  public let orderID: String
  /// After a refund, it can be that of a refund in progress.
  public let status: Open<GMOStatus>
  public let amount: Money?
  public let tax: Money?
  public let cancelAmount: Money?
  public let cancelTax: Money?

  public init(_ fields: AnswerFields) throws(UnreadableAnswer) {
    orderID = try fields.required("OrderID")
    status = Open(try fields.required("Status"))
    amount = try fields.yen("Amount")
    tax = try fields.yen("Tax")
    cancelAmount = try fields.yen("CancelAmount")
    cancelTax = try fields.yen("CancelTax")
  }

  public func answers(_ call: GMOCall) -> Bool {
    switch call.operation {
    case .sales, .change, .cancel: orderID == call.orderID
    case .entry, .exec, .searchAddress, .searchTrade: false
    }
  }
}
