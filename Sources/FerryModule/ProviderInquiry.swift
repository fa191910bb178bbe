public import FerryCheckout
public import FerryCore
import FerryHTTP
public import FerryProvider

/// Asks a provider for the charges of stored checkouts, by the provider's own read command. It stores nothing.
public struct ProviderInquiry: Sendable {
  private let provider: any Provider
  private let connection: ProviderConnection

  /// Providers refuse those who ask too much, and buyers come first.
  private static let mostConcurrentRequests = 4
  private static let mostAttempts = 5
  /// A read has fewer requests than this.
  private static let mostRequests = 8
  /// After so many checkouts in a row without an answer, the others are not asked for.
  private static let mostUnanswered = 8
  private static let notAsked = "Not asked, because the provider did not answer before."

  public init(_ provider: any Provider, _ connection: ProviderConnection) {
    self.provider = provider
    self.connection = connection
  }

  /// - Parameter tasks: The reading of stored checkouts.
  public func statuses(of tasks: [ProviderTask]) async -> [CheckoutID: ProviderStatus] {
    await withTaskGroup(of: (CheckoutID, ProviderStatus).self) { group in
      var statuses: [CheckoutID: ProviderStatus] = [:]
      var rest = tasks[...]
      func begin() {
        guard let task = rest.popFirst() else { return }
        group.addTask { (task.checkout.id, await status(of: task)) }
      }
      for _ in 0..<Self.mostConcurrentRequests { begin() }
      var unanswered = 0
      while let (checkout, status) = await group.next() {
        statuses[checkout] = status
        if case .unanswered = status { unanswered += 1 } else { unanswered = 0 }
        if unanswered < Self.mostUnanswered { begin() }
      }
      for task in rest { statuses[task.checkout.id] = .unanswered(Self.notAsked) }
      return statuses
    }
  }

  private func status(of task: ProviderTask) async -> ProviderStatus {
    var task = task
    for _ in 0..<Self.mostRequests {
      switch await reaction(to: task) {
      case .next(let stage, let findings):
        task.stage = stage
        task.record = findings.record ?? task.record
      case .nothingHappened(let stage), .newReference(let stage, _): task.stage = stage
      case .done(let outcome, _): return status(outcome, of: task.checkout)
      case .failed(let failure): return .unanswered(failure.reason)
      }
    }
    return .unanswered("The provider's answers came to no end.")
  }

  private func status(_ outcome: Outcome, of checkout: Checkout) -> ProviderStatus {
    switch outcome {
    case .observed(let observation):
      guard let charge = observation.charge else { return .noCharge }
      if case .unrecognised = charge.state { return .unanswered("The state of \(charge.reference) is not known.") }
      if let amount = charge.unreadable {
        return .unanswered("An amount of \(charge.reference) cannot be read: \(amount).")
      }
      // The provider has other money for this checkout than the payment says.
      if let payment = checkout.payment, payment.reference != charge.reference { return .unknownCharge }
      let isHeld = charge.state == .authorized || charge.state == .capturing
      return .charge(
        ProviderCharge(
          reference: charge.reference, held: isHeld ? charge.authorized : .zero(charge.authorized.currency),
          captured: charge.captured, refunded: charge.refunded, changedAt: charge.changedAt))
    case .rejected: return checkout.payment == nil ? .noCharge : .unknownCharge
    case .parked, .unanswered: return .unanswered("The provider gave no answer that can be read.")
    }
  }

  /// Sends the request of the task's stage, and again if there was no answer.
  private func reaction(to task: ProviderTask) async -> ProviderReaction {
    var clockOffset = Duration.zero
    var attempts = 0
    while true {
      attempts += 1
      let failure: ProviderFailure
      do throws(ProviderFailure) {
        let request: ProviderRequest
        switch try provider.plan(task) {
        case .send(let planned): request = planned
        case .conclude(let outcome, _): return .done(outcome, ProviderFindings())
        }
        let answer = try await send(request, task.record, clockOffset)
        let reaction = provider.receive(answer, to: request, of: task)
        guard let reason = reaction.failure else { return reaction }
        failure = reason
      } catch {
        failure = error
      }
      guard attempts < Self.mostAttempts else { return .failed(failure) }
      switch failure {
      case .clockOff(let offset): clockOffset = offset
      case .transient(_, let wait):
        let pause = min(max(wait ?? .zero, .seconds(1 << attempts)), .seconds(60))
        do { try await connection.time.sleep(for: pause) } catch { return .failed(failure) }
      case .unknownOutcome, .unreadable, .misconfigured: return .failed(failure)
      }
    }
  }

  private func send(
    _ request: ProviderRequest, _ record: [UInt8]?, _ clockOffset: Duration
  ) async throws(ProviderFailure) -> ProviderAnswer {
    let sending = Sending(
      now: connection.time.now, clockOffset: clockOffset, record: record, random: connection.randomness.bytes(32))
    let sealed = try provider.seal(request, sending)
    do throws(TransportFailure) {
      return try await connection.transport.send(sealed.request, body: sealed.body, timeout: request.timeout)
    } catch {
      // A read can be repeated, whether or not it arrived.
      switch error {
      case .notSent(let reason), .unknown(let reason): throw .transient(reason: reason, retryAfter: nil)
      }
    }
  }
}
