import FerryCore
import FerrySandbox
import FerryWeb
import HTTPTypes

extension Sandbox {
  /// Answers a call with its planned fault, and describes it for the log.
  /// - Parameter hold: The call's hold on its order, until the answer is on its way.
  func answer(
    _ call: APICall, _ request: HTTPRequest, _ fault: APIFault?, _ hold: inout CallsInFlight.Hold?
  ) -> SandboxExchange {
    var exchange = answer(
      request, operation: call.operation?.rawValue, fault,
      failure: {
        CallAnswer($0, Array("<html><body><h1>Error \($0)</h1></body></html>".utf8), mediaType: "text/html")
      },
      // Answers are changed before they are written.
      unknownState: { $0 }, otherAmount: { $0 }
    ) { simulation in write(execute(call, simulation.map { Simulation($0) }, &hold), call, fault) }
    // A refusal of `.idPass` has the status 200; the log marks it as refused.
    if let record = exchange.record, record.reasonCode != nil { exchange.record?.status = max(record.status, 400) }
    return exchange
  }

  private func execute(_ call: APICall, _ simulation: Simulation?, _ hold: inout CallsInFlight.Hold?) -> APIResult {
    if let problem = call.problem { return .refused(GatewayErrors(problem)) }
    guard let operation = call.operation, let fields = call.fields else { return .refused(GatewayErrors(.body)) }
    if case .refuses(let code) = simulation { return .refused(GatewayErrors(.simulated(code))) }
    if operation.changesOrder, let order = fields["OrderID"]?.text {
      let (own, isSame) = calls.begin(order, Array(operation.rawValue.utf8) + call.bytes)
      guard let own else { return .refused(GatewayErrors(isSame ? .doubled : .locked)) }
      hold = own
    }
    let result = APIExecution(
      sandbox: self, operation: operation, fields: fields, declinesRefund: simulation == .declinesRefund
    ).result
    if case .executesAndRefuses(let code) = simulation { return .refused(GatewayErrors(.simulated(code))) }
    return result
  }

  /// Errors of SearchTradeMulti have been seen in the family M01 only.
  private func family(_ call: APICall) -> Rules.CodeFamily { call.operation == .searchTrade ? .m01 : rules.codeFamily }

  private func write(_ result: APIResult, _ call: APICall, _ fault: APIFault?) -> CallAnswer {
    let family = family(call)
    let isJSON = call.flavor == .json
    let mediaType = isJSON ? "application/json;charset=UTF-8" : "text/plain;charset=\(rules.charsetLabel)"
    switch result {
    case .answer(let fields):
      let fields = changed(fields, fault)
      return CallAnswer(200, isJSON ? fields.json.bytes : idPass(fields), mediaType: mediaType)
    case .refused(let errors):
      let infos = errors.all.map { $0.info(family) }
      let body =
        isJSON
        ? errors.all.json(family, isAlwaysList: rules.alwaysListsErrors).bytes : idPass(errors.all.fields(family))
      // The most serious error decides the status.
      let status = isJSON ? infos.map(GatewayError.httpStatus).max() ?? 200 : 200
      return CallAnswer(
        status, body, mediaType: mediaType, reasonCode: infos.joined(separator: "|"),
        message: zip(infos, errors.all).map { "\($0): \($1.note)" }.joined(separator: "\n"))
    }
  }

  private func idPass(_ fields: AnswerFields) -> [UInt8] {
    fields.idPass(rules.bodyStyle) + (rules.endsBodiesWithNewline ? [0x0D, 0x0A] : [])
  }

  private func changed(_ fields: AnswerFields, _ fault: APIFault?) -> AnswerFields {
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
}

enum APIResult: Sendable {
  case answer(AnswerFields)
  case refused(GatewayErrors)
}

enum Simulation: Hashable, Sendable {
  case refuses(String)
  case executesAndRefuses(String)
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
