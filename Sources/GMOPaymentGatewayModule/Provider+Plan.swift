import AmazonPay
import AmazonPayModule
import FerryCheckout
import FerryCore
public import FerryHTTP
public import FerryProvider
import GMOPaymentGateway

extension GMOPaymentGatewayProvider {
  public func plan(_ task: ProviderTask) throws(ProviderFailure) -> ProviderPlan {
    let stage = try GMOStage(of: task)
    let record = try GMORecord(task.record)
    do throws(InvalidField) {
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
      throw .misconfigured(reason: "GMO would refuse the request.", fix: error.description)
    }
    throw .otherVersion("A stored command stands at a stage of another command.")
  }

  private func firstPlan(
    _ task: ProviderTask, _ record: GMORecord
  ) throws(InvalidField) -> ProviderPlan {
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
    case .cancel: return .conclude(.rejected(.notYet), remark: "GMO has no call that ends a payment page.")
    }
  }

  private static let nothingToMove = ProviderPlan.conclude(
    .rejected(.notAllowed), remark: "GMO has no transaction of this checkout with money.")

  private static let noTransaction = ProviderPlan.conclude(
    .rejected(.notYet), remark: "GMO has no transaction of this checkout yet.")

  // MARK: Calls

  /// The buyer's selection. A new session is read at Amazon first, if the merchant's key may do that.
  private func selection(
    _ task: ProviderTask, _ record: GMORecord
  ) throws(InvalidField) -> ProviderPlan {
    guard let session = task.checkout.session else { return Self.noTransaction }
    guard options.readsSessions, record.session != session else { return try address(task) }
    do throws(ProviderFailure) {
      return try sessionReader?.plan(task.sessionReading) ?? Self.noTransaction
    } catch {
      throw InvalidField("/AmazonCheckoutSessionID", error.reason)
    }
  }

  private func address(_ task: ProviderTask) throws(InvalidField) -> ProviderPlan {
    guard let session = task.checkout.session else { return Self.noTransaction }
    return send(try .searchAddress(.checkoutSession(session)), session)
  }

  private func execution(
    _ task: ProviderTask, _ record: GMORecord
  ) throws(InvalidField) -> ProviderPlan {
    guard let order = record.order, let session = task.checkout.session else { return Self.noTransaction }
    let shopOptions: GMOOptions?
    do throws(ProviderFailure) { shopOptions = try task.options(as: GMOOptions.self) } catch {
      throw InvalidField("/Description", error.reason)
    }
    let execution = GMOOptions.execution(
      shopOptions, orderNumber: task.order.number, session: session, returnURL: task.returnURLs.pay,
      term: options.startTerm)
    return send(try .exec(execution, orderID: order.id, accessID: order.accessID), order.id)
  }

  private func sales(_ amount: Money, _ record: GMORecord) throws(InvalidField) -> ProviderPlan {
    guard let order = record.order else { return Self.nothingToMove }
    return send(try .sales(orderID: order.id, accessID: order.accessID, amount: amount), order.id)
  }

  private func cancel(_ amount: Money, _ record: GMORecord) throws(InvalidField) -> ProviderPlan {
    guard let order = record.order else { return Self.nothingToMove }
    return send(try .cancel(orderID: order.id, accessID: order.accessID, amount: amount), order.id)
  }

  private func search(_ record: GMORecord) throws(InvalidField) -> ProviderPlan {
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
    case .entry: .inquireFirst(stage: GMOStage.entryUnclear.rawValue)
    case .exec: .inquireFirst(stage: GMOStage.executionUnclear.rawValue)
    case .sales, .cancel, .change: .inquireFirst(stage: GMOStage.unclear.rawValue)
    case .searchAddress, .searchTrade: .safe
    }
  }

  // MARK: Sealing

  /// The call that was sent; it is needed to read the answer. Nil for a request to Amazon.
  /// - Throws: `ProviderFailure.misconfigured` for a request of another version.
  func call(_ request: ProviderRequest) throws(ProviderFailure) -> GMOCall? {
    let name = String(request.call.prefix { $0 != " " })
    if let operation = GMOCall.Operation(rawValue: name) { return GMOCall(operation, content: request.content) }
    if name == AmazonPayCall.Operation.getCheckoutSession.rawValue { return nil }
    throw .unnamedCall
  }

  /// ShopPass and AccessPass enter here, and are stored in no request.
  public func seal(_ request: ProviderRequest, _ sending: Sending) throws(ProviderFailure) -> SealedRequest {
    guard let call = try call(request) else {
      guard let sessionReader else { throw Self.sessionsNotRead }
      return try sessionReader.seal(request, sending)
    }
    guard request.url == shop.url(of: call) else {
      throw .misconfigured(
        reason: "A stored request is for another address than the account's.",
        fix: "Set base URL and flavour that the transaction was registered with.")
    }
    var accessPass: Secret<String>?
    if call.operation.needsAccessPass {
      guard let order = try GMORecord(sending.record).order, order.id == call.orderID, let pass = order.accessPass
      else {
        throw .misconfigured(
          reason: "The AccessPass of the transaction is not stored any more.",
          fix: "Look at the transaction in GMO's admin console, and decide there.")
      }
      accessPass = Secret(pass)
    }
    do throws(InvalidField) {
      return try shop.seal(call, accessPass: accessPass)
    } catch {
      throw .misconfigured(reason: "A request to GMO could not be made.", fix: error.description)
    }
  }

  // MARK: Amazon

  /// Reads checkout sessions at Amazon with the merchant's key, as the provider Amazon Pay does; nil if the key may not.
  var sessionReader: AmazonPayProvider? { options.readsSessions ? try? AmazonPayProvider(merchant) : nil }

  static let sessionsNotRead = ProviderFailure.misconfigured(
    reason: "A stored request reads a session at Amazon, and the settings do not allow that.",
    fix: "Set readsSessions to yes until this checkout is final.")
}

extension ProviderTask {
  /// The task of reading the checkout's session at Amazon, of which Amazon's part has no memory.
  var sessionReading: ProviderTask {
    var task = self
    task.record = nil
    task.stage = ""
    return task
  }
}
