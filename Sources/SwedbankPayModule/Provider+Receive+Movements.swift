import FerryCheckout
import FerryCore
import FerryHTTP
import FerryProvider
import SwedbankPay

/// Captures, refunds and releases. Each is offered by the payment order first, and proved by our own reference afterwards.
extension AnswerReading {
  /// The movement that the command asks for. Cards are only authorized: a payment that is captured at once is captured here,
  /// once its amount was compared with the agreed one.
  func asked(_ observed: ObservedPayment) -> AskedMovement? {
    guard case .settle(let amount) = task.command.kind else { return task.movement }
    guard task.checkout.isCapturedAtOnce(for: task.order), observed.awaitsCapture(of: amount) else { return nil }
    return AskedMovement(nil, .capture, amount)
  }

  /// The payment order does not show a movement of ours.
  func moved(_ asked: AskedMovement, _ observed: ObservedPayment) -> ProviderReaction {
    switch stage {
    case .first, .created, .offered: offer(asked, observed)
    // The reference makes sure that it is not carried out twice.
    case .unclear: .nothingHappened(stage: Stage.first.rawValue)
    case .used where isUndecided(asked, observed), .refused where isUndecided(asked, observed): undecided(observed)
    case .used: absent(observed.record)
    // The refusal may be about what an earlier request has done.
    case .refused where earlier(observed.record)?.wasRepeated == true: absent(observed.record)
    case .refused, .accepted: done(observed, failing: asked.operation)
    }
  }

  /// Prepares the change, if the payment order offers it.
  private func offer(_ asked: AskedMovement, _ observed: ObservedPayment) -> ProviderReaction {
    do throws(InvalidField) {
      let reference = try PayeeReference(task.reference, provider.options.references)
      let call = try change(asked, reference, observed)
      var record = observed.record
      let earlier = earlier(record)
      record.enter(
        Record.Movement(
          kind: asked.kind, reference: reference.text, operation: asked.operation, amount: asked.amount, state: .asked,
          failuresBefore: earlier?.failuresBefore ?? observed.failures(of: asked.kind),
          // The one that was offered last was not made.
          wasRepeated: stage == .offered ? earlier?.wasRepeated : earlier.map { _ in true }))
      return prepared(call, record)
    } catch {
      if isUndecided(asked, observed) { return undecided(observed) }
      // It may have arrived, so that it is not offered again, and its transaction may be on its way.
      if earlier(observed.record) != nil { return absent(observed.record) }
      if observed.awaitsOffer(of: asked) {
        return .transient("Swedbank Pay does not offer the \(task.command.kind.name) of \(observed.order) yet.")
      }
      return done(
        observed, failing: asked.operation,
        "Swedbank Pay does not offer the \(task.command.kind.name): \(error.description)")
    }
  }

  /// The movement of this reference that was sent before, whose answer may have been lost.
  private func earlier(_ record: Record) -> Record.Movement? {
    record.movements.first { $0.reference == task.reference }
  }

  /// True if a refund may have arrived that a bank decides about. For days it has no transaction, and the payment order
  /// offers no other, so that its absence proves nothing.
  private func isUndecided(_ asked: AskedMovement, _ observed: ObservedPayment) -> Bool {
    guard asked.kind == .refund, observed.isRefundable(asked.amount), let earlier = earlier(observed.record) else {
      return false
    }
    // A refused request has not arrived, but an earlier one may have.
    return stage != .used && stage != .refused || earlier.wasRepeated == true
  }

  private func undecided(_ observed: ObservedPayment) -> ProviderReaction {
    var observed = observed
    observed.wait(for: task.reference)
    return done(observed)
  }

  private func change(
    _ asked: AskedMovement, _ reference: PayeeReference, _ observed: ObservedPayment
  ) throws(InvalidField) -> SwedbankPayCall {
    let order = observed.order
    let whole = (amount: order.amount, vat: order.vatAmount ?? .zero(order.amount.currency))
    switch asked.kind {
    case .capture:
      let vat = vat(of: asked.amount, in: whole, after: observed.captured, observed.vat(of: .capture))
      return try .capture(transaction(asked, reference, vat: vat, of: order), of: order)
    case .refund:
      let captured = observed.capturedVAT.map { (amount: observed.captured, vat: $0) } ?? whole
      let vat = vat(of: asked.amount, in: captured, after: observed.refunded, observed.vat(of: .refund))
      return try .reversal(transaction(asked, reference, vat: vat, of: order), of: order)
    case .release: return try .cancel(order, description: orderText, payeeReference: reference)
    }
  }

