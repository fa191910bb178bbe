import FerryCheckout
import FerryCore
import FerryProvider

extension Engine {
  /// Lets the domain decide, and writes its commands down with the exact requests that they will send.
  func apply(_ event: Event, to file: inout CheckoutFile, _ change: inout Change) throws(Refusal) {
    let now = time.now
    let last = file.checkout.lastCommand
    let delay = event == .timerFired ? file.checkout.checkDelay(at: now) : nil
    try file.take(event, &change, at: now, telling: routes)
    for index in file.outstanding.indices where file.outstanding[index].command.number > last {
      var stored = file.outstanding[index]
      prepare(&stored, file, &change)
      if let delay { stored.notBefore = now + spread(delay) }
      file.outstanding[index] = stored
    }
    if event == .recheckRequested { hasten(&file, at: now) }
  }

  /// After a standstill many checks are late. Those who wait for an answer are not to wait behind all of them, so they are
  /// spread over as long again as they are late, and over ten minutes at most.
  private func spread(_ delay: Duration) -> Duration {
    let longest = min(delay, .seconds(600))
    return longest * Int(randomness.bytes(1).first ?? 0) / 256
  }

  /// Whoever wants to know now does not wait for a check that was put off. What is overdue is tried at once, too: its cause may
  /// have been mended.
  private func hasten(_ file: inout CheckoutFile, at now: Moment) {
    for index in file.outstanding.indices {
      let stored = file.outstanding[index]
      guard stored.notBefore > now else { continue }
      let isPutOffCheck = stored.command.kind == .read && stored.attempts == 0
      if isPutOffCheck || stored.overdueAt <= now { file.outstanding[index].notBefore = now }
    }
  }

  /// Makes the request of a command's present stage. What the configuration makes impossible waits for a better one.
  func prepare(_ stored: inout StoredCommand, _ file: CheckoutFile, _ change: inout Change) {
    do {
      let provider = try providers.provider(of: file.checkout)
      stored.request = try provider.request(for: task(stored, file, provider))
    } catch let failure as ProviderFailure {
      stored.request = nil
      change.log.append(LogEntry(at: time.now, .remark(failure.reason)))
    } catch {
      stored.request = nil
      change.log.append(
        LogEntry(at: time.now, .remark("No provider \(file.checkout.provider) is configured in this mode.")))
    }
  }

  func task(_ stored: StoredCommand, _ file: CheckoutFile, _ provider: any Provider) -> ProviderTask {
    ProviderTask(
      checkout: file.checkout, order: file.order, command: stored.command, stage: stored.stage,
      idempotencyKey: provider.keyFormat.key(for: file.checkout.id, stored.command.number),
      links: links(file.checkout.id, file.roundTrips), record: file.record)
  }
}

extension Event {
  /// The name in timelines.
  var name: String {
    switch self {
    case .leave(nil): "left for the provider"
    case .leave(.some(let change)): "left to change \(change.rawValue)"
    case .confirm: "confirmed"
    case .keep: "kept the earlier choice"
    case .cancel(let party): "cancel asked by \(party.rawValue)"
    case .returnedToShop: "turned back"
    case .restarted: "started anew"
    case .capture: "capture asked"
    case .refund: "refund asked"
    case .void: "void asked"
    case .resolve(let resolution): "person decided: \(resolution.rawValue)"
    case .returned: "returned"
    case .recheckRequested: "recheckRequested"
    case .timerFired: "timerFired"
    case .performed(_, .observed): "provider answered"
    case .performed(_, .rejected): "provider refused"
    case .performed(_, .parked): "outcome unknown"
    case .performed(_, .unanswered): "provider gave no answer"
    }
  }

  /// Whether timelines tell of it whatever comes of it. An operation that is asked for again, under the same id, is one that
  /// is there already; a new one brings a command.
  var isAlwaysTold: Bool {
    switch self {
    case .leave, .confirm, .keep, .cancel, .returnedToShop, .restarted, .resolve, .returned: true
    case .capture, .refund, .void, .recheckRequested, .timerFired, .performed: false
    }
  }
}
