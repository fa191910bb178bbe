import FerryCheckout
import FerryCore
import FerryHTTP
import FerryProvider
import Logging
import Metrics

extension Engine {
  /// Performs the present stage of a command: sends its request, and records the result. After a failure here the command
  /// stays stored, and is retried.
  /// - Parameter lease: The server's lease when it was found due.
  /// - Returns: True if the command is complete.
  func perform(_ due: DueCommand, under lease: Int64?) async -> Bool {
    do {
      // Under another fence it is the work of another server, or is found again under the new one.
      guard let file = try await store.file(due.checkout), file.fence == due.fence,
        let stored = file.outstanding.first(where: { $0.command.number == due.number })
      else { return true }
      let provider = try providers.provider(of: file.checkout)
      switch try await ready(stored, of: file, for: provider) {
      case nil: return false
      case .conclude(let stored, let outcome, let remark)?:
        return try await record(outcome, remark: remark, of: stored, in: file, by: provider)
      case .send(let stored, let file, let request)?:
        let began = time.now
        let reply = await send(request, of: stored, in: file, to: provider, under: lease)
        let elapsed = time.now.since(began).wholeMilliseconds
        return try await whenAvailable {
          try await record(reply, to: request, of: stored, in: file, by: provider, elapsed: elapsed)
        }
      }
    } catch is CancellationError {
      // Shutting down: the command is still stored, and will be continued.
      return false
    } catch {
      log(
        error, "A command could not be recorded.",
        metadata: ["checkout": "\(due.checkout)", "command": "\(due.number)"])
      await postpone(due)
      return false
    }
  }

  private enum Readied: Sendable {
    case send(StoredCommand, CheckoutFile, ProviderRequest)
    case conclude(StoredCommand, Outcome, remark: String?)
  }

  /// Commits everything that must be committed before a request may be sent.
  /// - Returns: Nil if it must not be sent now.
  private func ready(
    _ found: StoredCommand, of file: CheckoutFile, for provider: any Provider
  ) async throws -> Readied? {
    var (stored, file) = (found, file)
    if stored.request == nil {
      let revised = try await revise(stored, of: file) { [self] stored, file, change in
        let planned = plan(
          &stored, of: file, &change, isRetry: stored.attempts > 0, logs: Self.isLogged(stored.attempts + 1))
        if planned == nil {
          stored.attempts += 1
          stored.notBefore = time.now + backoff.misconfigured
        }
        return planned
      }
      guard let revised else { return nil }
      (stored, file) = (revised.stored, revised.file)
      switch revised.result {
      case .send?: break
      case .conclude(let outcome, let remark)?: return .conclude(stored, outcome, remark: remark)
      case nil:
        count(stored, at: provider, result: "misconfigured")
        return nil
      }
    }
    if case .inquireFirst(let stage)? = stored.request?.repetition {
      let revised = try await revise(stored, of: file) { [self] stored, file, change in
        if stored.isStarted || file.checkout.hasAnswer(to: stored.command) {
          // It was begun and nothing is recorded: it may have arrived, so the provider is asked, and it is not repeated.
          inquire(at: stage, &stored, of: file, &change)
        } else {
          stored.isStarted = true
        }
      }
      guard let revised else { return nil }
      (stored, file) = (revised.stored, revised.file)
    }
    guard let request = stored.request else { return nil }
    return .send(stored, file, request)
  }

  /// - Parameter seen: The checkout's file. The command is performed under its fence.
  /// - Returns: Nil if the command has changed, or the checkout's owner.
  private func revise<Result: Sendable>(
    _ stored: StoredCommand, of seen: CheckoutFile,
    _ body: @escaping @Sendable (inout StoredCommand, CheckoutFile, inout Change) -> Result
  ) async throws -> (stored: StoredCommand, file: CheckoutFile, result: Result)? {
    defer { inFlight.note(time.now) }
    return try await store.update(stored.checkout) { file, change in
      guard file.fence == seen.fence, let index = file.outstanding.firstIndex(of: stored) else { return nil }
      var stored = stored
      let result = body(&stored, file, &change)
      file.outstanding[index] = stored
      return (stored, file, result)
    }
  }

