import FerryCore
import FerrySandbox
import FerryWeb
import HTTPTypes

struct APIResult {
  var status = 200
  let body: JSONValue
  let version: APIVersion
}

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
    guard let body = call.method == .get ? [:] : call.body, body.members != nil else { throw .malformed }
    return try sandbox.change { ledger, now throws(APIProblem) in
      try execute(target, body, asked, &ledger, at: now)
    }
  }

  private func execute(
    _ target: APICall.Target, _ body: JSONValue, _ asked: APIVersion?, _ ledger: inout Ledger, at now: Moment
  ) throws(APIProblem) -> APIResult {
    /// In the version that the request asks for, else in the version of the order's creation.
    func content(_ order: PaymentOrder, expanded: Set<String> = []) -> OrderBody {
      OrderBody(
        order: order, ledger: ledger, origin: sandbox.origin, version: asked ?? order.version, expanded: expanded,
        now: now)
    }
    func result(_ order: PaymentOrder, _ body: JSONValue?, status: Int = 200) throws(APIProblem) -> APIResult {
      guard let body else { throw .unknown }
      return APIResult(status: status, body: body, version: asked ?? order.version)
    }
    func whole(_ order: PaymentOrder, status: Int = 200) throws(APIProblem) -> APIResult {
      try result(order, content(order, expanded: call.expanded).whole, status: status)
    }
    switch target {
    case .orders:
      // "productName" asks for version 3.0, if no header names one.
      let named = try OrderRequest.order(in: body).text("productName")?.lowercased() == "checkout3"
      let version = asked ?? (named ? .v3 : .v2)
      let request = try OrderRequest(body, version, merchant)
      let order = try ledger.create(request, version, userAgent: call.userAgent, at: now, sandbox.randomness)
      return try whole(order, status: merchant.rules.creationStatus)
    case .order(let id):
      let order = try ledger.order(id)
      return try whole(call.method == .get ? order : try change(order, body, &ledger, at: now))
    case .resource(let id, let name):
      let order = try ledger.order(id)
      return try result(order, content(order).resource(name))
    case .transaction(let id, let transaction):
      let order = try ledger.order(id)
      return try result(order, content(order).financialTransaction(transaction))
    case .payment(let id, let instrument, let rest):
      guard let (order, attempt) = ledger.order(payment: id), attempt.instrument.segment == instrument else {
        throw .unknown
      }
      return try result(order, content(order).body(of: attempt, rest))
    case .operation(let id, let kind):
      let order = try ledger.order(id)
      let request = try OperationRequest(kind, body, of: order, merchant.rules)
      let (changed, transaction) = try ledger.perform(request, on: order.id, at: now)
      let status = changed.pendingReversal == nil ? 200 : 202
      if (asked ?? order.version) == .v31 { return try whole(changed, status: status) }
      return try result(changed, content(changed).operation(transaction), status: status)
    case .consumers:
      let consumer = try ledger.createConsumer(body, at: now, sandbox.randomness)
      return APIResult(body: consumer.body(sandbox.origin), version: .v2)
    case .consumer(let profile, let part):
      let consumer = try ledger.consumer(profile: profile)
      guard let details = consumer.details(part) else { throw .unknown }
      return APIResult(body: details, version: .v2)
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
      guard let instrument = Instrument(rawValue: name) else { throw .invalid(reader.path("instrument"), "is unknown") }
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
      return APIResult(body: token.deletedBody, version: .v31)
    case .tokens(let payer, let isOldForm) where call.method == .get:
      let list = TokenList(payer: payer, tokens: ledger.tokens(of: payer), origin: sandbox.origin)
      guard !list.tokens.isEmpty else { throw .unknown }
      return APIResult(body: isOldForm ? list.oldBody : list.body, version: .v31)
    case .tokens(let payer, _):
      let deleted = try ledger.deleteTokens(of: payer)
      let list = TokenList.body(payer, deleted.map(\.deletedBody))
      return APIResult(body: ["payerOwnedTokens": list], version: .v31)
    default: throw .unknown
    }
  }
}

extension Sandbox {
  /// Answers a call with its planned fault, and describes it for the log.
  func answer(_ call: APICall, _ request: HTTPRequest, _ fault: SandboxFault.Kind?) -> SandboxExchange {
    var exchange = answer(
      request, operation: call.operation?.rawValue, fault,
      failure: { CallAnswer(.failure($0), session: call.sessionID) },
      // The order's status, or the state of a transaction.
      unknownState: {
        $0.changingMembers { ["status", "state"].contains($0) && $1.text != nil ? "Teleported" : nil }
      },
      otherAmount: { $0.changingMembers { $0 == "amount" && $1.text == nil ? $1.with(firstDigit: "1") : nil } }
    ) { simulation in APIExecution(sandbox: self, call: call, simulation: simulation).answer() }
    if let name = HTTPField.Name("api-supported-versions") {
      exchange.response.headerFields[name] = APIVersion.allCases.map(\.rawValue).joined(separator: "/")
    }
    return exchange
  }
}

extension CallAnswer {
  /// - Parameter session: The request's `Session-Id`.
  init(_ problem: APIProblem, session: String?) {
    self.init(
      problem.http, problem.body(session: session).bytes, mediaType: "application/problem+json",
      reasonCode: problem.type, message: problem.message)
  }
}
