import FerryCheckout
import FerryCore
import FerryHTTP
public import FerryProvider
import PlacetoPay

extension PlacetoPayProvider {
  public func plan(_ task: ProviderTask) throws(ProviderFailure) -> ProviderPlan {
    let stage = try Stage(of: task)
    let record = try Record(task.record)
    do {
      guard let session = record.session else { return try planWithoutSession(task, stage) }
      if stage == .foreign { return send(try .cancelSession(session), session) }
      guard stage == .first || stage == .again else { return send(try .querySession(session), session) }
      switch task.command.kind {
      // A session that exists may be paid: there is no second one.
      case .read, .settle, .authorize, .readDispute: return send(try .querySession(session), session)
      case .answerDispute: return .noDisputes
      case .cancel: return send(try .cancelSession(session), session)
      case .capture(_, let amount):
        guard let hold = record.payments.first else { return Self.nothingToMove }
        return send(try .capture(hold.transaction, amount), hold.transaction)
      case .void:
        guard let hold = record.payments.first else { return Self.nothingToMove }
        return send(try .release(hold.transaction, hold.amount.currency), hold.transaction)
      case .refund(_, let amount):
        guard amount.isPositive, let source = record.refundable(amount, isHold: task.checkout.capture == .manual)
        else { return Self.nothingToMove }
        // Before it has settled, PlacetoPay refunds in whole only, which is without an amount.
        return send(try .reverse(source.transaction, source.isWhole ? nil : amount), source.transaction)
      }
    } catch {
      throw ProviderFailure(planningFor: "PlacetoPay", error)
    }
  }

  private static let nothingToMove = ProviderPlan.conclude(
    .rejected(.notAllowed), remark: "PlacetoPay has no transaction of this checkout with that much left.")

  private func planWithoutSession(_ task: ProviderTask, _ stage: Stage) throws -> ProviderPlan {
    switch task.command.kind {
    case .authorize(let total) where stage == .first: send(try .createSession(newSession(task, total)), "")
    case .authorize, .read, .settle, .cancel, .readDispute, .answerDispute:
      .conclude(.rejected(.notYet), remark: "PlacetoPay has no session of this checkout yet.")
    case .capture, .void, .refund: Self.nothingToMove
    }
  }

  private func send(_ call: PlacetoPayCall, _ object: String) -> ProviderPlan {
    .send(
      ProviderRequest(
        call: "\(call.operation.rawValue) \(object)", method: "POST", url: merchant.url(of: call),
        content: call.content, repetition: Self.repetition(of: call.operation),
        timeout: call.operation.timeout))
  }

  private static func repetition(of operation: PlacetoPayCall.Operation) -> ProviderRequest.Repetition {
    // No call has an idempotency key. Only those that move money must not be repeated: PlacetoPay has no search, but a
    // session whose address nobody got cannot be paid, so that another one in its place does no harm.
    operation.movesMoney ? .inquireFirst(stage: Stage.unclear.rawValue) : .safe
  }
}
