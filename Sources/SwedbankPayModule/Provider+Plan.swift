import FerryCheckout
import FerryCore
import FerryHTTP
public import FerryProvider
import SwedbankPay

extension SwedbankPayProvider {
  /// The parts of a payment order that tell what was paid and moved.
  static let nodes: Set<ExpandedNode> = [
    .paid, .financialTransactions, .failedAttempts, .postPurchaseFailedAttempts, .payeeInfo,
  ]

  public func plan(_ task: ProviderTask) throws(ProviderFailure) -> ProviderPlan {
    let stage = try Stage(of: task)
    let record = try Record(task.record)
    if task.command.kind.dispute != nil { return .noDisputes }
    do {
      guard let order = record.order else { return try planWithoutOrder(task, stage, record) }
      // Before each try the payment order says where the change is made.
      guard stage == .offered, !task.isRetry, let prepared = record.prepared,
        prepared.operation.belongs(to: task.command.kind)
      else { return send(.getPaymentOrder(order, expanding: Self.nodes)) }
      return send(
        SwedbankPayCall(
          prepared.operation, prepared.method, prepared.target, .v3_1, paymentOrder: order, content: prepared.content))
    } catch {
      throw ProviderFailure(planningFor: "Swedbank Pay", error)
    }
  }

  private static let nothingToMove = ProviderPlan.conclude(
    .rejected(.notAllowed), remark: "Swedbank Pay has no payment of this checkout.")

  private func planWithoutOrder(_ task: ProviderTask, _ stage: Stage, _ record: Record) throws -> ProviderPlan {
    switch task.command.kind {
    case .authorize(let total) where stage == .first:
      // An SDK may be of version 2. That version answers and shows the order differently.
      let version = record.sdk?.version ?? .v3_1
      return send(
        try .createPaymentOrder(newOrder(task, total, record.sdk), expanding: [.payeeInfo], version: version))
    case .authorize, .read, .settle, .cancel, .readDispute, .answerDispute:
      return .conclude(.rejected(.notYet), remark: "Swedbank Pay has no payment order of this checkout yet.")
    case .capture, .void, .refund: return Self.nothingToMove
    }
  }

  private func send(_ call: SwedbankPayCall) -> ProviderPlan {
    .send(
      ProviderRequest(
        call: [call.operation.rawValue, call.version.rawValue, call.paymentOrder?.path ?? ""].joined(separator: " "),
        method: call.method.rawValue, url: merchant.address(of: call.target),
        content: call.content, repetition: Self.repetition(of: call.operation), timeout: call.operation.timeout))
  }

  private static func repetition(of operation: SwedbankPayCall.Operation) -> ProviderRequest.Repetition {
    switch operation {
    // Nobody has the page of a payment order whose answer was lost. A repeated reference is refused, and then another
    // order is made under a new one.
    case .createPaymentOrder: .safe
    case .getPaymentOrder, .getTokens, .startCheckIn: .safe
    case .abort, .abortPaymentAttempt, .updateOrder, .setInstrument, .capture, .cancel, .reversal, .deleteTokens:
      .inquireFirst(stage: Stage.unclear.rawValue)
    }
  }
}

extension SwedbankPayCall.Operation {
  /// True for the change that a command makes.
  func belongs(to command: Command.Kind) -> Bool {
    switch (self, command) {
    case (.abort, .cancel), (.capture, .capture), (.capture, .settle), (.reversal, .refund), (.cancel, .void): true
    default: false
    }
  }
}
