import AmazonPaySandbox
import FerryCore
import FerrySandbox
import FerryWeb

/// Executes one call of the API.
struct APIExecution {
  let sandbox: Sandbox
  let operation: Operation
  let fields: ReceivedFields
  /// True if a refund of this call fails later.
  let declinesRefund: Bool

  private var rules: Rules { sandbox.rules }
  var merchantID: String { sandbox.merchant.id }

  var result: APIResult {
    do throws(GatewayErrors) {
      return .answer(try execute())
    } catch {
      return .refused(error)
    }
  }

  /// Order of the checks: all fields at once, then the shop, then the transaction.
  private func execute() throws(GatewayErrors) -> AnswerFields {
    var reader = FieldReader(fields)
    let shop = reader.credentials()
    switch operation {
    case .entry: return try enter(&reader, shop)
    case .exec: return try exec(&reader, shop)
    case .sales, .change: return try setAmount(&reader, shop)
    case .cancel: return try cancel(&reader, shop)
    case .searchTrade: return try searchTrade(&reader, shop)
    case .searchAddress: return try searchAddress(&reader, shop)
    }
  }

  typealias Credentials = (id: String, password: String)

  /// - Throws: All errors of fields, else the error of unknown credentials.
  func check(_ reader: FieldReader, _ shop: Credentials) throws(GatewayErrors) {
    try reader.requireSound()
    guard shop.id == sandbox.shop.id, equalInConstantTime(shop.password, sandbox.shop.password.reveal()) else {
      throw GatewayErrors(.unknownShop)
    }
  }

  func change<Result: Sendable>(
    _ change: (inout Ledger, Moment) throws(GatewayError) -> Result
  ) throws(GatewayErrors) -> Result {
    do throws(GatewayError) {
      return try sandbox.change(change)
    } catch {
      throw GatewayErrors(error)
    }
  }

  /// The transaction that a call names by access id, password and order id.
  private func transaction(_ orderID: String, _ access: Credentials) throws(GatewayErrors) -> Transaction {
    try change { ledger, _ throws(GatewayError) in
      guard let found = ledger.transaction(access.id, access.password), found.orderID == orderID else {
        throw .unknownTransaction
      }
      return found
    }
  }

  // MARK: Entry

  private func enter(_ reader: inout FieldReader, _ shop: Credentials) throws(GatewayErrors) -> AnswerFields {
    let orderID = reader.orderID()
    let job = reader.job()
    let amounts = reader.amounts()
    reader.amazonpayType(rules.amazonpayTypes)
    try check(reader, shop)
    let made = try change { ledger, now throws(GatewayError) in
      try ledger.enter(orderID, job, amounts, at: now)
    }
    return AnswerFields([("AccessID", made.accessID), ("AccessPass", made.accessPassword)])
  }

  // MARK: Exec

  private func exec(_ reader: inout FieldReader, _ shop: Credentials) throws(GatewayErrors) -> AnswerFields {
    let access = reader.access()
    let orderID = reader.orderID()
    let session = fields["AmazonCheckoutSessionID"]?.text
    let permission = fields["AmazonChargePermissionID"]?.text
    let apbType = fields["ApbType"]?.text
    switch (session, permission) {
    case (nil, nil): reader.refuse(.unreadable("AmazonCheckoutSessionID", "it is missing."))
    case (_?, _?): reader.refuse(.unreadable("AmazonChargePermissionID", "send it without a checkout session."))
    case (nil, _?) where !["PayOnly", "PayAndShip"].contains(apbType ?? ""):
      reader.refuse(.unreadable("ApbType", "PayOnly or PayAndShip is expected."))
    default: break
    }
    let request = ExecRequest(
      returnURL: reader.returnURL(), description: reader.description(), clientFields: reader.clientFields(),
      term: reader.paymentTerm(rules.startTerm, limit: rules.startTermLimit))
    try check(reader, shop)
    let found = try transaction(orderID, access)
    if let permission { return try charge(found, request, permission) }
    let id = session ?? ""
    // The gateway's own refusals come first; the session is asked for at Amazon after them.
    try change { ledger, _ throws(GatewayError) in try ledger.checkExecutable(found, session: id) }
    try checkAtAmazon(id)
    let made = try change { ledger, now throws(GatewayError) in
      try ledger.request(orderID, request, session: id, at: now)
    }
    return start(made)
  }

