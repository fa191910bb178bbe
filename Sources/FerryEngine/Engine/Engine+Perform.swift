import FerryCheckout
import FerryCore
import FerryProvider
import Logging
import Metrics

extension Engine {
  /// Sends one request of a command and records what came of it. Whatever fails here leaves the command for another time.
  /// - Returns: Whether nothing is left to do for it.
  func perform(_ due: DueCommand) async -> Bool {
    do {
      guard let file = try await store.file(due.checkout),
        let stored = file.outstanding.first(where: { $0.command.number == due.number })
      else { return true }
      let provider = try providers.provider(of: file.checkout)
      guard let (stored, _) = try await readied(stored, file), let request = stored.request else {
        return false
      }
      let began = time.now
      let reply = await send(request, provider)
      let elapsed = time.now.since(began).wholeMilliseconds
      return try await record(reply, to: request, stored, provider, elapsed)
    } catch is CancellationError {
      // Shutting down: the command is still stored, and will be taken up again.
      return false
    } catch {
      logger.error(
        "A command could not be recorded.",
        metadata: [
          "checkout": "\(due.checkout)", "command": "\(due.number)", "error": "\(type(of: error))",
        ])
      await putOff(due)
      return false
    }
  }

  /// Puts a command off that the store would not take the outcome of.
  private func putOff(_ due: DueCommand) async {
    do {
      try await update(due.checkout) { [self] file, change in
        guard let index = file.outstanding.firstIndex(where: { $0.command.number == due.number }) else { return }
        file.outstanding[index].attempts += 1
        let attempts = file.outstanding[index].attempts
        file.outstanding[index].notBefore = time.now + backoff.wait(after: max(3, attempts), randomness)
        if Self.isTold(attempts) {
          change.log.append(LogEntry(at: time.now, .remark("What the provider answered could not be recorded.")))
        }
      }
    } catch {
      // The store takes nothing at all: the command keeps its place until it may.
      try? await time.sleep(for: backoff.wait(after: 3, randomness))
    }
  }

  /// Whether the timeline tells of an attempt that failed: of the first ones, then more and more rarely, so that what fails
  /// for days does not fill the disk.
  private static func isTold(_ attempts: Int) -> Bool { attempts <= 8 || attempts.nonzeroBitCount == 1 }

  /// Commits whatever must be committed before a request may be sent.
  /// - Returns: Nil when it must not be sent now.
  private func readied(
    _ found: StoredCommand, _ file: CheckoutFile
  ) async throws -> (StoredCommand, CheckoutFile)? {
    var (stored, file) = (found, file)
    // A request of an earlier version does not say what it asks for, so its answer could not be read: it is made again.
    if stored.request == nil || stored.request?.call.isEmpty == true && !stored.isStarted {
      let made = try await revise(stored) { [self] stored, file, change in
        prepare(&stored, file, &change)
        if stored.request == nil {
          stored.attempts += 1
          stored.notBefore = time.now + backoff.misconfigured
        }
      }
      guard let made, made.0.request != nil else { return nil }
      (stored, file) = made
    }
    guard case .inquireFirst(let stage) = stored.request?.repetition else { return (stored, file) }
    return try await revise(stored) { [self] stored, file, change in
      if stored.isStarted {
        // It was begun and nothing is recorded: it may have arrived, so it is found out, not repeated.
        inquire(at: stage, &stored, file, &change)
      } else {
        stored.isStarted = true
      }
    }
  }

  private func revise(
    _ stored: StoredCommand, _ body: @escaping @Sendable (inout StoredCommand, CheckoutFile, inout Change) -> Void
  ) async throws -> (StoredCommand, CheckoutFile)? {
    defer { inFlight.note(time.now) }
    return try await store.update(stored.checkout) { file, change in
      guard let index = file.outstanding.firstIndex(of: stored) else { return nil }
      var stored = stored
      body(&stored, file, &change)
      file.outstanding[index] = stored
      return (stored, file)
    }
  }

  private func inquire(
    at stage: String, _ stored: inout StoredCommand, _ file: CheckoutFile, _ change: inout Change
  ) {
    stored.stage = stage
    stored.isStarted = false
    prepare(&stored, file, &change)
  }

  private func send(
    _ request: ProviderRequest, _ provider: any Provider
  ) async -> Result<ProviderAnswer, ProviderFailure> {
    do {
      let authorized = try provider.authorized(
        request, at: time.now, clockOffset: inFlight.offset(of: provider.queue))
      return .success(try await transport.send(authorized, body: request.body, timeout: request.timeout))
    } catch let failure as ProviderFailure {
      return .failure(failure)
    } catch TransportFailure.notSent(let reason) {
      return .failure(.transient(reason: reason, retryAfter: nil))
    } catch TransportFailure.unknown(let reason) {
      return .failure(.unknownOutcome(reason: reason))
    } catch {
      return .failure(.unknownOutcome(reason: "The request failed in an unforeseen way."))
    }
  }

