import FerryCore
public import FerrySandbox

/// `POST /control/amazon-pay/{charges|refunds|chargePermissions}/{id}/console`: changes of a payment outside the API.
extension Sandbox {
  public static let dispute: Dispute? = Dispute(
    body: ["action": "chargeback"], notification: NotificationObject.chargeback.rawValue
  ) { "\(id)/charges/\($0)/console" }

  func perform(_ action: ConsoleAction, on object: ConsoleObject) throws(APIRefusal) -> JSONValue {
    try state.change { ledger, now throws(APIRefusal) in try ledger.perform(action, on: object, at: now) }
  }

  /// Performs the action that a request asks for; nil for objects of another kind.
  func performConsoleAction(
    _ request: ControlRequest, _ kind: String, _ id: String
  ) throws(ControlRefusal) -> JSONValue? {
    guard let kind = ConsoleObject.Kind(rawValue: kind), !kind.verbs.isEmpty else { return nil }
    let party = RequestShape.choice(ConsoleAction.Party.allCases.map(\.rawValue))
    let lateDecline = RequestShape.choice(Ledger.lateDeclineReasons)
    let more: RequestShape =
      switch kind {
      case .charge: ["amount": .amount, "by": party, "reasonCode": lateDecline]
      case .permission:
        ["by": party, "cancelPendingCharges": .flag, "reasonCode": .choice(Ledger.blockingReasons)]
      case .refund, .session: ["reasonCode": lateDecline]
      }
    let verbs: RequestShape = ["action": .required(.choice(kind.verbs.map(\.rawValue)))]
    let body = try request.json(verbs.with(more))
    guard let verb = body["action"]?.text.flatMap(ConsoleAction.Verb.init) else { return nil }
    let action = ConsoleAction(
      verb: verb, amount: try request.amount(),
      party: body["by"]?.text.flatMap(ConsoleAction.Party.init) ?? .merchant, reason: body["reasonCode"]?.text,
      cancelsCharges: body["cancelPendingCharges"]?.flag ?? false)
    do throws(APIRefusal) {
      return try perform(action, on: ConsoleObject(kind: kind, id: id))
    } catch {
      throw ControlRefusal(error)
    }
  }
}