  /// The answer that sends the buyer to the start page.
  private func start(_ made: Transaction) -> AnswerFields {
    var answer = AnswerFields([("AccessID", made.accessID)])
    answer.append(literal: made.token ?? "", "Token")
    answer.append(literal: "\(sandbox.origin)\(StartPage.link.text)", "StartURL")
    answer.fields.append(
      AnswerFields.Field(name: "StartLimitDate", value: made.startLimit.map { sandbox.date($0) } ?? ""))
    return answer
  }

  private func checkAtAmazon(_ id: String) throws(GatewayErrors) {
    guard let session = sandbox.amazon.processorSession(id, of: merchantID) else {
      throw GatewayErrors(.unknownAtAmazon("AmazonCheckoutSessionID"))
    }
    guard !rules.requiresProcessor || session.processor == "gmopg" else {
      throw GatewayErrors(.unusableAtAmazon("The button's payload has no processorSpecifications with the name gmopg."))
    }
    guard session.isOpen else { throw GatewayErrors(.unusableAtAmazon("The checkout session is not open any more.")) }
    guard session.hasBuyer else {
      throw GatewayErrors(.unusableAtAmazon("The buyer has not completed the selection in this checkout session."))
    }
  }

  /// Exec of an additional payment button, which answers with the result, or with the start page of a challenge.
  private func charge(
    _ transaction: Transaction, _ request: ExecRequest, _ permission: String
  ) throws(GatewayErrors) -> AnswerFields {
    try change { ledger, _ throws(GatewayError) in try ledger.checkExecutable(transaction, session: nil) }
    guard let known = sandbox.amazon.processorPermission(permission, of: merchantID) else {
      throw GatewayErrors(.unknownAtAmazon("AmazonChargePermissionID"))
    }
    if rules.challengesAdditionalButton {
      return start(
        try change { ledger, now throws(GatewayError) in
          try ledger.challenge(transaction.orderID, request, permission: permission, at: now)
        })
    }
    let made = try change { ledger, now throws(GatewayError) in
      try ledger.charge(transaction.orderID, request, permission: permission, known.decision, at: now)
    }
    guard made.status != .failed else { throw GatewayErrors(.declined) }
    return AnswerFields([
      ("ShopID", sandbox.shop.id), ("OrderID", made.orderID), ("Status", made.status.rawValue),
      ("TranDate", sandbox.date(made.processedAt)), ("AmazonChargePermissionID", permission),
      ("AmazonOrderReferenceID", nil), ("AmazonBillingAgreementID", nil),
      (
        "CheckString",
        CheckString.text(order: made.orderID, access: made.accessID, shop: sandbox.shop, permission: permission)
      ),
    ])
  }

  // MARK: Sales, Change, Cancel

  private func setAmount(_ reader: inout FieldReader, _ shop: Credentials) throws(GatewayErrors) -> AnswerFields {
    let access = reader.access()
    let orderID = reader.orderID()
    let amounts = reader.amounts()
    try check(reader, shop)
    let found = try transaction(orderID, access)
    let isSales = operation == .sales
    let made = try change { ledger, now throws(GatewayError) in
      isSales ? try ledger.capture(found, amounts, at: now) : try ledger.change(found, amounts, at: now)
    }
    return AnswerFields(Self.result(made))
  }

  private func cancel(_ reader: inout FieldReader, _ shop: Credentials) throws(GatewayErrors) -> AnswerFields {
    let access = reader.access()
    let orderID = reader.orderID()
    let amounts = reader.cancelAmounts()
    try check(reader, shop)
    let found = try transaction(orderID, access)
    let isDeclined = declinesRefund
    let made = try change { ledger, now throws(GatewayError) in
      try ledger.cancel(found, amounts, isDeclined: isDeclined, at: now)
    }
    return AnswerFields(
      Self.result(made) + [
        ("CancelAmount", String(amounts.amount)), ("CancelTax", String(amounts.tax)),
      ])
  }

  private static func result(_ transaction: Transaction) -> [(String, String?)] {
    [
      ("OrderID", transaction.orderID), ("Status", transaction.status.rawValue),
      ("Amount", String(transaction.amounts.amount)), ("Tax", String(transaction.amounts.tax)),
    ]
  }
}
