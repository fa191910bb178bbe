import FerryCore
package import FerrySandbox
import FerryWeb
import HTTPTypes

/// An act in the merchant's console at PlacetoPay, or of a bank, on a session.
enum ConsoleAct: String, CaseIterable, Sendable {
  case refund
  /// Approves the attempt that is being decided.
  case approve
  case reject
  /// Lets the buyer of an open session pay in parts, although the shop did not ask for it.
  case split
  case cancel
  /// Disputes the payment, which an act of the buyer's bank is.
  case dispute
  case winDispute, loseDispute

  var title: String {
    switch self {
    case .refund: "Refund"
    case .approve: "Approve the pending attempt"
    case .reject: "Reject the pending attempt"
    case .split: "Let the buyer pay in parts"
    case .cancel: "Cancel the session"
    case .dispute: "Dispute the payment"
    case .winDispute: "Decide the dispute for the merchant"
    case .loseDispute: "Decide the dispute for the buyer"
    }
  }
}

extension Sandbox {
  /// `POST /control/placetopay/sessions/{requestId}/{refund|approve|reject|split|cancel|dispute|winDispute|loseDispute}`, where a
  /// refund may have an `amount`, or `transactions/{internalReference}/…`; `POST /control/placetopay/site` with `state` and `sha1`.
  package func answerOwnControl(_ request: ControlRequest) throws(ControlRefusal) -> (status: Int, body: JSONValue)? {
    if request.method == .post, request.segments == ["site"] { return (200, try setSite(request.json())) }
    let onSession = request.act(on: "sessions", as: ConsoleAct.self)
    guard let (text, act) = onSession ?? request.act(on: "transactions", as: ConsoleAct.self), let number = Int64(text)
    else { return nil }
    let id = onSession == nil ? state.reading { (try? $0.session(ofTransaction: number))?.id ?? 0 } : number
    try perform(act, on: id, amount: request.amount())
    let session = state.advanced().0.sessions[id]
    return (200, ["status": JSONValue(session?.status.name.rawValue)])
  }

  /// - Parameter amount: Of a refund; nil for all that is left.
  func perform(_ act: ConsoleAct, on id: Int64, amount: String?) throws(ControlRefusal) {
    do throws(APIRefusal) {
      try change { ledger, now throws(APIRefusal) in
        let session = try ledger.session(id)
        switch act {
        case .refund:
          guard let paid = session.attempts.last(where: \.isApproved) else { throw .unsupportedAction("reverse") }
          let money = amount.map { try? Money(decimal: $0, paid.amount.currency) }
          if case .some(nil) = money { throw .invalid("amount") }
          _ = try ledger.reverse(paid.id, money ?? nil, isFromConsole: true, at: now)
        case .approve, .reject:
          guard let pending = session.pendingAttempt, pending.status.name == .pending else {
            throw .unsupportedAction(act.rawValue)
          }
          ledger.decide(pending, act == .approve ? .approved : .declined, at: now)
        case .split:
          guard session.end == nil, session.total != nil else { throw .unsupportedAction(act.rawValue) }
          ledger.split(id)
        case .cancel: _ = try ledger.cancel(id, at: now)
        case .dispute: try ledger.dispute(id, nil, at: now)
        case .winDispute: try ledger.dispute(id, .disputeWon, at: now)
        case .loseDispute: try ledger.dispute(id, .disputeLost, at: now)
        }
      }
    } catch {
      throw ControlRefusal(error.http == 200 ? 400 : error.http, error.code, error.message.english)
    }
  }

  private func setSite(_ body: JSONValue) throws(ControlRefusal) -> JSONValue {
    var flags = state.reading(\.flags)
    if let name = body["state"]?.unlessNull {
      let names = SiteFlags.State.allCases.map(\.rawValue).joined(separator: ", ")
      guard let state = name.text.flatMap({ SiteFlags.State(rawValue: $0) }) else {
        throw .invalid("state", "one of \(names)")
      }
      flags.state = state
    }
    if let isLegacy = body["sha1"]?.unlessNull {
      guard let flag = isLegacy.flag else { throw .invalid("sha1", "true or false") }
      flags.isLegacy = flag
    }
    let changed = flags
    state.change { ledger, _ in ledger.flags = changed }
    return ["state": .string(changed.state.rawValue), "sha1": .bool(changed.isLegacy)]
  }
}