  /// The one place that sends commands. The request is sealed here, so secrets and buyer facts are never stored with it.
  private func send(
    _ request: ProviderRequest, of stored: StoredCommand, in file: CheckoutFile, to provider: any Provider,
    under lease: Int64?
  ) async -> Result<ProviderAnswer, ProviderFailure> {
    do {
      let evidence = try await evidence(of: stored)
      let sealed = try provider.seal(
        request,
        Sending(
          now: time.now, clockOffset: inFlight.offset(of: provider.account),
          buyer: file.buyerFacts?.only(provider.needs), record: file.record, evidence: evidence,
          random: randomness.bytes(32)))
      guard holds(lease) else {
        return .failure(.transient(reason: "The server's lease had lapsed: nothing was sent.", retryAfter: nil))
      }
      return .success(try await transport.send(sealed.request, body: sealed.body, timeout: request.timeout))
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

  /// The evidence that a command sends.
  /// - Throws: `ProviderFailure.transient` if it was erased meanwhile, or cannot be read: nothing is sent without it.
  private func evidence(of stored: StoredCommand) async throws(ProviderFailure) -> [Evidence] {
    guard case .answerDispute = stored.command.kind else { return [] }
    let evidence = (try? await store.evidence(stored.checkout, of: stored.command.number)) ?? []
    guard !evidence.isEmpty else {
      throw .transient(reason: "The evidence cannot be read, so nothing was sent.", retryAfter: nil)
    }
    return evidence
  }
}

// MARK: Planning

extension Engine {
  /// Plans the request of a command's present stage, and gives the command a reference if it has none. Without a plan the
  /// command waits for another configuration, and the log says why.
  @discardableResult
  func plan(
    _ stored: inout StoredCommand, of file: CheckoutFile, _ change: inout Change, isRetry: Bool = false,
    logs: Bool = true
  ) -> ProviderPlan? {
    stored.request = nil
    do {
      let provider = try providers.provider(of: file.checkout)
      try refer(to: &stored, by: provider.references, &change)
      let plan = try provider.plan(task(stored, of: file, isRetry: isRetry))
      if case .send(let request) = plan { stored.request = request }
      return plan
    } catch {
      guard logs else { return nil }
      if let misconfiguration = error.misconfiguration {
        report(misconfiguration, of: stored, &change)
      } else {
        change.log.append(LogEntry(at: time.now, .remark(error.reason)))
      }
      return nil
    }
  }

  /// Tells timeline and log what a person must fix.
  func report(_ misconfiguration: Misconfiguration, of stored: StoredCommand, _ change: inout Change) {
    change.log.append(LogEntry(at: time.now, .misconfigured("\(misconfiguration)")))
    let account = stored.account
    logger.warning(
      "A person must fix something before this account works.",
      metadata: [
        "provider": "\(account.provider)", "account": "\(account.account)", "mode": "\(account.mode.rawValue)",
        "checkout": "\(stored.checkout)", "command": "\(stored.name)", "reason": "\(misconfiguration.reason)",
        "change": "\(misconfiguration.fix)",
      ])
  }

  private func refer(
    to stored: inout StoredCommand, by format: ReferenceFormat, _ change: inout Change
  ) throws(ProviderFailure) {
    guard stored.reference.isEmpty else { return }
    guard format.isCounted else {
      stored.reference = format.digest(stored.checkout, stored.command.number, attempt: stored.referenceAttempt)
      return
    }
    guard stored.command.kind.changesState else { return }
    guard let reference = format.text(change.countReference()) else {
      throw .misconfigured(
        reason: "All references of \(format.length) characters are used up.", fix: "Set a longer reference format.")
    }
    stored.reference = reference
  }

  func task(_ stored: StoredCommand, of file: CheckoutFile, isRetry: Bool = false) -> ProviderTask {
    let returnURLs = links(file)
    return ProviderTask(
      checkout: file.checkout, order: file.order, command: stored.command, stage: stored.stage,
      reference: stored.reference, attempt: stored.referenceAttempt, returnURLs: returnURLs,
      sentReturnURLs: file.sentReturnURLs.isEmpty ? [returnURLs] : file.sentReturnURLs, record: file.record,
      hasComeBack: file.roundTrips.hasComeBack, isRetry: isRetry)
  }
}

extension StoredCommand {
  /// The command and its stage, for timelines and logs.
  var name: String { stage.isEmpty ? command.kind.name : "\(command.kind.name)/\(stage)" }
}