  /// The VAT of an amount without lines: its share of what earlier ones have left of the VAT, so that the last one has the rest. If
  /// it is not known what they stated, its share of the whole VAT.
  /// - Parameter whole: The order for a capture, and what was captured for a refund.
  private func vat(of amount: Money, in whole: (amount: Money, vat: Money), after before: Money, _ stated: Money?)
    -> Money
  {
    guard let stated, let left = try? whole.amount.subtracting(before), let rest = try? whole.vat.subtracting(stated)
    else { return whole.vat.share(of: amount, after: before, in: whole.amount) }
    let most = Money(minorUnits: max(0, min(rest.minorUnits, left.minorUnits)), amount.currency)
    return most.share(of: amount, after: .zero(amount.currency), in: left)
  }

  private var orderText: String { "Order \(task.order.number)" }

  /// A capture or refund with the lines that it was asked for, or with all lines if it is of the whole order. Otherwise, or if they
  /// are refused by the rules of a transaction, it has one line, and a share of the VAT.
  /// - Throws: `InvalidField` if no lines can be stated.
  private func transaction(
    _ asked: AskedMovement, _ reference: PayeeReference, vat: Money, of order: PaymentOrder
  ) throws(InvalidField) -> NewTransaction {
    let (checkout, number) = (task.checkout, task.order.number)
    let operation = checkout.payment?.operations.first { $0.id == asked.operation }
    var transaction = NewTransaction(
      amount: asked.amount, vatAmount: vat,
      description: (operation?.reason).map { ItemizedOrder.wireText($0.phrase) } ?? orderText,
      payeeReference: reference)
    // The payment order has no lines.
    guard let quote = checkout.quote else { return transaction }
    do {
      let itemized = try ItemizedOrder(checkout.content, quote)
      if let parts = operation?.parts ?? (asked.amount == quote.total ? itemized.parts : nil) {
        var stated = transaction
        stated.orderItems = try asked.kind == .capture ? itemized.charges(for: parts) : itemized.refunds(of: parts)
        stated.vatAmount = try stated.orderItems.vat(in: asked.amount.currency)
        if (try? stated.check(atMost: nil, order, .v3_1)) != nil { return stated }
      }
      let (name, title) = asked.kind == .capture ? ("capture", "Capture") : ("refund", "Refund")
      transaction.orderItems = [
        itemized.summary(name, "\(title) of order \(number)", asked.amount, vat: transaction.vatAmount)
      ]
      return transaction
    } catch {
      throw InvalidField("/transaction/orderItems", "The lines cannot be stated: \(error)")
    }
  }

  func prepared(_ call: SwedbankPayCall, _ record: Record) -> ProviderReaction {
    var record = record
    record.prepared = Record.Prepared(
      operation: call.operation, method: call.method, target: call.target, content: call.content,
      readAt: answer.receivedAt)
    return next(.offered, record)
  }

  func operated(_ result: TransactionAnswer) -> ProviderReaction {
    guard var movement = record.movements.first(where: { $0.reference == call.payeeReference }) else {
      return .failed(.unknownOutcome(reason: "The record of the \(task.command.kind.name) is missing."))
    }
    switch result {
    case .done: movement.state = .done
    case .pending: movement.state = .pending
    case .transaction(let transaction):
      switch transaction.state {
      case .known(.completed): movement.state = .done
      case .known(.initialized): movement.state = .pending
      case .known(.failed): movement.state = .failed
      // Nobody says that it is being decided: the payment order shows what became of it.
      case .unknown:
        return .unreadable("Swedbank Pay names an unknown state of a transaction: \(transaction.state.printable).")
      }
    }
    var record = record
    record.enter(movement)
    return next(.accepted, record)
  }

  /// A request under the reference may have been carried out, and the payment order does not show it.
  private func absent(_ record: Record) -> ProviderReaction {
    let absence = record.absence.flatMap { $0.reference == task.reference ? $0 : nil }
    return self.absence(
      "Swedbank Pay does not show the \(task.command.kind.name)", since: absence?.since,
      first: {
        var record = record
        record.absence = Record.Absence(reference: task.reference, since: answer.receivedAt)
        return next(.used, record)
      }, proved: { renewed })
  }

  /// The most references that one command tries.
  static var mostReferences: Int { 3 }

  var renewed: ProviderReaction {
    guard task.attempt < Self.mostReferences else {
      let refused = Misconfiguration.everyReferenceRefused
      return .misconfigured(refused.reason, fix: refused.fix)
    }
    return .newReference(stage: Stage.first.rawValue, ProviderFindings(record: try checkedIn.bytes))
  }
}

extension Misconfiguration {
  static let everyReferenceRefused = Misconfiguration(
    reason: "Swedbank Pay refuses every reference.",
    fix: "If the contract has option B, set references to digits. Let no other system use Ferry's references."
  )
}
