import FerryCore
import FerrySandbox
import FerryWeb
import HTTPTypes

extension Sandbox {
  /// Answers a call with its planned fault, and describes it for the log.
  func answer(_ call: APICall, _ request: HTTPRequest, _ fault: SandboxFault.Kind?) -> SandboxExchange {
    var refusal: APIRefusal?
    var exchange = answer(request, operation: call.operation?.rawValue, fault, faultForms) { simulation in
      let (status, body, refused) = APIExecution(sandbox: self, call: call, simulation: simulation).answer()
      refusal = refused
      return CallAnswer(status, body.bytes, reasonCode: refused?.code, message: refused?.message.english)
    }
    exchange.record?.keyID = call.body?["auth"]?["login"]?.text.map { String($0.prefix(64)) }
    if refusal == .authentication(102) { exchange.record?.signing = (try? Authentication(call.body))?.trace(site) }
    return exchange
  }

  private var faultForms: FaultForms {
    FaultForms(
      failure: { status in
        let failure = APIRefusal.failure(status)
        let body = failure.body(self.site.language, at: self.state.timekeeper.now)
        return CallAnswer(status, body.bytes, reasonCode: failure.code, message: failure.message.english)
      },
      // Every status object.
      unknownState: { $0.changingMembers { $0 == "status" && $1.text != nil ? "TELEPORTED" : nil } },
      otherAmount: { $0.changingMembers { $0 == "total" ? $1.with(firstDigit: "1") : nil } })
  }
}
