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
    do throws(ProviderFailure) {
      return Reading(
        provider: self, task: task, stage: try SwedbankPayStage(of: task), record: try SwedbankPayRecord(task.record),
        call: try call(request), answer: answer
      ).reaction
    } catch {
      return .failed(error)
    }
  }

  /// The site that stands for the payment page.
  var site: String { merchant.payerURLs.first ?? merchant.apiURL }
}

private struct Reading {
  let provider: SwedbankPayProvider
  let task: ProviderTask
  let stage: SwedbankPayStage
  let record: SwedbankPayRecord
  /// The call that was sent. The record may have changed since.
  let call: SwedbankPayCall
  let answer: ProviderAnswer

  var reaction: ProviderReaction {
    do throws(SwedbankPayFailure) {
      switch call.operation {
      case .createPaymentOrder: return created(try read())
      case .getPaymentOrder: return seen(try read())
      case .abort:
        let _: PaymentOrder = try read()
        return next(.accepted, aborted(record))
      case .capture, .cancel, .reversal: return operated(try read())
      case .abortPaymentAttempt, .updateOrder, .setInstrument, .getTokens, .deleteTokens, .startCheckIn:
        return .failed(.unknownOutcome(reason: "No command makes the call \(call.operation.rawValue)."))
      }
    } catch {
      return failed(error)
    }
  }

  private func read<Answer: SwedbankPayAnswer>() throws(SwedbankPayFailure) -> Answer {
    try call.read(httpStatus: answer.status.code, body: answer.body)
  }

