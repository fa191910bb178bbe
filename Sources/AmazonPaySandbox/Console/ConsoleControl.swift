import FerryCore
public import FerrySandbox

/// `POST /control/amazon-pay/{charges|refunds|chargePermissions}/{id}/console`: changes of a payment outside the API.
extension Sandbox {
  public static let dispute: Dispute? = Dispute(
    body: ["action": "chargeback"], notification: NotificationObject.chargeback.rawValue
  ) { "\(id)/charges/\($0)/console" }

  /// The action that a request asks for; nil for objects of another kind.
  func consoleAction(_ request: ControlRequest, _ kind: String, _ id: String) throws(ControlRefusal) -> ConsoleAction? {
    switch kind {
    case "charges": try chargeAction(request, id)
    case "refunds": try refundAction(request, id)
    case "chargePermissions": try permissionAction(request, id)
    default: nil
    }
  }

  func perform(_ action: ConsoleAction) throws(APIRefusal) -> JSONValue {
    try state.change { ledger, now throws(APIRefusal) in try ledger.perform(action, at: now) }
  }

  private func chargeAction(_ request: ControlRequest, _ id: String) throws(ControlRefusal) -> ConsoleAction {
    let body = try request.json(
      .object([
        RequestShape.required("action", .choice(["refund", "capture", "cancel", "approve", "decline", "chargeback"])),
        RequestShape.optional("amount", .amount), RequestShape.optional("by", Self.party),
        RequestShape.optional("reasonCode", .choice(Ledger.lateDeclineReasons)),
      ]))
    let amount: String? =
      switch body["amount"] {
      case .string(let text), .number(let text): text
      default: nil
      }
    switch body["action"]?.text {
    case "refund": return .refund(charge: id, amount: amount, declineReason: body["reasonCode"]?.text)
    case "capture": return .capture(charge: id, amount: amount)
    case "cancel": return .cancel(charge: id, by: party(body))
    case "approve": return .decideCharge(id, declineReason: nil)
    case "decline": return .decideCharge(id, declineReason: body["reasonCode"]?.text ?? "AmazonRejected")
    default: return .chargeback(charge: id, amount: amount)
    }
  }

  private func refundAction(_ request: ControlRequest, _ id: String) throws(ControlRefusal) -> ConsoleAction {
    let body = try request.json(
      .object([
        RequestShape.required("action", .choice(["approve", "decline"])),
        RequestShape.optional("reasonCode", .choice(Ledger.lateDeclineReasons)),
      ]))
    return .decideRefund(
      id, declineReason: body["action"]?.text == "approve" ? nil : body["reasonCode"]?.text ?? "AmazonRejected")
  }

  private func permissionAction(_ request: ControlRequest, _ id: String) throws(ControlRefusal) -> ConsoleAction {
    let body = try request.json(
      .object([
        RequestShape.required("action", .choice(["close", "block", "unblock"])),
        RequestShape.optional("by", Self.party), RequestShape.optional("cancelPendingCharges", .flag),
        RequestShape.optional("reasonCode", .choice(Ledger.blockingReasons)),
      ]))
    switch body["action"]?.text {
    case "block": return .block(permission: id, reason: body["reasonCode"]?.text ?? "PaymentMethodInvalid")
    case "unblock": return .block(permission: id, reason: nil)
    default: return .close(permission: id, by: party(body), cancelsCharges: body["cancelPendingCharges"]?.flag ?? false)
    }
  }

  private static let party = RequestShape.choice(ConsoleAction.Party.allCases.map(\.rawValue))

  private func party(_ body: JSONValue) -> ConsoleAction.Party {
    body["by"]?.text.flatMap(ConsoleAction.Party.init) ?? .merchant
  }
}
