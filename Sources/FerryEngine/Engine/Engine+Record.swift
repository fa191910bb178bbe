import FerryCheckout
import FerryCore
import FerryHTTP
import FerryProvider
import Metrics

extension Engine {
  /// Reads the reply by the request that was sent, and records it. Events may have been committed while the request was in
  /// flight: then the reply is read again in the transaction, for the checkout as it is there, and nothing that they changed
  /// is overwritten.
  /// - Returns: True if the command is complete.
  func record(
    _ reply: Result<ProviderAnswer, ProviderFailure>, to request: ProviderRequest, of stored: StoredCommand,
    in file: CheckoutFile, by provider: any Provider, elapsed: Int64
  ) async throws -> Bool {
    let read = { @Sendable [self] (present: StoredCommand, file: CheckoutFile) in
      switch reply {
      case .success(let answer): provider.receive(answer, to: request, of: task(present, of: file)).storable
      case .failure(let failure): ProviderReaction.failed(failure)
      }
    }
    let early = read(stored, file)
    let recorded: Recorded
    do {
      recorded = try await commit(
        stored, since: file, elapsed: elapsed, mayWait: !stored.isQuestion && early.continues
      ) { present, now in
        present == stored && now == file ? early : read(present, now)
      }
    } catch StoreError.referenceTaken {
      // The session belongs to another checkout, whatever the return URL was.
      recorded = try await commit(stored, since: file, elapsed: elapsed) { _, _ in
        .done(.rejected(.foreignSession), ProviderFindings())
      }
    }
    if let offset = recorded.clockOffset { inFlight.learn(offset, of: provider.account) }
    count(stored, at: provider, result: recorded.name)
    return recorded.isOver
  }

  /// Records an outcome that needed no request.
  func record(
    _ outcome: Outcome, remark: String?, of stored: StoredCommand, in file: CheckoutFile, by provider: any Provider
  ) async throws -> Bool {
    let recorded = try await commit(stored, since: file, elapsed: 0) { _, _ in
      .done(outcome, ProviderFindings(remarks: [remark].compactMap(\.self)))
    }
    count(stored, at: provider, result: "concluded")
    return recorded.isOver
  }

  func count(_ stored: StoredCommand, at provider: any Provider, result: String) {
    Counter(
      label: "ferry_provider_calls_total",
      dimensions: [
        ("provider", provider.account.provider.text), ("command", stored.command.kind.name), ("result", result),
      ]
    ).increment()
  }

  private typealias Recorded = (name: String, clockOffset: Duration?, isOver: Bool)

  /// - Parameter seen: The checkout's file when the command was performed, under the same fence.
  private func commit(
    _ stored: StoredCommand, since seen: CheckoutFile, elapsed: Int64, mayWait: Bool = false,
    _ read: @escaping @Sendable (StoredCommand, CheckoutFile) -> ProviderReaction
  ) async throws -> Recorded {
    try await update(stored.checkout, mayWait: mayWait) { [self] file, change in
      let isOvertaken = !file.isStillOwn(since: seen, change)
      guard !isOvertaken,
        let index = file.outstanding.firstIndex(where: { $0.command.number == stored.command.number }),
        file.outstanding[index].stage == stored.stage
      else {
        try recordLate(read, of: stored, isOvertaken: isOvertaken, elapsed: elapsed, in: &file, &change)
        return ("late", nil, true)
      }
      let reaction = read(file.outstanding[index], file)
      try record(reaction, toCommandAt: index, elapsed: elapsed, in: &file, &change)
      return (
        reaction.name, reaction.clockOffset, !file.outstanding.contains { $0.command.number == stored.command.number }
      )
    }
  }

