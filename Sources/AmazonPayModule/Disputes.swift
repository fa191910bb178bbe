import AmazonPay
import FerryCheckout
import FerryCore
import FerryHTTP
import FerryProvider

/// Disputes. They change no charge: it stays captured, whoever wins.
extension AnswerReading {
  /// - Parameter ending: True if an answer of the shop is complete.
  func dispute(_ dispute: AmazonPay.Dispute, ending: Bool = false) -> ProviderReaction {
    let reference = ProviderReference(ProviderReference.disputeKind, dispute.disputeId)
    let payment = record.charge ?? task.checkout.payment?.reference
    if let charge = dispute.chargeId, charge != payment {
      let remark =
        "Amazon Pay says that dispute \(dispute.disputeId) is about another charge. It claims nothing of this payment."
      let report = DisputeReport(DisputeID(dispute.disputeId), state: .withdrawn)
      return .done(
        ending ? .parked : .observed(Observation(disputes: [report])),
        ProviderFindings(record: try forgettingUploads.bytes, remarks: [remark]))
    }
    let currency = task.checkout.payment?.currency ?? task.checkout.content.currency
    let findings = ProviderFindings(
      record: ending || task.checkout.answerCommand == nil ? try forgettingUploads.bytes : nil, references: [reference],
      remarks: dispute.remarks(currency))
    return .done(.observed(Observation(disputes: [dispute.report(currency)])), findings)
  }

  /// Amazon does not show the dispute to this account. What is known of it stays, and it is asked about again.
  func disputeRefused(_ failure: AmazonPayFailure) -> ProviderReaction {
    let remark = """
      Amazon Pay does not show dispute \(call.objectId) (\(failure.facts)). Look it up in Seller Central, and record here what it \
      says: until then it counts as open.
      """
    return .done(.rejected(.notAllowed), ProviderFindings(remarks: [remark]))
  }
}

extension AmazonPayFailure {
  /// True if Amazon understands the request and does not carry it out: the dispute does not exist, or the account may not read
  /// disputes.
  var isRefusalOfDispute: Bool { kind == .rejected || codes.cause == .account || codes.cause == .request }
}

extension AmazonPay.Dispute {
  fileprivate func report(_ currency: Currency) -> DisputeReport {
    DisputeReport(
      DisputeID(disputeId), state: neutralState, reason: filingReason?.known.map { DisputeReason($0) },
      amount: amount(currency), openedAt: creationTimestamp, respondBy: merchantResponseDeadline,
      changedAt: statusDetails.lastUpdated)
  }

  /// Nil for a word that is not known here.
  private var neutralState: DisputeState? {
    switch (state.known, resolution?.known) {
    case (.actionRequired, _): .needsResponse
    case (.underReview, _): .underReview
    case (.resolved, .merchantWon), (.closed, .merchantWon): .won
    case (.resolved, .buyerWon), (.closed, .buyerWon): .lost
    case (.resolved, .noFault), (.closed, .noFault): .withdrawn
    case (.resolved, nil), (.closed, nil), (nil, _): nil
    }
  }

  private func amount(_ currency: Currency) -> Money? {
    disputeAmount?.money.flatMap { $0.currency == currency && $0.isPositive ? $0 : nil }
  }

  fileprivate func remarks(_ currency: Currency) -> [String] {
    var remarks: [String] = []
    if neutralState == nil {
      let words = [state.printable, resolution?.printable ?? "no resolution"].joined(separator: ", ")
      remarks.append("Amazon Pay names an unknown state of dispute \(disputeId): \(words). Its state is as before.")
    }
    if let reason = filingReason, reason.known == nil {
      remarks.append("Amazon Pay names an unknown reason of dispute \(disputeId): \(reason.printable).")
    }
    if let disputeAmount, amount(currency) == nil {
      let written = WrittenAmount(disputeAmount.amount, disputeAmount.currencyCode).text
      remarks.append(
        "The amount of dispute \(disputeId) is no amount in \(currency): \(written). Until Amazon names one, all that was captured counts as disputed."
      )
    }
    return remarks
  }
}

extension DisputeReason {
  fileprivate init(_ reason: AmazonPay.Dispute.FilingReason) {
    self =
      switch reason {
      case .productNotReceived: .notReceived
      case .productUnacceptable: .notAsDescribed
      case .creditNotProcessed: .creditNotProcessed
      case .overcharged: .wrongAmount
      case .duplicateCharge: .duplicate
      case .subscriptionCancelled: .cancelled
      case .unrecognized, .fraudulent: .fraud
      case .productNoLongerNeeded, .other: .other
      }
  }
}
