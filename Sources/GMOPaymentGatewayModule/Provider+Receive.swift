import AmazonPayModule
import FerryCheckout
import FerryCore
public import FerryHTTP
public import FerryProvider
import GMOPaymentGateway
import HTTPTypes

extension GMOPaymentGatewayProvider {
  public func receive(
    _ answer: ProviderAnswer, to request: ProviderRequest, of task: ProviderTask
  ) -> ProviderReaction {
    do throws(ProviderFailure) {
      guard let call = try call(request) else { return try origin(answer, request, task) }
      return try AnswerReading(answer, to: request, call, of: task, self).reaction
    } catch {
      return .failed(error)
    }
  }

  /// Amazon's answer about a session: if it was made for this checkout, GMO is asked for the buyer.
  private func origin(
    _ answer: ProviderAnswer, _ request: ProviderRequest, _ task: ProviderTask
  ) throws(ProviderFailure) -> ProviderReaction {
    guard let sessionReader else { throw Self.sessionsNotRead }
    switch sessionReader.receive(answer, to: request, of: task.sessionReading) {
    case .done(.observed, _), .next:
      return .next(stage: Stage.address.rawValue, ProviderFindings())
    case .done(let outcome, let findings): return .done(outcome, ProviderFindings(remarks: findings.remarks))
    case .failed(let failure): return .failed(failure)
    case .nothingHappened, .newReference:
      return .unreadable("Amazon's answer about a session cannot be read.")
    }
  }
}

typealias AnswerReading = FerryProvider.AnswerReading<GMOPaymentGatewayProvider, Record, Stage, GMOCall>

extension AnswerReading {
  fileprivate var reaction: ProviderReaction {
    do throws(GMOFailure) {
      return switch call.operation {
      case .entry: entered(try read())
      case .exec: executed(try read())
      case .sales, .cancel: accepted(try read())
      case .searchAddress: selected(try read())
      case .searchTrade: searched(try read())
      case .change: .notAsked(call.operation)
      }
    } catch {
      return failed(error)
    }
  }

  private func read<Answer: GMOAnswer>() throws(GMOFailure) -> Answer {
    try call.read(httpStatus: answer.status.code, body: answer.body, style: provider.shop.bodyStyle)
  }

  // MARK: Selection

  private func selected(_ buyer: GMOPaymentGateway.BuyerDetails) -> ProviderReaction {
    guard let session = task.checkout.session else { return .done(.rejected(.notYet), ProviderFindings()) }
    var record = record
    record.session = session
    let ships = task.checkout.content.shipping != nil
    let secret = (task.sentReturnURLs.first ?? task.returnURLs).select
    let selection = buyer.selection(task.checkout.content.shipping, secret: secret)
    return .done(
      .observed(Observation(sessionReference: session, session: .open, selection: selection)),
      ProviderFindings(
        record: try record.bytes, references: [.session(session)],
        details: selection == nil ? nil : buyer.details(ships: ships), selection: selection, remarks: buyer.remarks))
  }

  /// GMO does not know the session, or cannot show it. Its codes for that are not published, and anybody can write any id
  /// into a URL.
  private func notSelected(_ failure: GMOFailure) -> ProviderReaction {
    let isPassing = failure.meanings.contains { [.locked, .sentTwice, .systemError, .overloaded].contains($0) }
    guard failure.kind != .misconfigured, !failure.errors.isEmpty, !isPassing else { return .failed(error(failure)) }
    return .done(
      .rejected(record.session == task.checkout.session ? .notYet : .foreignSession),
      ProviderFindings(remarks: [failure.description]))
  }

  // MARK: Requests that change anything

  private func entered(_ entered: EnteredTransaction) -> ProviderReaction {
    var record = record
    record.order = Record.Transaction(
      id: call.orderID ?? task.reference, accessID: entered.accessID, accessPass: entered.accessPass.reveal(),
      enteredAt: answer.receivedAt)
    guard !isEnding else {
      record.order?.accessPass = nil
      return .done(.rejected(.notAllowed), ProviderFindings(record: try record.bytes))
    }
    return next(.execution, record)
  }

  private func executed(_ executed: ExecutedTransaction) -> ProviderReaction {
    guard let start = executed.start, record.order?.id == call.orderID else { return next(.executionUnclear) }
    var record = record
    record.order?.isExecuted = true
    guard provider.shop.mayStart(at: start.startURL) else {
      return next(
        .foreignPage, record,
        .foreignPage(
          of: "GMO", [start.startURL],
          fix: "Compare the setting baseURL, \(provider.shop.baseURL), with GMO's documents for the shop."))
    }
    record.order?.start = Record.Start(
      url: start.startURL, token: start.token.reveal(), limit: start.startLimit, readAt: answer.receivedAt)
    return .done(
      .observed(
        Observation(
          sessionReference: task.checkout.session, session: .open, paymentPage: provider.startSite)),
      ProviderFindings(record: try record.bytes, references: record.order.map { [.order($0.id)] } ?? []))
  }

  private func accepted(_ changed: ChangedTransaction) -> ProviderReaction {
    var record = record
    if case .refund(let operation, _) = task.command.kind, record.refund?.operation == operation {
      record.refund?.isAccepted = true
      if changed.status == .known(.refundRequested) { record.refund?.wasRunning = true }
    }
    return next(.accepted, record)
  }

  // MARK: Failures

  private func failed(_ failure: GMOFailure) -> ProviderReaction {
    switch call.operation {
    case .searchTrade: return notFound(failure)
    case .searchAddress: return notSelected(failure)
    case .entry, .exec, .sales, .change, .cancel: break
    }
    let isUnknownCode = failure.errors.contains { $0.meaning == nil }
    switch failure.kind {
    case .misconfigured, .transient: return .failed(error(failure))
    // An order that the shop's contract or settings do not allow. The buyer has no part in it.
    case .rejected where call.operation == .entry:
      return next(
        refusedStage, nil,
        Misconfiguration(
          reason: "GMO refused to register a payment. \(failure.description)",
          fix: "Compare the settings and the shop's contract with GMO's admin console."))
    case .rejected: return next(refusedStage, remarks: [failure.description])
    case .unknownOutcome where isUnknownCode:
      guard case .refund = task.command.kind else { return next(refusedStage, remarks: [failure.description]) }
      var record = record
      record.refund?.absentSince = nil
      return next(.doubtful, record, remarks: [failure.description])
    // An earlier request may have been done: the status decides.
    case .unknownOutcome where failure.errorClass == .conflict: return next(conflictStage)
    case .unknownOutcome: return .failed(error(failure))
    }
  }

  private var refusedStage: Stage {
    switch call.operation {
    case .entry: .entryRefused
    case .exec: .executionRefused
    default: .refused
    }
  }

  /// An entry with an OrderID that is used may be ours. Any other call is refused by the status of transaction or session.
  private var conflictStage: Stage { call.operation == .entry ? .entryUnclear : refusedStage }

  func error(_ failure: GMOFailure) -> ProviderFailure {
    let reason = failure.description
    switch failure.kind {
    case .misconfigured:
      return .misconfigured(
        reason: "GMO refused a request (\(failure.mainError?.description ?? "HTTP \(answer.status.code)")).",
        fix: failure.mainError?.meaning.map { "\($0.cause) \($0.remedy)" } ?? reason)
    case .transient where answer.status.kind == .successful && failure.errors.isEmpty:
      return .unreadable(reason: reason)
    case .transient: return .transient(reason: reason, retryAfter: nil)
    case .unknownOutcome, .rejected: return .unknownOutcome(reason: reason)
    }
  }
}
