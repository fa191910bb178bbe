import FerryCore
import FerrySandbox
import FerryWeb
import HTTPTypes

/// An answer of the API.
struct APIResult {
  var status: Int
  var body: JSONValue
  var version: APIVersion
}

/// Executes calls of the API.
struct APIExecution {
  let sandbox: Sandbox
  let call: APICall
  /// The type of a planned problem.
  let simulation: String?

  private var merchant: Merchant { sandbox.merchant }

  func answer() -> CallAnswer {
    do throws(APIProblem) {
      let result = try execute()
      return CallAnswer(
        result.status, result.body.bytes,
        mediaType: "application/json; charset=utf-8; version=\(result.version.rawValue)")
    } catch {
      return CallAnswer(error, session: call.sessionID)
    }
  }

  /// Order of the checks: access token, path, media type, planned problem, content.
  private func execute() throws(APIProblem) -> APIResult {
    guard let token = call.accessToken, equalInConstantTime(token, merchant.accessToken.reveal()) else {
      throw .unauthorized
    }
    guard let target = call.target else { throw .unknown }
    if call.hasOtherMediaType { throw .otherMediaType }
    if let simulation { throw .simulated(simulation) }
    let asked = try APIVersion.named(in: call.versionHeader)
    let body = call.method == .get ? [:] : try call.requiredBody()
    return try sandbox.change { ledger, now throws(APIProblem) in
      try execute(target, body, asked, &ledger, at: now)
    }
  }

  private func execute(
    _ target: APICall.Target, _ body: JSONValue, _ asked: APIVersion?, _ ledger: inout Ledger, at now: Moment
  ) throws(APIProblem) -> APIResult {
    /// An answer in the version that the request asks for, else in the version of the order's creation.
    func result(_ order: PaymentOrder, status: Int = 200) -> APIResult {
      let version = asked ?? order.version
      return APIResult(
        status: status,
        body: OrderBody(order, ledger, sandbox.origin, version, expanded: call.expanded, at: now).whole,
        version: version)
    }
    switch target {
    case .orders:
      // "productName" asks for version 3.0, if no header names one.
      let named = try OrderRequest.order(in: body).text("productName")?.lowercased() == "checkout3"
      let version = asked ?? (named ? .v3 : .v2)
      let request = try OrderRequest(body, version, merchant)
      let order = try ledger.create(request, version, userAgent: call.userAgent, at: now, sandbox.randomness)
      return result(order, status: merchant.rules.creationStatus)
    case .order(let id):
      let order = try ledger.order(id)
      return result(call.method == .get ? order : try change(order, body, &ledger, at: now))
    case .resource(let id, let name):
      let order = try ledger.order(id)
      let version = asked ?? order.version
      let whole = OrderBody(order, ledger, sandbox.origin, version, expanded: [], at: now)
      if name == "payments" { return APIResult(status: 200, body: whole.payments, version: version) }
      if name == "currentpayment" { return APIResult(status: 200, body: whole.currentPayment, version: version) }
      guard let node = OrderNode.allCases.first(where: { $0.segment == name }) else { throw .unknown }
      let members: JSONValue = [
        "paymentOrder": .string(order.path), node.rawValue: whole.content(node),
      ]
      return APIResult(status: 200, body: members, version: version)
    case .transaction(let id, let transaction):
      let order = try ledger.order(id)
      let version = asked ?? order.version
      let whole = OrderBody(order, ledger, sandbox.origin, version, expanded: [], at: now)
      guard let body = whole.financialTransaction(transaction) else { throw .unknown }
      return APIResult(status: 200, body: body, version: version)
    case .payment(let id, let instrument, let rest):
      guard let (order, attempt) = ledger.order(payment: id), attempt.instrument.segment == instrument else {
        throw .unknown
      }
      let version = asked ?? order.version
      let whole = OrderBody(order, ledger, sandbox.origin, version, expanded: [], at: now)
      guard let body = whole.body(of: attempt, rest) else { throw .unknown }
      return APIResult(status: 200, body: body, version: version)
    case .operation(let id, let kind):
      let order = try ledger.order(id)
      let request = try OperationRequest(kind, body, of: order, merchant.rules)
      let (changed, transaction) = try ledger.perform(request, on: order.id, at: now)
      let version = asked ?? order.version
      let status = changed.pendingReversal == nil ? 200 : 202
      guard version < .v31 else { return result(changed, status: status) }
      let old = OrderBody(changed, ledger, sandbox.origin, version, expanded: [], at: now).operation(transaction)
      return APIResult(status: status, body: old, version: version)
    case .consumers:
      let consumer = try ledger.createConsumer(body, at: now, sandbox.randomness)
      return APIResult(status: 200, body: consumer.body(sandbox.origin), version: .v2)
    case .consumer(let profile, let part):
      let consumer = try ledger.consumer(profile: profile)
      guard let details = consumer.details(part) else { throw .unknown }
      return APIResult(status: 200, body: details, version: .v2)
    case .tokens, .token: return try tokens(target, body, &ledger)
    }
  }