  private func next(
    _ stage: SwedbankPayStage, _ record: SwedbankPayRecord? = nil, remarks: [String] = []
  ) -> ProviderReaction {
    .next(stage: stage.rawValue, ProviderFindings(record: record?.bytes, remarks: remarks))
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
    case _?: return .failed(.unreadable(reason: "Swedbank Pay answered with the payment order of another request."))
    }
  }

  /// The new payment order is ours, and nobody has paid it yet.
  private func opened(_ order: PaymentOrder, _ record: SwedbankPayRecord) -> ProviderReaction {
    var record = record
    let page = OrderBooks.page(order, provider.merchant, answer.receivedAt)
    guard page.redirect != nil || page.script != nil else {
      // Nobody has its address, so nobody can pay it.
      return .done(
        .rejected(.notAllowed),
        ProviderFindings(
          references: [.order(order.id)],
          remarks: ["Swedbank Pay named a payment page at another address. Compare the setting payerURLs."]))
    }
    record.page = page
    record.sdk?.consumerProfileRef = nil
    return .done(
      .observed(
        Observation(
          sessionReference: order.id.path, session: .open, asked: order.amount, paymentPage: provider.site)),
      ProviderFindings(record: record.bytes, references: [.order(order.id)]))
  }

  private func seen(_ order: PaymentOrder) -> ProviderReaction {
    if let reference = order.nodes.payee?.payeeReference, reference != record.reference {
      return .failed(.unreadable(reason: "\(order) is another request's."))
    }
    if stage == .created { return opened(order, record) }
    // An abort of ours whose answer was lost.
    let isAbort = order.status == .known(.aborted) && stage == .unclear
    guard
      let books = OrderBooks(
        order, isAbort ? aborted(record) : record, provider.merchant, readAt: answer.receivedAt)
    else {
      return .failed(.unreadable(reason: "The transactions of \(order) are missing or cannot be read."))
    }
    guard !books.lags else {
      return .failed(.transient(reason: "Swedbank Pay does not show the payment of \(order) yet.", retryAfter: nil))
    }
    if let asked = asked(books), !books.isAnswered(asked, task.reference) { return moved(asked, books) }
    if case .cancel = task.command.kind, stage == .first, order.status == .known(.initialized),
      let abort = try? SwedbankPayCall.abort(order)
    {
      return prepared(abort, books.record)
    }
    return done(books)
  }

  private func aborted(_ record: SwedbankPayRecord) -> SwedbankPayRecord {
    var record = record
    record.hasAborted = true
    return record
  }

  private func done(
    _ books: OrderBooks, failing operation: OperationID? = nil, _ remark: String? = nil
  ) -> ProviderReaction {
    var observation = books.observation(page: provider.site)
    if let operation { observation.failures.append(OperationFailure(operation, .notAllowed)) }
    return .done(
      .observed(observation),
      ProviderFindings(
        record: books.record.bytes, references: books.references, details: books.details,
        remarks: books.remarks + (remark.map { [$0] } ?? [])))
  }

  // MARK: Changes

  /// The movement that the command asks for. Cards are only authorized: a payment that is captured at once is captured here,
  /// once its amount was compared with the agreed one.
  private func asked(_ books: OrderBooks) -> AskedMovement? {
    guard case .settle(let amount) = task.command.kind else { return task.movement }
    let isFree = task.order.paidBy == nil || task.order.paidBy == task.checkout.id
    guard task.checkout.capture == .automatic, isFree, books.awaitsCapture(of: amount) else { return nil }
    return AskedMovement(operation: nil, kind: .capture, amount: amount)
  }

  /// The payment order does not show a movement of ours.
  private func moved(_ asked: AskedMovement, _ books: OrderBooks) -> ProviderReaction {
    switch stage {
    case .first, .created: offer(asked, books)
    // The reference makes sure that it is not carried out twice.
    case .unclear, .offered: .nothingHappened(stage: SwedbankPayStage.first.rawValue)
    case .used: silence(books.record)
    case .refused, .accepted: done(books, failing: asked.operation)
    }
  }

  /// Prepares the change, if the payment order offers it.
  private func offer(_ asked: AskedMovement, _ books: OrderBooks) -> ProviderReaction {
    do throws(InvalidField) {
      let reference = try PayeeReference(task.reference, provider.options.references)
      let call = try change(asked, reference, books)
      var record = books.record
      record.enter(
        SwedbankPayRecord.Movement(
          kind: asked.kind, reference: reference.text, operation: asked.operation, amount: asked.amount, state: .asked,
          failuresBefore: books.failures(of: asked.kind)))
      return prepared(call, record)
    } catch {
      return done(
        books, failing: asked.operation,
        "Swedbank Pay does not offer the \(task.command.kind.name): \(error.description)")
    }
  }

  private func change(
    _ asked: AskedMovement, _ reference: PayeeReference, _ books: OrderBooks
  ) throws(InvalidField) -> SwedbankPayCall {
    let order = books.order
    let description = "Order \(task.order.number)"
    func transaction(after before: Money) -> NewTransaction {
      var share = Share(of: order.vatAmount ?? .zero(order.amount.currency), over: order.amount, after: before)
      return NewTransaction(
        amount: asked.amount, vatAmount: share.next(asked.amount), description: description, payeeReference: reference)
    }
    switch asked.kind {
    case .capture: return try .capture(transaction(after: books.captured), of: order)
    case .refund: return try .reversal(transaction(after: books.refunded), of: order)
    case .release: return try .cancel(order, description: description, payeeReference: reference)
    }
  }

  private func prepared(_ call: SwedbankPayCall, _ record: SwedbankPayRecord) -> ProviderReaction {
    var record = record
    record.prepared = SwedbankPayRecord.Prepared(
      operation: call.operation, method: call.method, target: call.target, content: call.content,
      readAt: answer.receivedAt)
    return next(.offered, record)
  }

  private func operated(_ result: TransactionAnswer) -> ProviderReaction {
    guard var movement = record.movements.first(where: { $0.reference == call.payeeReference }) else {
      return .failed(.unknownOutcome(reason: "The record of the \(task.command.kind.name) is missing."))
    }
    switch result {
    case .done: movement.state = .done
    case .pending: movement.state = .pending
    case .transaction(let transaction):
      switch transaction.state {
      case .known(.completed): movement.state = .done
      case .known(.initialized), .unknown: movement.state = .pending
      case .known(.failed): movement.state = .failed
      }
    }
    var record = record
    record.enter(movement)
    return next(.accepted, record)
  }

  /// The time from the first answer that does not show a used reference to the one that proves that nothing was done
  /// under it.
  private static let proofDelay = Duration.seconds(300)

  /// Swedbank Pay calls the reference used, and shows no transaction of it: it may still be on its way.
  private func silence(_ record: SwedbankPayRecord) -> ProviderReaction {
    guard let silent = record.silent, silent.reference == task.reference else {
      var record = record
      record.silent = SwedbankPayRecord.Silence(reference: task.reference, since: answer.receivedAt)
      return next(.used, record)
    }
    let rest = Self.proofDelay - answer.receivedAt.since(silent.since)
    guard rest <= .zero else {
      return .failed(
        .transient(
          reason:
            "Swedbank Pay does not show the \(task.command.kind.name) yet. It is asked again before a repetition.",
          retryAfter: rest))
    }
    return renewed
  }

  /// The most references that one command tries.
  private static let mostReferences = 3

  private var renewed: ProviderReaction {
    guard task.attempt < Self.mostReferences else {
      return .failed(.misconfigured(reason: Self.everyReferenceRefused.reason, fix: Self.everyReferenceRefused.fix))
    }
    return .newReference(stage: SwedbankPayStage.first.rawValue, ProviderFindings())
  }

  private static let everyReferenceRefused = (
    reason: "Swedbank Pay refuses every reference.",
    fix: "If the contract has option B, set references to digits. Let no other system use Ferry's references."
  )

  // MARK: Failures

  private func failed(_ failure: SwedbankPayFailure) -> ProviderReaction {
    let isReference = failure.problem?.namesPayeeReference == true && (400..<500).contains(failure.httpStatus ?? 0)
    switch call.operation {
    case .createPaymentOrder where isReference && task.attempt >= Self.mostReferences:
      // Answers may have been lost. Nobody has the page of an order that has one of the references, so nobody can pay it:
      // the attempt ends, and the buyer can begin another.
      return .done(
        .rejected(.notAllowed),
        ProviderFindings(remarks: ["\(Self.everyReferenceRefused.reason) \(Self.everyReferenceRefused.fix)"]))
    case .createPaymentOrder where isReference: return renewed
    case .createPaymentOrder where failure.kind == .rejected:
      return .done(.rejected(.notAllowed), ProviderFindings(remarks: [failure.description]))
    case .capture where isReference, .cancel where isReference, .reversal where isReference: return next(.used)
    case .capture where failure.kind == .rejected, .cancel where failure.kind == .rejected,
      .reversal where failure.kind == .rejected, .abort where failure.kind == .rejected:
      // The address may be too old.
      if isStale { return .nothingHappened(stage: SwedbankPayStage.first.rawValue) }
      return next(.refused, remarks: [failure.description])
    case .getPaymentOrder where failure.kind == .rejected:
      return .failed(
        .misconfigured(
          reason: failure.description, fix: "Compare payee, access token and address with those of the payment order."))
    default: return .failed(ProviderFailure(failure, answer))
    }
  }

  private var isStale: Bool {
    guard let readAt = record.prepared?.readAt else { return false }
    return answer.receivedAt.since(readAt) > SwedbankPayProvider.pageLifetime
  }
}

extension ProviderFailure {
  /// For failures that are not refusals; those are outcomes.
  init(_ failure: SwedbankPayFailure, _ answer: ProviderAnswer) {
    let reason = failure.description
    switch failure.kind {
    case .misconfigured, .rejected:
      self = .misconfigured(
        reason: reason, fix: "Compare access token, payee and address with the Merchant Portal.")
    case .transient, .unknownOutcome:
      if answer.status.kind == .successful {
        self = .unreadable(reason: reason)
      } else if failure.kind == .transient {
        self = .transient(reason: reason, retryAfter: answer.retryAfter)
      } else {
        self = .unknownOutcome(reason: reason)
      }
    }
  }
}
