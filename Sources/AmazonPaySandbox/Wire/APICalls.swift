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
    let operation = operation(of: request)
    var exchange = answer(
      request, operation: operation?.rawValue, fault,
      failure: { status in
        let reasonCodes = [408: "RequestTimeout", 429: "TooManyRequests", 503: "ServiceUnavailable"]
        return CallAnswer(
          APIRefusal(status, reasonCodes[status] ?? "InternalServerError", "The request could not be processed."))
      },
      unknownState: {
        $0.changingMembers { name, details in
          name == "statusDetails" ? details.changingMembers { name, _ in name == "state" ? "Teleported" : nil } : nil
        }
      },
      otherAmount: { $0.changingMembers { $0 == "amount" && $1.text != nil ? $1.with(firstDigit: "1") : nil } }
    ) { simulation in
      do throws(APIRefusal) {
        return try perform(request, body, path, simulation)
      } catch {
        return CallAnswer(error)
      }
    }
    if let name = HTTPField.Name("x-amz-pay-request-id") {
      exchange.response.headerFields[name] = randomness.token(bytes: 12)
    }
    guard var record = exchange.record else { return exchange }
    record.keyID = Self.keyID(request)
    record.hidesAnswer = operation == .getBuyer && record.status == 200
    if let code = request.headerFields.amazonPay("x-amz-pay-simulation-code") {
      record.simulationCode = String(code.prefix(64))
    }
    if record.status >= 400 {
      record.message = (try? JSONValue(parsing: exchange.body))?["message"]?.text.map { String($0.prefix(2048)) }
    }
    if record.reasonCode == "InvalidRequestSignature" { record.signing = authenticator.trace(request, body: body) }
    exchange.record = record
    return exchange
  }

  /// - Parameter simulation: The code of a planned fault. The header's code takes precedence.
  private func perform(
    _ request: HTTPRequest, _ body: [UInt8], _ path: APIPath, _ simulation: String?
  ) throws(APIRefusal) -> CallAnswer {
    let target = try path.target(request.method)
    let headers = request.headerFields
    let caller = try authenticator.owner(
      of: request, body: body, environment: path.environment, at: state.timekeeper.now)
    let owner = try authenticator.delegator(to: caller, by: headers.amazonPay("x-amz-pay-authtoken")) ?? caller
    try authenticator.check(caller, may: target.operation)
    let parsed = try APIRequest(
      owner: owner, target: target, idempotencyKey: headers.amazonPay("x-amz-pay-idempotency-key"),
      simulationCode: headers.amazonPay("x-amz-pay-simulation-code") ?? simulation, body: body,
      query: request.queryText, rules: rules)
    return state.change { $0.receive(parsed, at: $1) }
  }

  /// The key id of the authorization header. The rest of the header may be malformed.
  private static func keyID(_ request: HTTPRequest) -> String? {
    guard let value = request.headerFields.amazonPay("authorization"),
      let range = value.firstRange(of: "PublicKeyId=")
    else { return nil }
    return String(value[range.upperBound...].prefix { $0 != "," && $0 != " " }.prefix(64))
  }
}

extension CallAnswer {
  init(_ status: Int, json: [UInt8], reasonCode: String? = nil) {
    self.init(status, json, mediaType: "application/json;charset=UTF-8", reasonCode: reasonCode)
  }

  init(_ refusal: APIRefusal) { self.init(refusal.status, json: refusal.body.bytes, reasonCode: refusal.reasonCode) }
}