  /// Reads the reply in the transaction that records it: by the request that was sent, for the checkout as it stands then.
  /// Events may have been committed while the request was under way, and nothing that they changed is overwritten.
  /// - Returns: Whether nothing is left to do for the command.
  private func record(
    _ reply: Result<ProviderAnswer, ProviderFailure>, to request: ProviderRequest, _ stored: StoredCommand,
    _ provider: any Provider, _ elapsed: Int64
  ) async throws -> Bool {
    let recorded: (name: String, clockOffset: Duration?, isOver: Bool)
    do {
      recorded = try await commit(stored, elapsed) { [self] present, file in
        switch reply {
        case .success(let answer): provider.receive(answer, to: request, of: task(present, file, provider))
        case .failure(let failure): .failed(failure)
        }
      }
    } catch StoreError.referenceTaken {
      // The session belongs to another checkout, whatever the address said that it came with.
      recorded = try await commit(stored, elapsed) { _, _ in .done(.rejected(.foreignSession), ProviderFindings()) }
    }
    if let offset = recorded.clockOffset { inFlight.learn(offset, of: provider.queue) }
    Counter(
      label: "ferry_provider_calls_total",
      dimensions: [
        ("provider", provider.id.text), ("command", stored.command.kind.name), ("result", recorded.name),
      ]
    ).increment()
    return recorded.isOver
  }

  private func commit(
    _ stored: StoredCommand, _ elapsed: Int64,
    _ read: @escaping @Sendable (StoredCommand, CheckoutFile) -> ProviderReaction
  ) async throws -> (name: String, clockOffset: Duration?, isOver: Bool) {
    try await update(stored.checkout) { [self] file, change in
      guard let index = file.outstanding.firstIndex(where: { $0.command.number == stored.command.number }),
        file.outstanding[index].stage == stored.stage
      else {
        try takeLate(read, stored, elapsed, &file, &change)
        return ("late", nil, true)
      }
      let reaction = read(file.outstanding[index], file)
      try take(reaction, index, elapsed, &file, &change)
      return (
        reaction.name, reaction.clockOffset, !file.outstanding.contains { $0.command.number == stored.command.number }
      )
    }
  }

  /// Nobody waits for the answer any more. If it is about an operation that was taken for unknown meanwhile, it counts all the
  /// same; in other cases the provider is asked again where it matters.
  private func takeLate(
    _ read: (StoredCommand, CheckoutFile) -> ProviderReaction, _ stored: StoredCommand, _ elapsed: Int64,
    _ file: inout CheckoutFile, _ change: inout Change
  ) throws {
    let operations = file.checkout.payment?.operations ?? []
    guard operations.contains(where: { $0.command == stored.command.number && $0.state == .unknown }) else { return }
    change.log.append(LogEntry(at: time.now, .call(stored.name, result: "late", milliseconds: elapsed)))
    switch read(stored, file) {
    case .done(let outcome, let findings):
      take(findings, &file, &change)
      try apply(.performed(stored.command.number, outcome), to: &file, &change)
    case .next(_, let findings): take(findings, &file, &change)
    case .nothingHappened, .failed: break
    }
  }

  private func take(
    _ reaction: ProviderReaction, _ index: Int, _ elapsed: Int64, _ file: inout CheckoutFile, _ change: inout Change
  ) throws {
    let stored = file.outstanding[index]
    let now = time.now
    if !reaction.isFailure || Self.isTold(stored.attempts + 1) {
      change.log.append(LogEntry(at: now, .call(stored.name, result: reaction.name, milliseconds: elapsed)))
    }
    switch reaction {
    case .done(let outcome, let findings):
      let chosen = file.checkout.selection
      file.outstanding.remove(at: index)
      take(findings, &file, &change)
      try apply(.performed(stored.command.number, outcome), to: &file, &change)
      if file.roundTrips.distrustsNewSelections, let chosen, file.checkout.selection != chosen {
        try discardChoice(&file, &change)
      } else {
        keepDetails(of: findings, &file)
      }
    case .next(let stage, let findings):
      take(findings, &file, &change)
      keepDetails(of: findings, &file)
      advance(to: stage, index, &file, &change)
    case .nothingHappened(let stage): repeatRequest(at: stage, index, &file, &change)
    case .failed(.unreadable(let reason)) where stored.isUnreadableForGood:
      file.outstanding.remove(at: index)
      change.log.append(LogEntry(at: now, .remark("\(reason) \(Self.givenUp)")))
      try apply(.performed(stored.command.number, .unanswered), to: &file, &change)
    case .failed(let failure): retry(after: failure, index, &file, &change)
    }
  }

  private static let givenUp = "The last answers were all of this kind, so the outcome is unknown for now."

  private func take(_ findings: ProviderFindings, _ file: inout CheckoutFile, _ change: inout Change) {
    if let record = findings.record { file.record = record }
    change.references += findings.references
    for remark in findings.remarks { change.log.append(LogEntry(at: time.now, .remark(remark))) }
  }

