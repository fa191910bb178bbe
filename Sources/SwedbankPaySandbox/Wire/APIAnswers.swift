import FerryCore
import FerrySandbox
import FerryWeb
import HTTPTypes

extension Sandbox {
  /// Answers a call with its planned fault, and describes it for the log.
  func answer(_ call: APICall, _ request: HTTPRequest, _ fault: SandboxFault.Kind?) -> SandboxExchange {
    var exchange = answer(request, operation: call.operation?.rawValue, fault, faultForms(call)) { simulation in
      APIExecution(sandbox: self, call: call, simulation: simulation).answer()
    }
    if let name = HTTPField.Name("api-supported-versions") {
      exchange.response.headerFields[name] = APIVersion.allCases.map(\.rawValue).joined(separator: "/")
    }
    return exchange
  }

  private func faultForms(_ call: APICall) -> FaultForms {
    FaultForms(
      failure: { CallAnswer(.failure($0), session: call.sessionID) },
      // The order's status, or the state of a transaction.
      unknownState: {
        $0.changingMembers { ["status", "state"].contains($0) && $1.text != nil ? "Teleported" : nil }
      },
      otherAmount: { $0.changingMembers { $0 == "amount" && $1.text == nil ? $1.with(firstDigit: "1") : nil } })
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
