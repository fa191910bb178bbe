import FerryCore
import FerrySandbox
import FerryWeb
import HTTPTypes

extension Sandbox {
  /// Answers a call with its planned fault, and describes it for the log.
  /// - Parameter hold: The call's hold on its order, until the answer is on its way.
  func answer(_ call: APICall, _ fault: SandboxFault.Kind?, _ hold: inout CallsInFlight.Hold?) -> SandboxExchange {
    let result = execute(call, fault, &hold)
    var status = call.flavor == .json ? result.jsonStatus(family(call)) : 200
    var (body, mediaType) = write(result, call, fault)
    var delivery = SandboxExchange.Delivery.whole
    switch fault {
    case .dropBeforeExecution, .dropAfterExecution: delivery = .none
    case .errorBeforeExecution(let failed), .errorAfterExecution(let failed):
      status = failed
      (body, mediaType) = (Array("<html><body><h1>Error \(failed)</h1></body></html>".utf8), "text/html")
    case .cutOffBody: delivery = .cutOff(body.count / 2)
    case .notJSON:
      (body, mediaType) = (Array("<html><body><h1>Please wait</h1></body></html>".utf8), "text/html")
    case .delay, .slow, .unknownState, .otherAmount, .simulate, nil: break
    }
    var exchange = PageAnswer(.document(HTTPResponse.Status(code: status), mediaType, body)).exchange(
      at: state.timekeeper.now)
    exchange.delivery = delivery
    exchange.record = record(call, result, status: status, fault)
    return exchange
  }

  private func execute(_ call: APICall, _ fault: SandboxFault.Kind?, _ hold: inout CallsInFlight.Hold?) -> APIResult {
    switch fault {
    case .dropBeforeExecution, .errorBeforeExecution: return .answer(AnswerFields([]))
    default: break
    }
    if let problem = call.problem { return .refused(GatewayErrors(problem)) }
    guard let operation = call.operation, let fields = call.fields else { return .refused(GatewayErrors(.body)) }
    let simulation: Simulation?
    if case .simulate(let code) = fault { simulation = Simulation(code) } else { simulation = nil }
    if case .refuses(let code) = simulation { return .refused(GatewayErrors(.simulated(code))) }
    if operation.changesOrder, let order = fields["OrderID"]?.text {
      let (own, isSame) = calls.begin(order, Array(operation.rawValue.utf8) + call.bytes)
      guard let own else { return .refused(GatewayErrors(isSame ? .doubled : .locked)) }
      hold = own
    }
    let declinesRefund = if case .declinesRefund = simulation { true } else { false }
    let result = APIExecution(sandbox: self, operation: operation, fields: fields, declinesRefund: declinesRefund)
      .result
    if case .executesAndRefuses(let code) = simulation { return .refused(GatewayErrors(.simulated(code))) }
    return result
  }

  /// Errors of SearchTradeMulti have been seen in the family M01 only.
  private func family(_ call: APICall) -> Rules.CodeFamily { call.operation == .searchTrade ? .m01 : rules.codeFamily }

  private func write(
    _ result: APIResult, _ call: APICall, _ fault: SandboxFault.Kind?
  ) -> (body: [UInt8], mediaType: String) {
    switch (call.flavor, result) {
    case (.json, .answer(let fields)): (changed(fields, fault).json.bytes, Self.jsonType)
    case (.json, .refused(let errors)):
      (errors.all.json(family(call), isAlwaysList: rules.alwaysListsErrors).bytes, Self.jsonType)
    case (.idPass, .answer(let fields)): (idPass(changed(fields, fault)), idPassType)
    case (.idPass, .refused(let errors)): (idPass(errors.all.fields(family(call))), idPassType)
    }
  }

  private static let jsonType = "application/json;charset=UTF-8"

  private var idPassType: String { "text/plain;charset=\(rules.charsetLabel)" }

  private func idPass(_ fields: AnswerFields) -> [UInt8] {
    fields.idPass(rules.bodyStyle) + (rules.endsBodiesWithNewline ? [0x0D, 0x0A] : [])
  }

  private func changed(_ fields: AnswerFields, _ fault: SandboxFault.Kind?) -> AnswerFields {
    var fields = fields
    if rules.shufflesKeys, fields.fields.count > 1 {
      let offset = Int(randomness.bytes(1)[0]) % fields.fields.count
      fields.fields = Array((fields.fields[offset...] + fields.fields[..<offset]).reversed())
    }
    for index in fields.fields.indices {
      switch (fault, fields.fields[index].name) {
      case (.unknownState, "Status"): fields.fields[index].value = "TELEPORTED"
      case (.otherAmount, "Amount"): fields.fields[index].value = "1" + fields.fields[index].value
      default: break
      }
    }
    return fields
  }

  private func record(_ call: APICall, _ result: APIResult, status: Int, _ fault: SandboxFault.Kind?) -> RequestRecord {
    var errors: [GatewayError] = []
    if case .refused(let refusal) = result { errors = refusal.all }
    let infos = errors.map { $0.info(family(call)) }
    // A refusal of `.idPass` has the status 200; the log marks it as refused.
    var entry = RequestRecord(
      method: call.method.rawValue, path: call.path, operation: call.operation?.rawValue,
      status: errors.isEmpty ? status : max(status, 400),
      reasonCode: infos.isEmpty ? nil : infos.joined(separator: "|"),
      wasStruck: fault != nil)
    if !errors.isEmpty {
      entry.message = zip(infos, errors).map { "\($0): \($1.note)" }.joined(separator: "\n")
    }
    if case .simulate(let code) = fault { entry.simulationCode = code }
    return entry
  }
}

/// The outcome of a call.
enum APIResult: Sendable {
  case answer(AnswerFields)
  case refused(GatewayErrors)

  /// The status in `.json`: the most serious of the errors'.
  func jsonStatus(_ family: Rules.CodeFamily) -> Int {
    guard case .refused(let errors) = self else { return 200 }
    return errors.all.map { GatewayError.httpStatus($0.info(family)) }.max() ?? 200
  }
}

/// A planned outcome of one call.
enum Simulation: Hashable, Sendable {
  /// The error is answered, and nothing is executed.
  case refuses(String)
  /// The call is executed, and the error is answered nevertheless.
  case executesAndRefuses(String)
  /// A refund is accepted, and fails later.
  case declinesRefund

  static let declinedRefund = "RefundFailed"
  static let afterwards = "after:"

  init(_ code: String) {
    if code == Self.declinedRefund {
      self = .declinesRefund
    } else if code.hasPrefix(Self.afterwards) {
      self = .executesAndRefuses(String(code.dropFirst(Self.afterwards.count)))
    } else {
      self = .refuses(code)
    }
  }
}
