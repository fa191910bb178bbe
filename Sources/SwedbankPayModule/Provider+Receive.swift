import FerryCheckout
import FerryCore
public import FerryHTTP
public import FerryProvider
import HTTPTypes
import SwedbankPay

extension SwedbankPayProvider {
  public func receive(
    _ answer: ProviderAnswer, to request: ProviderRequest, of task: ProviderTask
  ) -> ProviderReaction {
    AnswerReading.reaction(to: answer, of: request, task, self, call: call, read: \.reaction)
  }

  var site: String { merchant.payerURLs.first ?? merchant.apiURL }
}

typealias AnswerReading = FerryProvider.AnswerReading<SwedbankPayProvider, Record, Stage, SwedbankPayCall>

extension AnswerReading {
  fileprivate var reaction: ProviderReaction {
    do throws(SwedbankPayFailure) {
      switch call.operation {
      case .createPaymentOrder: return created(try read())
      case .getPaymentOrder: return seen(try read())
      case .abort:
        let _: PaymentOrder = try read()
        return next(.accepted, aborted(record))
      case .capture, .cancel, .reversal: return operated(try read())
      case .abortPaymentAttempt, .updateOrder, .setInstrument, .getTokens, .deleteTokens, .startCheckIn:
        return .notAsked(call.operation)
      }
    } catch {
      return failed(error)
    }
  }

  private func read<Answer: SwedbankPayAnswer>() throws(SwedbankPayFailure) -> Answer {
    try call.read(httpStatus: answer.status.code, body: answer.body)
  }

  // MARK: The payment order

  private func created(_ order: PaymentOrder) -> ProviderReaction {
    var record = record
    record.order = order.id
    record.reference = task.reference
    switch order.nodes.payee?.payeeReference {
    case task.reference: return opened(order, record)
    // The answer does not say what it was made for.
    case nil: return next(.created, record)
    case _?: return .unreadable("Swedbank Pay answered with the payment order of another request.")
    }
  }

  /// The new payment order is ours, and nobody has paid it yet.
  private func opened(_ order: PaymentOrder, _ record: Record) -> ProviderReaction {
    var record = record
    record.sdk?.consumerProfileRef = nil
    let page = ObservedPayment.page(order, provider.merchant, answer.receivedAt)
    guard page.redirect != nil || page.script != nil else {
      if stage != .created { return next(.created, record) }
      // Nobody has its address, so nobody can pay it.
      return .done(
        .rejected(.notAllowed),
        ProviderFindings(record: try record.bytes, references: [.order(order.id)], misconfiguration: foreignPage(order))
      )
    }
    record.page = page
    return .done(
      .observed(
        Observation(
          sessionReference: order.id.path, session: .open, asked: order.amount, paymentPage: provider.site)),
      ProviderFindings(record: try record.bytes, references: [.order(order.id)]))
  }

  private func foreignPage(_ order: PaymentOrder) -> Misconfiguration {
    .foreignPage(
      of: "Swedbank Pay", [Rel.redirectCheckout, .viewCheckout].compactMap { order.operations[$0]?.href },
      fix: "Compare the setting payerURLs, \(provider.merchant.payerURLs.joined(separator: ", ")).")
  }

  private func seen(_ order: PaymentOrder) -> ProviderReaction {
    if let reference = order.nodes.payee?.payeeReference, reference != record.reference {
      return .unreadable("\(order) is another request's.")
    }
    if stage == .created { return opened(order, record) }
    // An abort of ours whose answer was lost.
    let isAbort = order.status == .known(.aborted) && stage == .unclear
    guard
      let observed = ObservedPayment(
        order, isAbort ? aborted(record) : record, provider.merchant, readAt: answer.receivedAt)
    else {
      return .unreadable("The transactions of \(order) are missing or cannot be read.")
    }
    guard !observed.lags else {
      return .transient("Swedbank Pay does not show the payment of \(order) yet.")
    }
    if let asked = asked(observed), !observed.isAnswered(asked, task.reference) { return moved(asked, observed) }
    if case .cancel = task.command.kind, stage == .first || stage == .offered, order.status == .known(.initialized),
      let abort = try? SwedbankPayCall.abort(order)
    {
      return prepared(abort, observed.record)
    }
    return done(observed)
  }

