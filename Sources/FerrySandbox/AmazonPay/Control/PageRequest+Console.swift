import FerryCore
import HTTPTypes

/// `POST /control/{charges|refunds|chargePermissions}/{id}/console`: what happens to a payment beside the API.
extension PageRequest {
  mutating func actInConsole(_ kind: String, _ id: String) throws -> (Int, JSONValue) {
    let action: ConsoleAction
    switch kind {
    case "charges": action = try chargeAction(id)
    case "refunds": action = try refundAction(id)
    case "chargePermissions": action = try permissionAction(id)
    default: throw AmazonPayRefusal.notFound("control")
    }
    return (200, try perform(action))
  }

  mutating func perform(_ action: ConsoleAction) throws(AmazonPayRefusal) -> JSONValue {
    let randomness = sandbox.randomness
    return try change { ledger, now throws(AmazonPayRefusal) in try ledger.perform(action, at: now, randomness) }
  }

  private func chargeAction(_ id: String) throws(AmazonPayRefusal) -> ConsoleAction {
    let body = try json(
      .object([
        RequestShape.required(
          "action", .choice(["refund", "capture", "cancel", "approve", "decline", "chargeback"])),
        RequestShape.optional("amount", .amount), RequestShape.optional("by", Self.party),
        RequestShape.optional("reasonCode", .choice(AmazonPayLedger.lateDeclineReasons)),
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

  private func refundAction(_ id: String) throws(AmazonPayRefusal) -> ConsoleAction {
    let body = try json(
      .object([
        RequestShape.required("action", .choice(["approve", "decline"])),
        RequestShape.optional("reasonCode", .choice(AmazonPayLedger.lateDeclineReasons)),
      ]))
    return .decideRefund(
      id, declineReason: body["action"]?.text == "approve" ? nil : body["reasonCode"]?.text ?? "AmazonRejected")
  }

  private func permissionAction(_ id: String) throws(AmazonPayRefusal) -> ConsoleAction {
    let body = try json(
      .object([
        RequestShape.required("action", .choice(["close", "block", "unblock"])),
        RequestShape.optional("by", Self.party), RequestShape.optional("cancelPendingCharges", .flag),
        RequestShape.optional("reasonCode", .choice(AmazonPayLedger.blockingReasons)),
      ]))
    switch body["action"]?.text {
    case "block": return .block(permission: id, reason: body["reasonCode"]?.text ?? "PaymentMethodInvalid")
    case "unblock": return .block(permission: id, reason: nil)
    default:
      return .close(permission: id, by: party(body), cancelsCharges: body["cancelPendingCharges"]?.flag ?? false)
    }
  }

  private static let party = RequestShape.choice(ConsoleAction.Party.allCases.map(\.rawValue))

  private func party(_ body: JSONValue) -> ConsoleAction.Party {
    body["by"]?.text.flatMap(ConsoleAction.Party.init) ?? .merchant
  }
}