  /// Records an answer that came after the command was given up, or after another server took the checkout over. It counts
  /// for an operation with an unknown outcome. For an operation that the other server is still performing it counts only if
  /// it says that the provider has done it: the operation must not be repeated then. In other cases the provider is asked
  /// again where it matters.
  /// - Parameter isOvertaken: True if another server may have sent the request too. A refusal decides nothing then:
  ///   perhaps that other request succeeded.
  private func recordLate(
    _ read: (StoredCommand, CheckoutFile) -> ProviderReaction, of stored: StoredCommand, isOvertaken: Bool,
    elapsed: Int64, in file: inout CheckoutFile, _ change: inout Change
  ) throws {
    let operation = file.checkout.payment?.operations.first { $0.command == stored.command.number }
    let reaction = read(stored, file)
    switch operation?.state {
    case .unknown: break
    case .requested: guard case .done(.observed, _) = reaction else { return }
    case .pending, .succeeded, .failed, nil: return
    }
    change.log.append(LogEntry(at: time.now, .call(stored.name, result: "late", milliseconds: elapsed)))
    if isOvertaken, case .done(.rejected, _) = reaction { return }
    switch reaction {
    case .done(let outcome, let findings):
      keep(findings, of: stored, in: &file, &change)
      try apply(.performed(stored.command.number, outcome), to: &file, &change)
    case .next(_, let findings), .newReference(_, let findings): keep(findings, of: stored, in: &file, &change)
    case .nothingHappened, .failed: break
    }
  }

  private func record(
    _ reaction: ProviderReaction, toCommandAt index: Int, elapsed: Int64, in file: inout CheckoutFile,
    _ change: inout Change
  ) throws {
    let stored = file.outstanding[index]
    let now = time.now
    if !reaction.isFailure || Self.isLogged(stored.attempts + 1) {
      change.log.append(LogEntry(at: now, .call(stored.name, result: reaction.name, milliseconds: elapsed)))
    }
    switch reaction {
    case .done(let outcome, let findings):
      let selected = file.checkout.selection
      let wasFinal = file.checkout.phase.isFinal
      file.outstanding.remove(at: index)
      keep(findings, of: stored, in: &file, &change)
      try apply(.performed(stored.command.number, outcome), to: &file, &change)
      if file.roundTrips.distrustsNewSelections, let selected, file.checkout.selection != selected {
        try discardSelection(&file, &change)
      } else {
        keepDetails(of: findings, wasFinal: wasFinal, &file)
      }
    case .next(let stage, let findings):
      keep(findings, of: stored, in: &file, &change)
      keepDetails(of: findings, wasFinal: file.checkout.phase.isFinal, &file)
      // The answer to a question says nothing about the change that failed before it.
      advance(to: stage, commandAt: index, in: &file, &change, keepsAttempts: stored.isQuestion)
      // After a power cut the request is sent again, and answered again.
      change.waits = stored.canBeRepeated
    case .newReference(let stage, let findings):
      keep(findings, of: stored, in: &file, &change)
      keepDetails(of: findings, wasFinal: file.checkout.phase.isFinal, &file)
      repeatUnderNewReference(at: stage, commandAt: index, in: &file, &change)
    // It is done or under way, as a late answer or a question has shown since: it is not repeated.
    case .nothingHappened where file.checkout.hasAnswer(to: stored.command): file.outstanding.remove(at: index)
    case .nothingHappened(let stage):
      // The attempts are counted on, and the waits before the questions grow: a provider may refuse a change for ever that
      // has failed a few times.
      advance(to: stage, commandAt: index, in: &file, &change, keepsAttempts: true)
    case .failed(.unreadable(let reason)) where stored.isUnreadableForGood:
      file.outstanding.remove(at: index)
      change.log.append(LogEntry(at: now, .remark("\(reason) \(Self.gaveUp)")))
      try apply(.performed(stored.command.number, .unanswered), to: &file, &change)
    case .failed(let failure): retry(after: failure, commandAt: index, in: &file, &change)
    }
  }

  private static let gaveUp = "The last answers were all of this kind, so the outcome stays unknown for now."