  private func aborted(_ record: Record) -> Record {
    var record = record
    record.hasAborted = true
    return record
  }

  func done(
    _ observed: ObservedPayment, failing operation: OperationID? = nil, _ remark: String? = nil
  ) -> ProviderReaction {
    var observation = observed.observation(page: provider.site)
    if let operation { observation.failures.append(OperationFailure(operation, .notAllowed)) }
    var record = observed.record
    // It has its answer. A question meanwhile leaves it to the command that sends it.
    if record.prepared?.operation.belongs(to: task.command.kind) == true { record.prepared = nil }
    return .done(
      .observed(observation),
      ProviderFindings(
        record: try record.bytes, references: observed.references, details: observed.details,
        remarks: observed.remarks + (remark.map { [$0] } ?? [])))
  }

  /// Without the result of the buyer's check-in, which is good for one payment order.
  var checkedIn: Record {
    var record = record
    record.sdk?.consumerProfileRef = nil
    return record
  }

  // MARK: Failures

  private func failed(_ failure: SwedbankPayFailure) -> ProviderReaction {
    let isReference = failure.problem?.namesPayeeReference == true && (400..<500).contains(failure.httpStatus ?? 0)
    switch call.operation {
    case .createPaymentOrder where isReference && task.attempt >= Self.mostReferences:
      // Answers may have been lost. Nobody has the page of an order that has one of the references, so nobody can pay it:
      // the attempt ends, and the buyer can begin another.
      return .done(
        .rejected(.notAllowed),
        ProviderFindings(record: try checkedIn.bytes, misconfiguration: .everyReferenceRefused))
    case .createPaymentOrder where isReference: return renewed
    // The contract may lack the payment method or the currency.
    case .createPaymentOrder where failure.kind == .rejected || failure.httpStatus == 403 && failure.problem != nil:
      var record = checkedIn
      record.sdk?.refusal = failure.sdkProblem
      return .done(
        .rejected(.notAllowed),
        ProviderFindings(
          record: try record.bytes,
          misconfiguration: Misconfiguration(
            reason: failure.report,
            fix: "If the order is right, compare the setting currencies and the payment methods with the contract.")))
    case .capture where isReference, .cancel where isReference, .reversal where isReference: return next(.used)
    case .capture where failure.kind == .rejected, .cancel where failure.kind == .rejected,
      .reversal where failure.kind == .rejected, .abort where failure.kind == .rejected:
      // The address may be too old.
      if isStale { return next(.first, withoutRefused) }
      return next(.refused, remarks: [failure.description])
    case .getPaymentOrder where failure.kind == .rejected:
      return .misconfigured(
        failure.report, fix: "Compare payee, access token and address with those of the payment order.")
    default: return .failed(ProviderFailure(failure, answer))
    }
  }

  /// Without the movement that was refused, unless an earlier request of its reference has no answer.
  private var withoutRefused: Record {
    var record = record
    record.movements.removeAll { $0.reference == task.reference && $0.wasRepeated != true }
    return record
  }

  private var isStale: Bool {
    guard let readAt = record.prepared?.readAt else { return false }
    return answer.receivedAt.since(readAt) > SwedbankPayProvider.pageLifetime
  }
}

extension SwedbankPayFailure {
  /// The problem that an app is told of, if settings or contract are at fault.
  fileprivate var sdkProblem: SDKProblems.Kind? {
    guard kind == .misconfigured else { return nil }
    return codes.problem?.knownType?.meaning == .configuration ? .configurationError : .badGateway
  }
}

extension ProviderFailure {
  /// For failures that are not refusals; those are outcomes.
  init(_ failure: SwedbankPayFailure, _ answer: ProviderAnswer) {
    switch failure.kind {
    case .misconfigured, .rejected:
      self = .misconfigured(
        reason: failure.report, fix: "Compare access token, payee and address with the Merchant Portal.")
    case .transient, .unknownOutcome:
      self.init(failure.description, answer, isTransient: failure.kind == .transient)
    }
  }
}

extension SwedbankPayFailure {
  /// The failure with Swedbank Pay's own message.
  fileprivate var report: String {
    message.map { "\(description) Swedbank Pay says: \($0)" } ?? description
  }
}