  /// Buyer and address stand beside a price: those of another choice than the checkout's are not kept.
  private func keepDetails(of findings: ProviderFindings, _ file: inout CheckoutFile) {
    // Once a checkout has ended nothing more is learnt about its buyer: it may have been forgotten.
    guard let details = findings.details, !file.checkout.phase.isFinal else { return }
    if let choice = findings.choice {
      guard let selection = file.checkout.selection, choice.sharesDestination(with: selection) else { return }
    }
    file.details = details
  }

  /// Somebody else may have chosen: nothing of it is kept or shown, and the buyer begins again with a new return address.
  private func discardChoice(_ file: inout CheckoutFile, _ change: inout Change) throws(Refusal) {
    guard file.checkout.canRestart else { return }
    file.roundTrips.discard(nonce: randomness.token())
    file.forgetFirstBrowser()
    change.log.append(
      LogEntry(
        at: time.now, .remark("The choice changed after the provider was used in another browser. It is discarded.")))
    try apply(.restarted, to: &file, &change)
  }

  private func advance(to stage: String, _ index: Int, _ file: inout CheckoutFile, _ change: inout Change) {
    var stored = file.outstanding[index]
    stored.stage = stage
    stored.isStarted = false
    stored.attempts = 0
    stored.unreadable = nil
    stored.notBefore = time.now
    prepare(&stored, file, &change)
    file.outstanding[index] = stored
  }

  /// Attempts go on being counted: a provider that is out of reach is asked less and less often.
  private func repeatRequest(at stage: String, _ index: Int, _ file: inout CheckoutFile, _ change: inout Change) {
    let attempts = file.outstanding[index].attempts
    advance(to: stage, index, &file, &change)
    file.outstanding[index].attempts = attempts
  }

  private func retry(
    after failure: ProviderFailure, _ index: Int, _ file: inout CheckoutFile, _ change: inout Change
  ) {
    let now = time.now
    var stored = file.outstanding[index]
    stored.attempts += 1
    if case .unreadable = failure {} else { stored.unreadable = nil }
    switch failure {
    case .transient(_, let retryAfter):
      stored.isStarted = false
      stored.notBefore = now + max(retryAfter ?? .zero, backoff.wait(after: stored.attempts, randomness))
    case .unknownOutcome:
      stored.notBefore = now + backoff.wait(after: stored.attempts, randomness)
      switch stored.request?.repetition {
      case .inquireFirst(let stage): inquire(at: stage, &stored, file, &change)
      case .inquireAfter(let attempts, let stage) where stored.attempts >= attempts:
        inquire(at: stage, &stored, file, &change)
      case .safe, .inquireAfter, nil: break
      }
    case .unreadable:
      stored.unreadable = (stored.unreadable ?? 0) + 1
      stored.notBefore = now + backoff.wait(after: stored.attempts, randomness)
      switch stored.request?.repetition {
      case .inquireFirst(let stage), .inquireAfter(_, let stage): inquire(at: stage, &stored, file, &change)
      case .safe, nil: break
      }
    case .misconfigured:
      stored.isStarted = false
      stored.request = nil
      stored.notBefore = now + backoff.misconfigured
    case .clockOff:
      stored.isStarted = false
      // Signed again at once; if that does not help, it is not the clock.
      stored.notBefore = stored.attempts == 1 ? now : now + backoff.wait(after: stored.attempts, randomness)
    }
    if Self.isTold(stored.attempts) { change.log.append(LogEntry(at: now, .remark(failure.reason))) }
    file.outstanding[index] = stored
  }
}

extension StoredCommand {
  /// The command and its stage, as timelines have them.
  fileprivate var name: String { stage.isEmpty ? command.kind.name : "\(command.kind.name)/\(stage)" }

  /// As many successes that cannot be read are taken for an accident on the way. The waits between them add up to minutes.
  private static let mostUnreadable = 10

  /// Returns true if one more unreadable answer ends the command.
  fileprivate var isUnreadableForGood: Bool {
    guard case .safe? = request?.repetition else { return false }
    return (unreadable ?? 0) + 1 >= Self.mostUnreadable
  }
}

extension ProviderReaction {
  fileprivate var isFailure: Bool {
    if case .failed = self { true } else { false }
  }

  fileprivate var clockOffset: Duration? {
    if case .failed(.clockOff(let offset)) = self { offset } else { nil }
  }

  /// The name in timelines and metrics.
  var name: String {
    switch self {
    case .done(.observed, _): "answered"
    case .done(.rejected, _): "refused"
    case .done(.parked, _): "parked"
    case .done(.unanswered, _): "unanswered"
    case .next: "continues"
    case .nothingHappened: "nothing happened"
    case .failed(.transient): "failed"
    case .failed(.unknownOutcome): "unknown"
    case .failed(.unreadable): "unreadable"
    case .failed(.misconfigured): "misconfigured"
    case .failed(.clockOff): "clock differs"
    }
  }
}
