package import FerryCore
package import FerrySandbox

/// A payment that a payment service provider asks a buyer for, in a session of its merchant.
package struct ProcessedPayment: Sendable {
  /// The amount on the processing page.
  package var amount: Money
  /// The URL after the processing page; the session's id is added to its query.
  package var resultURL: String
  /// The order number at the provider.
  package var reference: String
  package var noteToBuyer: String?
  /// True if the provider waits for a card that decides later.
  package var acceptsPending: Bool

  package init(amount: Money, resultURL: String, reference: String, noteToBuyer: String?, acceptsPending: Bool) {
    self.amount = amount
    self.resultURL = resultURL
    self.reference = reference
    self.noteToBuyer = noteToBuyer
    self.acceptsPending = acceptsPending
  }
}

package enum ProcessedDecision: String, Codable, Hashable, Sendable {
  case approved, declined, approvedLater, declinedLater
}

package enum ProcessedOutcome: Hashable, Sendable {
  /// The buyer is on the page, or has not come yet.
  case undecided
  case approved(permissionID: String, ProcessedDecision)
  /// The buyer gave up after a decline, or the session expired.
  case declined
  case canceledByBuyer
}

package struct ProcessorSession: Sendable {
  package let id: String
  package let isOpen: Bool
  package let hasBuyer: Bool
  /// The name in the button's `processorSpecifications`; nil for a session that Amazon processes.
  package let processor: String?
  package let cancelURL: String?
  /// The answer of Get Checkout Session.
  package let body: JSONValue
}

/// The buyer's side of a sandbox, for the sandbox of a payment service provider that processes the money itself. The provider
/// runs both on one site; no charge is made here.
extension Sandbox {
  /// A session of a merchant; nil for an unknown one.
  package func processorSession(_ id: String, of merchantID: String) -> ProcessorSession? {
    change { ledger, now in
      ledger.processed(id, merchantID).map { session in
        ProcessorSession(
          id: id, isOpen: session.state == .open, hasBuyer: session.hasBuyer, processor: session.processor,
          cancelURL: session.pageToLeaveTo, body: ledger.body(of: session, at: now))
      }
    }
  }

  /// Prepares the processing page of a session.
  /// - Returns: Its URL; nil if the session is not open, or no buyer has completed the selection.
  package func beginProcessing(_ id: String, of merchantID: String, _ payment: ProcessedPayment) -> String? {
    change { ledger, now in
      guard var session = ledger.processed(id, merchantID), session.state == .open, session.hasBuyer else { return nil }
      session.web.resultReturnURL = payment.resultURL
      session.payment = CheckoutSession.Payment()
      session.payment.intent = .authorize
      session.payment.canHandlePendingAuthorization = payment.acceptsPending
      session.payment.chargeAmount = payment.amount
      session.merchantMetadata.merchantReferenceId = payment.reference
      session.merchantMetadata.noteToBuyer = payment.noteToBuyer
      session.processing = .notStarted
      session.updatedAt = now
      ledger.store(session)
      return ledger.processingURL(id)
    }
  }

  /// Completes a session whose buyer has paid: it gets a charge permission and no charge. Calling it again gives the same
  /// outcome.
  package func concludeProcessing(_ id: String, of merchantID: String) -> ProcessedOutcome {
    change { ledger, now in
      guard var session = ledger.processed(id, merchantID) else { return .declined }
      switch session.state {
      case .canceled: return session.reason == .buyerCanceled ? .canceledByBuyer : .declined
      case .open where session.processing != .approved: return .undecided
      case .open, .completed: break
      }
      guard let buyer = session.buyer, let card = session.card else { return .undecided }
      if session.state == .open {
        let status = try? ledger.conclude(&session, .confirm, buyer, card, total: nil, isForcedPending: false, at: now)
        guard status != nil else { return .declined }
        ledger.settle(at: now)
      }
      return session.chargePermissionID.map { .approved(permissionID: $0, card.decision) } ?? .declined
    }
  }

  // MARK: Charge permissions

  /// Creates a charge permission without a page, as an additional payment button does.
  /// - Parameters:
  ///   - email: The buyer's.
  ///   - ending: The card's last four digits.
  /// - Returns: Its id; nil for an unknown merchant, buyer or card.
  package func makeProcessorPermission(
    of merchantID: String, storeID: String, email: String?, ending: String?, limit: Money
  ) -> String? {
    let buyer = email.map { TestBuyer(email: $0) } ?? TestBuyer.ready[0]
    let card = ending.map { TestCard(rawValue: $0) } ?? TestCard.visa1111
    guard let buyer, let card else { return nil }
    return change { ledger, now in
      guard let merchant = ledger.merchants[merchantID], merchant.storeIDs.contains(storeID) else { return nil }
      var session = ledger.newSession(
        of: Owner(merchantID: merchantID, environment: .sandbox), storeID: storeID, scopes: ledger.rules.defaultScopes,
        .payAndShip, at: now)
      session.buyer = buyer
      session.card = card
      session.address = TestAddress.book(of: merchant.region).first?.postal(for: buyer)
      session.payment.chargeAmount = limit
      ledger.deadlines.add(.sessionIsDeleted(session.id), at: session.deletedAt)
      let status = try? ledger.conclude(&session, .confirm, buyer, card, total: nil, isForcedPending: false, at: now)
      ledger.settle(at: now)
      return status == nil ? nil : session.chargePermissionID
    }
  }

  /// The answer of Get Charge Permission, and the decision of its card; nil for an unknown or closed one.
  package func processorPermission(
    _ id: String, of merchantID: String
  ) -> (body: JSONValue, decision: ProcessedDecision)? {
    change { ledger, now in
      guard let permission = ledger.permissions[id], permission.owner.merchantID == merchantID,
        permission.closed == nil
      else { return nil }
      return (ledger.body(of: permission, at: now), permission.card.decision)
    }
  }

  /// The answer of Get Buyer for a token of the sign-in button; nil for an unknown or expired one.
  package func processorBuyer(_ token: String, of merchantID: String) -> JSONValue? {
    change { ledger, now in
      guard let known = ledger.buyerTokens[token], known.owner.merchantID == merchantID else { return nil }
      return try? ledger.buyerBody(known, at: now)
    }
  }
}

extension Ledger {
  fileprivate func processed(_ id: String, _ merchantID: String) -> CheckoutSession? {
    sessions[id].flatMap { $0.owner.merchantID == merchantID ? $0 : nil }
  }
}

extension TestCard {
  fileprivate var decision: ProcessedDecision {
    switch simulation {
    case .success: .approved
    case .declined, .buyerCancels: .declined
    case .pendingThenAuthorized: .approvedLater
    case .pendingThenDeclined: .declinedLater
    }
  }
}
