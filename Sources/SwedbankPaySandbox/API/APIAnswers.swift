import FerryCore
import FerrySandbox
import FerryWeb
import HTTPTypes

extension PaymentOrderSandbox {
  /// Answers a call with its planned fault, and describes it for the log.
  func answer(_ call: APICall, _ request: HTTPRequest, _ fault: SandboxFault.Kind?) -> SandboxExchange {
    var result = execute(call, fault)
    var delivery = SandboxExchange.Delivery.whole
    if case .errorAfterExecution(let failed) = fault {
      let failure = APIProblem.failure(failed)
      result = APIResult(status: failed, body: failure.body(session: call.sessionID), version: .v31, problem: failure)
    }
    var bytes = result.body.bytes
    var mediaType =
      result.problem == nil
      ? "application/json; charset=utf-8; version=\(result.version.rawValue)" : "application/problem+json"
    switch fault {
    case .dropBeforeExecution, .dropAfterExecution: delivery = .none
    case .cutOffBody: delivery = .cutOff(bytes.count / 2)
    case .notJSON:
      bytes = Array("<html><body><h1>Service unavailable</h1></body></html>".utf8)
      mediaType = "text/html"
    case .unknownState: bytes = result.body.withUnknownStatuses.bytes
    case .otherAmount: bytes = result.body.withOtherAmounts.bytes
    case .errorAfterExecution, .delay, .slow, .errorBeforeExecution, .simulate, nil: break
    }
    var record = RequestRecord(
      method: request.method.rawValue, path: String(request.pathWithoutQuery.prefix(512)),
      operation: call.operation?.rawValue, status: result.status, reasonCode: result.problem?.type,
      wasStruck: fault != nil)
    record.message = result.problem.map { $0.parts.first?.description ?? $0.detail }
    if case .simulate(let code) = fault { record.simulationCode = code }
    var exchange = PageAnswer(.document(HTTPResponse.Status(code: result.status), mediaType, bytes)).exchange(
      at: state.timekeeper.now)
    if let name = HTTPField.Name("api-supported-versions") {
      exchange.response.headerFields[name] = APIVersion.allCases.map(\.rawValue).joined(separator: "/")
    }
    exchange.delivery = delivery
    exchange.record = record
    return exchange
  }

  private func execute(_ call: APICall, _ fault: SandboxFault.Kind?) -> APIResult {
    var simulation: String?
    switch fault {
    case .dropBeforeExecution: return APIResult(status: 500, body: .null, version: .v31, problem: .failure(500))
    case .errorBeforeExecution(let failed):
      let failure = APIProblem.failure(failed)
      return APIResult(status: failed, body: failure.body(session: call.sessionID), version: .v31, problem: failure)
    case .simulate(let type): simulation = type
    default: break
    }
    return APIExecution(sandbox: self, call: call, simulation: simulation).answer()
  }
}

extension JSONValue {
  /// The order's status, or the state of a transaction, with an undocumented value.
  fileprivate var withUnknownStatuses: JSONValue {
    mapMembers { name, value in ["status", "state"].contains(name) && value.text != nil ? "Teleported" : nil }
  }

  /// Every amount with an additional first digit.
  fileprivate var withOtherAmounts: JSONValue {
    mapMembers { name, value in
      guard name == "amount", case .number(let literal) = value else { return nil }
      return .number("1\(literal)")
    }
  }

  private func mapMembers(_ change: (String, JSONValue) -> JSONValue?) -> JSONValue {
    switch self {
    case .array(let elements): .array(elements.map { $0.mapMembers(change) })
    case .object(let members):
      .object(
        members.map { .init(name: $0.name, value: change($0.name, $0.value) ?? $0.value.mapMembers(change)) })
    default: self
    }
  }
}
