import FerryCheckout
import FerryCore
public import FerryHTTP
public import FerryProvider
import HTTPTypes
import PlacetoPay

extension PlacetoPayProvider {
  public func receive(
    _ answer: ProviderAnswer, to request: ProviderRequest, of task: ProviderTask
  ) -> ProviderReaction {
    AnswerReading.reaction(to: answer, of: request, task, self, call: call, read: \.reaction)
  }
}

private typealias AnswerReading = FerryProvider.AnswerReading<PlacetoPayProvider, Record, Stage, PlacetoPayCall>

extension AnswerReading {
  fileprivate var reaction: ProviderReaction {
    do throws(PlacetoPayFailure) {
      return switch call.operation {
      case .createSession: created(try read())
      case .cancelSession where stage == .foreign: dropped(try read())
      case .querySession, .cancelSession: session(try read())
      case .capture, .release, .reverse: operated(try read())
      case .collect, .reauthorize, .confirm, .cancelTransaction, .invalidateToken:
        .notAsked(call.operation)
      }
    } catch {
      return failed(error)
    }
  }

  private func read<Object: PlacetoPayObject>() throws(PlacetoPayFailure) -> Object {
    try call.read(httpStatus: answer.status.code, body: answer.body)
  }

  /// The id of the session or transaction that the call is about.
  private var object: String { request.operationAndObject.object }

  // MARK: Sessions

  /// The answer does not repeat what was asked for, so the session is read before it counts as this checkout's.
  private func created(_ session: CreatedSession) -> ProviderReaction {
    var record = record
    record.reference = task.reference
    record.session = session.requestId
    guard provider.merchant.mayRedirect(to: session.processUrl) else {
      return next(
        .foreign, record,
        .foreignPage(
          of: "PlacetoPay", [session.processUrl],
          fix: "Compare the setting baseURL, \(provider.merchant.baseURL), with PlacetoPay's documents for the site."))
    }
    record.page = session.processUrl
    return next(.created, record)
  }

  /// The session that nobody is sent to.
  private func dropped(_: SessionInformation) -> ProviderReaction {
    .done(.rejected(.notAllowed), ProviderFindings(references: [.session(object)]))
  }

  private func session(_ information: SessionInformation) -> ProviderReaction {
    guard information.requestId == record.session else {
      return .unreadable("PlacetoPay answered about another session.")
    }
    let reference = information.request?.reference
    guard reference == nil || reference == record.reference else {
      return .unreadable("PlacetoPay's session \(information) is another order's.")
    }
    let observed = ObservedPayment(information, task, record, readAt: answer.receivedAt)
    var observation = observed.observation(page: provider.origin)
    var findings = ProviderFindings(
      record: try observed.record.bytes, references: observed.references, details: observed.details,
      remarks: observed.allRemarks)
    guard let operation = task.command.kind.operation, observed.record.movement(of: operation) == nil else {
      return .done(.observed(observation), findings)
    }
    let unknown =
      "PlacetoPay gave no answer to the \(task.command.kind.name), and its session does not show whether it was done. "
      + "Compare PlacetoPay's console."
    switch stage {
    case .unclear where !observed.isUnpaid, .absent where !observed.isUnpaid:
      guard observed.isSettled else {
        return .unreadable("PlacetoPay's session \(information) does not show the payment.")
      }
      if provider.options.queriesShowOperations, observed.showsNothingNew {
        return absent(observed.record) { .nothingHappened(stage: Stage.first.rawValue) }
      }
      if happensOnce(observed) { return absent(observed.record) { next(.again, observed.record) } }
      findings.remarks.append(unknown)
      return .done(.parked, findings)
    case .alreadyDone:
      guard let asked = task.movement else { return .done(.parked, findings) }
      var record = observed.record
      record.movements.append(Record.Movement(kind: asked.kind, amount: asked.amount, operation: operation))
      observation = ObservedPayment(information, task, record, readAt: answer.receivedAt)
        .observation(page: provider.origin)
      do { findings.record = try record.bytes } catch { return .failed(error) }
      return .done(.observed(observation), findings)
    case .refusedAgain:
      findings.remarks.append(unknown)
      return .done(.parked, findings)
    case .refused, .unclear, .absent:
      observation.failures.append(OperationFailure(operation, .notAllowed))
      return .done(.observed(observation), findings)
    case .first, .again, .created, .accepted, .foreign: return .done(.observed(observation), findings)
    }
  }

  /// True if PlacetoPay carries the operation out once at most, so that a repetition can do no harm: it captures or releases a
  /// hold once, and refuses to refund a payment that is refunded in whole ("Refund", PlacetoPay documentation).
  private func happensOnce(_ observed: ObservedPayment) -> Bool {
    // Anything else in the session may be the operation.
    guard observed.showsNoOther else { return false }
    return switch task.command.kind {
    case .capture, .void: true
    case .refund(_, let amount): observed.record.refundable(amount, isHold: observed.isHold)?.isWhole ?? false
    case .read, .authorize, .settle, .cancel, .readDispute, .answerDispute: false
    }
  }

  /// The session does not show the operation.
  private func absent(_ record: Record, _ proved: () -> ProviderReaction) -> ProviderReaction {
    absence(
      "PlacetoPay does not show the \(task.command.kind.name)", since: stage == .absent ? record.absentSince : nil,
      first: {
        var record = record
        record.absentSince = answer.receivedAt
        return next(.absent, record)
      }, proved: proved)
  }

  // MARK: Operations

