import FerryCore
package import FerrySandbox
package import HTTPTypes

extension Sandbox {
  /// The operation of a request; nil for a page.
  package func operation(of request: HTTPRequest) -> APIOperation? {
    try? APIPath(request.pathWithoutQuery)?.target(request.method).operation
  }

  package func execute(_ request: HTTPRequest, _ body: [UInt8], fault: SandboxFault.Kind?) -> SandboxExchange {
    guard let path = APIPath(request.pathWithoutQuery) else { return page(request, body) }
    let target: APIPath.Target
    do {
      target = try path.target(request.method)
    } catch {
      return finish(request, body, nil, APIAnswer(error), fault)
    }
    switch fault {
    case .dropBeforeExecution: return finish(request, body, target.operation, APIAnswer(Self.failure(500)), fault)
    case .errorBeforeExecution(let status):
      return finish(request, body, target.operation, APIAnswer(Self.failure(status)), fault)
    default: break
    }
    var simulation = request.headerFields.amazonPay("x-amz-pay-simulation-code")
    if simulation == nil, case .simulate(let code) = fault { simulation = code }
    do {
      let caller = try authenticator.owner(
        of: request, body: body, environment: path.environment, at: state.timekeeper.now)
      let owner =
        try authenticator.delegator(to: caller, by: request.headerFields.amazonPay("x-amz-pay-authtoken")) ?? caller
      try authenticator.check(caller, may: target.operation)
      let parsed = try APIRequest(
        owner: owner, target: target, idempotencyKey: request.headerFields.amazonPay("x-amz-pay-idempotency-key"),
        simulationCode: simulation, body: body, query: request.queryText, rules: configuration.rules)
      let answer = state.change { $0.receive(parsed, at: $1) }
      return finish(request, body, target.operation, answer, fault)
    } catch {
      return finish(request, body, target.operation, APIAnswer(error), fault)
    }
  }

  /// Makes an HTTP response of an answer, applies the fault, and describes the request for the log.
  private func finish(
    _ request: HTTPRequest, _ received: [UInt8], _ operation: APIOperation?, _ answer: APIAnswer,
    _ fault: SandboxFault.Kind?
  ) -> SandboxExchange {
    var status = answer.status
    var reasonCode = answer.reasonCode
    var body = answer.body
    var contentType = "application/json;charset=UTF-8"
    var delivery = SandboxExchange.Delivery.whole
    switch fault {
    case .dropBeforeExecution, .dropAfterExecution: delivery = .none
    case .errorAfterExecution(let failed):
      let refusal = Self.failure(failed)
      (status, reasonCode, body) = (failed, refusal.reasonCode, refusal.body.bytes)
    case .cutOffBody: delivery = .cutOff(body.count / 2)
    case .notJSON:
      body = Array("<html><body><h1>Service temporarily overloaded</h1></body></html>".utf8)
      contentType = "text/html"
    case .unknownState: body = Self.withUnknownState(body)
    case .otherAmount:
      let changed = (try? JSONValue(parsing: body))?.changingMembers { name, value in
        name == "amount" ? value.text.map { .string("1" + $0) } : nil
      }
      body = changed?.bytes ?? body
    case .delay, .slow, .errorBeforeExecution, .simulate, nil: break
    }
    var record = RequestRecord(
      method: request.method.rawValue, path: String(request.pathWithoutQuery.prefix(512)),
      operation: operation?.rawValue, status: status, reasonCode: reasonCode, wasStruck: fault != nil)
    record.keyID = Self.keyID(request)
    record.hidesAnswer = operation == .getBuyer && status == 200
    record.simulationCode = request.headerFields.amazonPay("x-amz-pay-simulation-code").map { String($0.prefix(64)) }
    if case .simulate(let code) = fault { record.simulationCode = record.simulationCode ?? code }
    if status >= 400 {
      record.message = (try? JSONValue(parsing: body))?["message"]?.text.map { String($0.prefix(2048)) }
    }
    if reasonCode == "InvalidRequestSignature" { record.signing = authenticator.trace(request, body: received) }
    var response = HTTPResponse(status: HTTPResponse.Status(code: status))
    response.headerFields[.contentType] = contentType
    response.headerFields[.contentLength] = String(body.count)
    response.headerFields[.date] = HTTPDate.text(state.timekeeper.now)
    if let name = HTTPField.Name("x-amz-pay-request-id") { response.headerFields[name] = randomness.token(bytes: 12) }
    var exchange = SandboxExchange(response: response, body: body, delivery: delivery)
    exchange.record = record
    return exchange
  }

  /// The key id of the authorization header. The rest of the header may be malformed.
  private static func keyID(_ request: HTTPRequest) -> String? {
    guard let value = request.headerFields.amazonPay("authorization"),
      let range = value.firstRange(of: "PublicKeyId=")
    else { return nil }
    return String(value[range.upperBound...].prefix { $0 != "," && $0 != " " }.prefix(64))
  }

  private static func failure(_ status: Int) -> APIRefusal {
    let reasonCode =
      switch status {
      case 408: "RequestTimeout"
      case 429: "TooManyRequests"
      case 503: "ServiceUnavailable"
      default: "InternalServerError"
      }
    return APIRefusal(status, reasonCode, "The request could not be processed.")
  }

  private static func withUnknownState(_ body: [UInt8]) -> [UInt8] {
    guard let answer = try? JSONValue(parsing: body), let members = answer.members else { return body }
    return JSONValue.object(
      members.map { member in
        guard member.name == "statusDetails", let details = member.value.members else { return member }
        let changed = details.map {
          $0.name == "state" ? JSONValue.Member(name: "state", value: "Teleported") : $0
        }
        return JSONValue.Member(name: member.name, value: .object(changed))
      }
    ).bytes
  }
}

struct APIAnswer {
  let status: Int
  let body: [UInt8]
  let reasonCode: String?

  init(_ status: Int, _ body: [UInt8], reasonCode: String? = nil) {
    self.status = status
    self.body = body
    self.reasonCode = reasonCode
  }

  init(_ refusal: APIRefusal) { self.init(refusal.status, refusal.body.bytes, reasonCode: refusal.reasonCode) }
}