  private func keep(
    _ findings: ProviderFindings, of stored: StoredCommand, in file: inout CheckoutFile, _ change: inout Change
  ) {
    if let record = findings.record { file.record = record }
    if findings.forgetsSelectedMethod { file.details?.paymentDescriptor = nil }
    change.references += findings.references
    for remark in findings.remarks { change.log.append(LogEntry(at: time.now, .remark(remark))) }
    if let misconfiguration = findings.misconfiguration { report(misconfiguration, of: stored, &change) }
  }

  /// Keeps buyer and address if they belong to the checkout's selection: they are shown beside its price.
  /// - Parameter wasFinal: True if the checkout was final before the answer: its buyer may have been erased since.
  private func keepDetails(of findings: ProviderFindings, wasFinal: Bool, _ file: inout CheckoutFile) {
    // An answer that ends the checkout counts if it is the one that shows how the buyer has paid.
    guard let details = findings.details, !wasFinal, !file.checkout.phase.isFinal || file.checkout.phase == .paid
    else { return }
    if let found = findings.selection {
      guard let selection = file.checkout.selection, found.sharesDestination(with: selection) else { return }
    }
    file.details = details
  }

  /// Discards a selection that another person may have made. The buyer starts over with a new return URL.
  private func discardSelection(_ file: inout CheckoutFile, _ change: inout Change) throws(Refusal) {
    guard file.checkout.canRestart else { return }
    file.roundTrips.discard(nonce: randomness.token())
    file.forgetFirstBrowser()
    change.log.append(
      LogEntry(
        at: time.now, .remark("The selection changed after the provider was used in another browser. It is discarded."))
    )
    try apply(.restarted, to: &file, &change)
  }
}

extension CheckoutFile {
  /// True if no other server can have done the checkout's work since this one has seen it. A server whose lease has lapsed, for
  /// example in an outage of the store, claims its checkouts again if nobody else has: each claim raises the fence by one.
  func isStillOwn(since seen: CheckoutFile, _ change: Change) -> Bool {
    fence == seen.fence || change.isOwner && fence == seen.fence + 1
  }
}

extension ProviderReaction {
  /// True if the command goes on; after a request that changes something it goes on with a question as a rule.
  fileprivate var continues: Bool {
    if case .next = self { true } else { false }
  }

  fileprivate var isFailure: Bool {
    if case .failed = self { true } else { false }
  }

  fileprivate var clockOffset: Duration? {
    if case .failed(.clockOff(let offset)) = self { offset } else { nil }
  }

  /// For timelines and metrics.
  var name: String {
    switch self {
    case .done(.rejected, let findings) where findings.misconfiguration != nil: "misconfigured"
    case .done(.observed, _): "answered"
    case .done(.rejected, _): "refused"
    case .done(.parked, _): "parked"
    case .done(.unanswered, _): "unanswered"
    case .next: "continues"
    case .nothingHappened: "nothing happened"
    case .newReference: "new reference"
    case .failed(.transient): "failed"
    case .failed(.unknownOutcome): "unknown"
    case .failed(.unreadable): "unreadable"
    case .failed(.misconfigured): "misconfigured"
    case .failed(.clockOff): "clock differs"
    }
  }
}

// MARK: What a store can keep

extension ProviderReaction {
  /// The reaction; a failure if it has a record or an id that a store cannot keep. The answer could never be recorded.
  fileprivate var storable: ProviderReaction {
    if let failure { return .failed(failure) }
    guard ids.allSatisfy({ $0.isEmpty || $0.isStorableID }) else {
      return .failed(
        .unreadable(reason: "An id in the provider's answer has more than \(String.longestID) bytes, or a NUL."))
    }
    return self
  }

  /// The ids that something is entered under.
  private var ids: [String] {
    switch self {
    case .done(.observed(let observation), let findings):
      findings.references.map(\.value) + [observation.charge?.reference].compactMap(\.self)
    case .done, .next, .newReference, .nothingHappened, .failed: findings?.references.map(\.value) ?? []
    }
  }

  private var findings: ProviderFindings? {
    switch self {
    case .done(_, let findings), .next(_, let findings), .newReference(_, let findings): findings
    case .nothingHappened, .failed: nil
    }
  }
}