  private func operated(_ result: TransactionResult) -> ProviderReaction {
    let transaction = result.transaction
    guard transaction.reference == nil || transaction.reference == record.reference else {
      return .unreadable("PlacetoPay answered about another payment.")
    }
    let states = [result.status.state, transaction.status.state].map { TransactionMeaning($0) }
    // Some installations answer with the transaction that the operation is about, and its amount.
    let isItsOwn = transaction.internalReference != object
    if states[0] == .declined, isItsOwn, states[1] != .declined {
      return .failed(.unknownOutcome(reason: "PlacetoPay refused it, and shows it as made."))
    }
    if states[0] == .declined || isItsOwn && states[1] == .declined {
      return refused("(\(result.status), \(transaction.status))", result.status)
    }
    guard let asked = task.movement else {
      return .notAsked(call.operation)
    }
    var remarks: [String] = []
    for (status, state) in zip([result.status, transaction.status], states) where !status.isSuccess {
      // Nobody says that it is being decided. The session shows what became of it, or a repetition does.
      switch state {
      case .unknown, .disputed:
        return .unreadable(
          "PlacetoPay names an unknown status of transaction \(transaction.internalReference): "
            + "\(status.state.printable).")
      case .approved, .pending, .declined, .reversed: break
      }
    }
    let isDone = result.status.isSuccess && transaction.status.isSuccess
    var movement = Record.Movement(
      kind: asked.kind, transaction: isItsOwn ? transaction.internalReference : nil, origin: object,
      amount: asked.amount, operation: asked.operation, state: isDone ? .done : .pending)
    if isItsOwn, asked.kind != .release, let written = transaction.amount?.requested {
      remarks += [written.remark(of: "PlacetoPay")].compactMap(\.self)
      if let amount = written.money, amount.isPositive, amount != movement.amount {
        remarks.append("PlacetoPay did another amount than it was asked for: \(amount) for \(movement.amount).")
        movement.reported = amount
        movement.state = .pending
      } else if written.money == nil {
        movement.isUnreadable = true
        movement.state = .pending
      }
    }
    var record = record
    // A question in the meantime may have found it already.
    if let index = record.movements.firstIndex(where: { $0.operation == asked.operation }) {
      record.movements[index] = movement
    } else {
      record.movements.append(movement)
    }
    return next(.accepted, record, remarks: remarks)
  }

  private func refused(_ facts: String, _ status: Status?) -> ProviderReaction {
    if stage == .again {
      let isDone = call.operation == .reverse && status?.saysRefunded == true
      return next(
        isDone ? .alreadyDone : .refusedAgain,
        remarks: ["PlacetoPay refused to repeat the \(task.command.kind.name) \(facts)."])
    }
    let advice = call.operation == .reverse ? " Before it has settled, it refunds whole payments only." : ""
    return next(.refused, remarks: ["PlacetoPay refused the \(task.command.kind.name) \(facts).\(advice)"])
  }

  // MARK: Failures

  private func failed(_ failure: PlacetoPayFailure) -> ProviderReaction {
    guard failure.kind == .rejected else { return .failed(ProviderFailure(failure, answer)) }
    switch call.operation {
    case .createSession:
      return .done(
        .rejected(.notAllowed),
        ProviderFindings(
          misconfiguration: Misconfiguration(
            reason: failure.report,
            fix:
              "If the order is right, compare the setting currencies and the site's payment methods with its contract.")
        ))
    case .cancelSession where stage == .foreign:
      return .done(.rejected(.notAllowed), ProviderFindings(remarks: [failure.description]))
    // It has changed meanwhile: what it shows counts.
    case .cancelSession: return next(.refused)
    case .capture, .release, .reverse: return refused("(\(failure.status?.description ?? ""))", failure.status)
    case .querySession where stage == .created:
      return .transient("PlacetoPay does not show the new session yet.")
    default:
      return .misconfigured(
        failure.report, fix: "Compare login and base URL with those that the session was made with.")
    }
  }
}

extension Status {
  /// True if the message says that the transaction was refunded before ("Refund", PlacetoPay documentation). PlacetoPay has no
  /// code for it, and writes in the site's language: the Spanish words are UNCONFIRMED. A message in other words decides
  /// nothing.
  fileprivate var saysRefunded: Bool {
    guard let text = message?.lowercased() else { return false }
    return text.contains("already refunded")
      || ["ya fue", "ya ha sido", "ya está"].contains { past in
        ["reembolsad", "reversad"].contains { text.contains("\(past) \($0)") }
      }
  }

  fileprivate var isSuccess: Bool {
    switch state {
    case .known(.approved), .known(.ok), .known(.refunded), .known(.reversed): true
    default: false
    }
  }
}

extension ProviderFailure {
  /// For failures that are not refusals; those are outcomes.
  init(_ failure: PlacetoPayFailure, _ answer: ProviderAnswer) {
    switch failure.authentication {
    case .clock?:
      // The header may be that of a server in between, with another clock.
      let theirs = failure.providerTime ?? answer.date
      self =
        theirs.map { .clockOff($0.since(answer.receivedAt)) }
        ?? Self.misconfigured(
          reason: AuthenticationProblem.clock.cause, fix: AuthenticationProblem.clock.remedy)
    case let problem?: self = .misconfigured(reason: failure.saying(problem.cause), fix: problem.remedy)
    case nil where failure.kind == .misconfigured:
      self = .misconfigured(reason: failure.report, fix: "Check the base URL, and proxies on the way to it.")
    case nil:
      self.init(failure.description, answer, isTransient: failure.kind == .transient)
    }
  }
}

extension PlacetoPayFailure {
  /// The failure with PlacetoPay's own message.
  fileprivate var report: String { saying(description) }

  /// A sentence with PlacetoPay's own message.
  fileprivate func saying(_ sentence: String) -> String {
    message.map { "\(sentence) PlacetoPay says: \($0)" } ?? sentence
  }
}
