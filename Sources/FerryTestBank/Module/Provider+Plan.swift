import FerryCheckout
import FerryCore
import FerryProvider

extension BankProvider {
  func plan(_ task: ProviderTask) throws(ProviderFailure) -> ProviderPlan {
    let stage = try Stage(of: task)
    guard let payment = try Record(task.record).payment else { return try planWithoutPayment(task, stage) }
    guard stage == .first else { return send(BankCall(.read, payment)) }
    return switch task.command.kind {
    // A payment that exists may be paid: there is no second one.
    case .read, .settle, .authorize: send(BankCall(.read, payment))
    case .capture(_, let amount): send(BankCall(.capture, payment, BankCall.Change(amount: amount)))
    case .void: send(BankCall(.void, payment))
    case .refund(_, let amount):
      send(BankCall(.refund, payment, BankCall.Change(amount: amount, reference: task.reference)))
    case .cancel: send(BankCall(.cancel, payment))
    case .readDispute, .answerDispute: .noDisputes
    }
  }

  private func planWithoutPayment(_ task: ProviderTask, _ stage: Stage) throws(ProviderFailure) -> ProviderPlan {
    guard case .authorize(let total) = task.command.kind else {
      return .conclude(.rejected(.notYet), remark: "The bank has no payment yet.")
    }
    guard stage == .first else { return send(BankCall(.find, "", BankCall.Change(reference: task.reference))) }
    return send(
      BankCall(
        .open, "",
        BankCall.NewPayment(
          reference: task.reference, order: task.order.number, total: total, returnURL: task.returnURLs.pay,
          cancelURL: task.returnURLs.cancel, capturesAtOnce: task.checkout.capture == .automatic,
          note: try task.checkout.options(as: PaymentOptions.self)?.note)))
  }

  private func send(_ call: BankCall) -> ProviderPlan {
    let isSafe = !call.operation.changesState || call.operation == .cancel
    return .send(
      ProviderRequest(
        call: "\(call.operation.rawValue) \(call.payment)", method: "POST", url: site + call.path,
        content: call.content, repetition: isSafe ? .safe : .inquireFirst(stage: Stage.unclear.rawValue),
        timeout: isSafe || call.operation == .open ? Self.patience : .seconds(90)))
  }
}