  private func change(
    _ order: PaymentOrder, _ body: JSONValue, _ ledger: inout Ledger, at now: Moment
  ) throws(APIProblem) -> PaymentOrder {
    let reader = try OrderRequest.order(in: body)
    switch call.operation {
    case .abort:
      let reason = try reader.required("abortReason", reader.text("abortReason"))
      return try ledger.abort(order.id, reason: reason, at: now)
    case .abortAttempt: return try ledger.abortAttempt(order.id, at: now)
    case .updateOrder:
      let (amount, vatAmount) = try OrderRequest.amounts(reader, order.currency)
      let items = try OrderRequest.items(reader, amount, vatAmount, order.version, merchant.rules)
      return try ledger.update(
        order.id, amount: amount, vatAmount: vatAmount, description: reader.text("description", 0...40), items: items,
        at: now)
    case .setInstrument, .expandInstrument:
      let name = try reader.required("instrument", reader.text("instrument"))
      guard call.operation == .expandInstrument else { return try ledger.setInstrument(order.id, name, at: now) }
      guard let instrument = Instrument(rawValue: name) else {
        throw .invalid(reader.path("instrument"), "is unknown")
      }
      do throws(BuyerRefusal) {
        return try ledger.select(order.token, instrument, at: now)
      } catch {
        throw .forbidden("ExpandInstrument", "The instrument cannot be expanded now.")
      }
    default: throw .invalid(reader.path("operation"), "is unknown")
    }
  }

  private func tokens(
    _ target: APICall.Target, _ body: JSONValue, _ ledger: inout Ledger
  ) throws(APIProblem) -> APIResult {
    if call.method == .patch {
      guard body["state"]?.text == "Deleted", body["comment"]?.text != nil else {
        throw .invalid("State", "is not Deleted, or there is no comment")
      }
    }
    switch target {
    case .token(let name, let kind):
      let token = try ledger.deleteToken(name, kind)
      return APIResult(status: 200, body: token.deletedBody, version: .v31)
    case .tokens(let payer, let isOldForm) where call.method == .get:
      let list = TokenList(payer: payer, tokens: ledger.tokens(of: payer), origin: sandbox.origin)
      guard !list.tokens.isEmpty else { throw .unknown }
      return APIResult(status: 200, body: isOldForm ? list.oldBody : list.body, version: .v31)
    case .tokens(let payer, _):
      let deleted = try ledger.deleteTokens(of: payer)
      return APIResult(
        status: 200,
        body: [
          "payerOwnedTokens": [
            "id": .string(TokenList.path(payer)), "payerReference": .string(payer),
            "tokens": .array(deleted.map(\.deletedBody)),
          ]
        ], version: .v31)
    default: throw .unknown
    }
  }
}

extension APICall {
  fileprivate func requiredBody() throws(APIProblem) -> JSONValue {
    guard let body, body.members != nil else { throw .malformed }
    return body
  }
}
