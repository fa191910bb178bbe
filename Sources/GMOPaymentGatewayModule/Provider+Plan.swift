import AmazonPay
import AmazonPayModule
import FerryCheckout
import FerryCore
import FerryHTTP
public import FerryProvider
import GMOPaymentGateway

extension GMOPaymentGatewayProvider {
  public func plan(_ task: ProviderTask) throws(ProviderFailure) -> ProviderPlan {
    let stage = try Stage(of: task)
    let record = try Record(task.record)
    do {
      switch (stage, task.command.kind) {
      case (.first, _): return try firstPlan(task, record)
      case (.address, .read): return try address(task)
      case (.entryUnclear, .authorize), (.entryRefused, .authorize):
        return send(try .searchTrade(orderID: task.reference), task.reference)
      case (.execution, .authorize): return try execution(task, record)
      case (.sales, .settle(let amount)): return try sales(amount, record)
      case (.refund, .refund(_, let amount)): return try cancel(amount, record)
      case (.executionUnclear, .authorize), (.executionRefused, .authorize), (.foreignPage, .authorize), (.accepted, _),
        (.refused, _), (.doubtful, _), (.unclear, _), (.absent, _):
        return try search(record)
      case (.address, _), (.entryUnclear, _), (.entryRefused, _), (.execution, _), (.executionUnclear, _),
        (.executionRefused, _), (.foreignPage, _), (.sales, _), (.refund, _):
        break
      }
    } catch {
      throw ProviderFailure(planningFor: "GMO", error)
    }
    throw .otherVersion("A stored command stands at a stage of another command.")
  }

  private func firstPlan(_ task: ProviderTask, _ record: Record) throws -> ProviderPlan {
    switch task.command.kind {
    case .read where record.order == nil: return try selection(task, record)
    // A transaction may be paid: there is no second one beside it.
    case .read, .settle: return try search(record)
    case .authorize where record.order != nil: return try search(record)
    case .authorize(let amount):
      return send(try .entry(orderID: task.reference, .authorize, amount: amount), task.reference)
    case .capture(_, let amount): return try sales(amount, record)
    case .void:
      guard let hold = record.hold else { return Self.nothingToMove }
      return try cancel(hold, record)
    // The totals before a refund prove later if it was done.
    case .refund: return record.order == nil ? Self.nothingToMove : try search(record)
    case .readDispute, .answerDispute: return .noDisputes
    case .cancel: return .conclude(.rejected(.notYet), remark: "GMO has no call that ends a payment page.")
    }
  }

  private static let nothingToMove = ProviderPlan.conclude(
    .rejected(.notAllowed), remark: "GMO has no transaction of this checkout with money.")

  private static let noTransaction = ProviderPlan.conclude(
    .rejected(.notYet), remark: "GMO has no transaction of this checkout yet.")

  // MARK: Calls

  /// The buyer's selection. A new session is read at Amazon first, if the merchant's key may do that.
  private func selection(_ task: ProviderTask, _ record: Record) throws -> ProviderPlan {
    guard let session = task.checkout.session else { return Self.noTransaction }
    guard options.readsSessions, record.session != session else { return try address(task) }
    return try sessionReader?.plan(task.sessionReading) ?? Self.noTransaction
  }

  private func address(_ task: ProviderTask) throws(InvalidField) -> ProviderPlan {
    guard let session = task.checkout.session else { return Self.noTransaction }
    return send(try .searchAddress(.checkoutSession(session)), session)
  }

  private func execution(_ task: ProviderTask, _ record: Record) throws -> ProviderPlan {
    guard let order = record.order, let session = task.checkout.session else { return Self.noTransaction }
    let execution = PaymentOptions.execution(
      try task.checkout.options(), orderNumber: task.order.number, session: session, returnURL: task.returnURLs.pay,
      term: options.startTerm)
    return send(try .exec(execution, orderID: order.id, accessID: order.accessID), order.id)
  }

  private func sales(_ amount: Money, _ record: Record) throws(InvalidField) -> ProviderPlan {
    guard let order = record.order else { return Self.nothingToMove }
    return send(try .sales(orderID: order.id, accessID: order.accessID, amount: amount), order.id)
  }

  private func cancel(_ amount: Money, _ record: Record) throws(InvalidField) -> ProviderPlan {
    guard let order = record.order else { return Self.nothingToMove }
    return send(try .cancel(orderID: order.id, accessID: order.accessID, amount: amount), order.id)
  }

  private func search(_ record: Record) throws(InvalidField) -> ProviderPlan {
    guard let order = record.order else { return Self.noTransaction }
    return send(try .searchTrade(orderID: order.id), order.id)
  }

  private func send(_ call: GMOCall, _ object: String) -> ProviderPlan {
    .send(
      ProviderRequest(
        call: "\(call.operation.rawValue) \(object)", method: "POST", url: shop.url(of: call), content: call.content,
        repetition: Self.repetition(of: call.operation), timeout: call.operation.timeout))
  }

  private static func repetition(of operation: GMOCall.Operation) -> ProviderRequest.Repetition {
    switch operation {
    case .entry: .inquireFirst(stage: Stage.entryUnclear.rawValue)
    case .exec: .inquireFirst(stage: Stage.executionUnclear.rawValue)
    case .sales, .cancel, .change: .inquireFirst(stage: Stage.unclear.rawValue)
    case .searchAddress, .searchTrade: .safe
    }
  }
}

extension ProviderTask {
  /// The task of reading the checkout's session at Amazon. Amazon's part has no memory of the session.
  var sessionReading: ProviderTask {
    var task = self
    task.record = nil
    task.stage = ""
    return task
  }
}
