import FerryCore
import FerrySandbox
import FerryWeb
import HTTPTypes

extension CheckoutSandbox {
  /// Answers a call with its planned fault, and describes it for the log.
  func answer(_ call: APICall, _ request: HTTPRequest, _ fault: SandboxFault.Kind?) -> SandboxExchange {
    var (status, body, refusal) = execute(call, fault)
    var delivery = SandboxExchange.Delivery.whole
    var bytes = body.bytes
    var mediaType = "application/json"
    switch fault {
    case .dropBeforeExecution, .dropAfterExecution: delivery = .none
    case .errorAfterExecution(let failed):
      let failure = APIRefusal.failure(failed)
      (status, refusal) = (failed, failure)
      bytes = failure.body(site.language, at: state.timekeeper.now).bytes
    case .cutOffBody: delivery = .cutOff(bytes.count / 2)
    case .notJSON:
      bytes = Array("<html><body><h1>Service temporarily unavailable</h1></body></html>".utf8)
      mediaType = "text/html"
    case .unknownState: bytes = body.withUnknownStatuses.bytes
    case .otherAmount: bytes = body.withOtherTotals.bytes
    case .delay, .slow, .errorBeforeExecution, .simulate, nil: break
    }
    var record = RequestRecord(
      method: request.method.rawValue, path: String(request.pathWithoutQuery.prefix(512)),
      operation: call.operation?.rawValue, status: status, reasonCode: refusal?.code, wasStruck: fault != nil)
    record.message = refusal?.message.english
    record.keyID = call.body?["auth"]?["login"]?.text.map { String($0.prefix(64)) }
    if case .simulate(let code) = fault { record.simulationCode = code }
    if refusal == .authentication(102) { record.signing = (try? Authentication(call.body))?.trace(site) }
    var exchange = PageAnswer(.document(HTTPResponse.Status(code: status), mediaType, bytes)).exchange(
      at: state.timekeeper.now)
    exchange.delivery = delivery
    exchange.record = record
    return exchange
  }

  private func execute(
    _ call: APICall, _ fault: SandboxFault.Kind?
  ) -> (status: Int, body: JSONValue, refusal: APIRefusal?) {
    var simulation: String?
    switch fault {
    case .dropBeforeExecution: return (500, .null, .failure(500))
    case .errorBeforeExecution(let failed):
      let failure = APIRefusal.failure(failed)
      return (failed, failure.body(site.language, at: state.timekeeper.now), failure)
    case .simulate(let code): simulation = code
    default: break
    }
    return APIExecution(sandbox: self, call: call, simulation: simulation).answer()
  }
}

extension JSONValue {
  /// Every status object with an undocumented status.
  fileprivate var withUnknownStatuses: JSONValue {
    mapMembers { name, value in name == "status" && value.text != nil ? "TELEPORTED" : nil }
  }

  /// Every total with an additional first digit.
  fileprivate var withOtherTotals: JSONValue {
    mapMembers { name, value in
      guard name == "total" else { return nil }
      switch value {
      case .number(let literal): return .number("1\(literal)")
      case .string(let text): return .string("1\(text)")
      default: return nil
      }
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
