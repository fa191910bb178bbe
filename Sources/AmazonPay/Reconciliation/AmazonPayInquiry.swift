public import FerryCheckout
public import FerryCore
import FerryProvider
public import FerryReconciliation

/// Asks Amazon Pay how the charges of recorded payments stand. It only reads.
public struct AmazonPayInquiry: Sendable {
  private let client: AmazonPayClient
  private let time: any Timekeeper
  private let mostAtOnce: Int

  /// How often a question is put to an Amazon that does not answer or answers 429.
  private static let mostAttempts = 5
  /// After so many payments in a row about which nothing was said, the rest is not asked about.
  private static let mostUnanswered = 8
  private static let notAsked = "Not asked, for nothing was said about the payments before."

  /// - Parameters:
  ///   - time: What pauses are counted by.
  ///   - mostAtOnce: Amazon answers 429 to those who ask too much, and buyers come first.
  public init(_ client: AmazonPayClient, time: any Timekeeper = SystemTime(), mostAtOnce: Int = 4) {
    self.client = client
    self.time = time
    self.mostAtOnce = mostAtOnce
  }

  /// How each payment's charge stands. A checkout without a charge is asked about by its session, once its buyer has agreed.
  public func standings(of payments: [RecordedPayment]) async -> [CheckoutID: ProviderStatus] {
    await withTaskGroup(of: (CheckoutID, ProviderStatus).self) { group in
      var standings: [CheckoutID: ProviderStatus] = [:]
      var rest = payments.filter { $0.charge != nil || $0.agreedSession != nil }[...]
      func begin() {
        guard let payment = rest.popFirst() else { return }
        group.addTask { (payment.checkout, await standing(of: payment)) }
      }
      for _ in 0..<mostAtOnce { begin() }
      var unanswered = 0
      while let (checkout, standing) = await group.next() {
        standings[checkout] = standing
        if case .unanswered = standing { unanswered += 1 } else { unanswered = 0 }
        if unanswered < Self.mostUnanswered { begin() }
      }
      for payment in rest { standings[payment.checkout] = .unanswered(Self.notAsked) }
      return standings
    }
  }

  private func standing(of payment: RecordedPayment) async -> ProviderStatus {
    do {
      if let charge = payment.charge { return try await standing(ofCharge: charge) }
      guard let session = payment.agreedSession else { return .noCharge }
      let found: CheckoutSession? = try await asked { try await client.checkoutSession(session) }
      guard let charge = found?.chargeId else { return .noCharge }
      return try await standing(ofCharge: charge)
    } catch let failure as AmazonPayFailure {
      return .unanswered(failure.description)
    } catch {
      return .unanswered("The question could not be put.")
    }
  }

  private func standing(ofCharge id: String) async throws -> ProviderStatus {
    guard let charge: Charge = try await asked({ try await client.charge(id) }) else { return .unknownCharge }
    guard let observation = charge.observation else { return .unanswered("An amount of \(id) cannot be read.") }
    if case .unrecognised = observation.state { return .unanswered("The state of \(id) is not known.") }
    let isHeld = observation.state == .authorized || observation.state == .capturing
    return .charge(
      ProviderCharge(
        reference: charge.chargeId, held: isHeld ? observation.authorized : .zero(observation.authorized.currency),
        captured: observation.captured, refunded: observation.refunded,
        changedAt: charge.statusDetails.lastUpdated ?? charge.creationTimestamp))
  }

  /// Asks again when nothing was answered; nil for what does not exist.
  private func asked<Object: Sendable>(_ question: () async throws -> Object) async throws -> Object? {
    var attempts = 0
    while true {
      attempts += 1
      do {
        return try await question()
      } catch let failure as AmazonPayFailure {
        switch failure.kind {
        case .rejected(.notFound): return nil
        case .transient(let wait) where attempts < Self.mostAttempts:
          // Nobody waits longer for a comparison.
          try await time.sleep(for: min(max(wait ?? .zero, .seconds(1 << attempts)), .seconds(60)))
        default: throw failure
        }
      }
    }
  }
}
