import FerryCore
import FerrySandbox

/// A transaction of a session, by its `internalReference`: an attempt of the buyer, or an operation of the merchant on one.
struct Transaction: Codable, Hashable, Sendable {
  enum Kind: String, Codable, Sendable {
    case payment
    /// An attempt that holds the amount, in a checkin session.
    case hold
    /// Charges a hold: a transaction of its own beside it.
    case capture
    /// Changes the amount of a hold.
    case reauthorization
    case refund
    /// Ends a hold without a charge.
    case release
  }

  /// The later end of a pending transaction.
  struct Decision: Codable, Hashable, Sendable {
    let outcome: Status
    /// Nil if a person decides.
    let due: Moment?
  }

  /// A dispute of a paid transaction by the buyer's bank. A query shows its status in place of the transaction's.
  struct Dispute: Codable, Hashable, Sendable {
    let status: Status
    let at: Moment
  }

  let id: Int64
  let kind: Kind
  /// The transaction that this one is about; nil for an attempt.
  let parent: Int64?
  let instrument: Instrument
  let createdAt: Moment
  /// The parts of a payment for several merchants.
  let dispersion: [DispersionPart]
  /// Of a hold: the present amount.
  var amount: Money
  var status: Status
  var changedAt: Moment
  var decision: Decision?
  /// The card's result, of an attempt that runs only after the merchant's confirmation.
  var unconfirmed: CardOutcome?
  /// Saves the means of payment when the attempt is approved, if the buyer agreed.
  var tokenToSave: SavedToken?
  var refunded: Money
  /// Of a hold: true when it was captured or released.
  var isClosed = false
  var dispute: Dispute?

  init(
    id: Int64, _ kind: Kind, of parent: Int64? = nil, _ instrument: Instrument, _ amount: Money, _ status: Status,
    dispersion: [DispersionPart] = [], at now: Moment
  ) {
    self.id = id
    self.kind = kind
    self.parent = parent
    self.instrument = instrument
    self.amount = amount
    self.status = status
    self.dispersion = dispersion
    createdAt = now
    changedAt = now
    refunded = .zero(amount.currency)
  }

  mutating func end(_ status: Status, at now: Moment) {
    self.status = status
    changedAt = now
    decision = nil
  }

  var isAttempt: Bool { kind == .payment || kind == .hold }
  var isApproved: Bool { status.name == .approved }
  var isPending: Bool { status.name == .pending || status.name == .pendingConfirmation }
  var isUnpaidSlip: Bool { isPending && instrument.kind == .cash }

  /// Six digits. The test host has zeros for declines and for some approvals, so nobody may conclude anything from them.
  private var authorization: String {
    guard isApproved, !id.isMultiple(of: 3) else { return "000000" }
    return String(String(1_000_000 + id &* 7_919 % 1_000_000).suffix(6))
  }
}

// MARK: The body of an answer

extension Transaction {
  /// - Parameter status: In place of the transaction's own.
  func body(_ session: Session, _ ledger: Ledger, as status: Status? = nil) -> JSONValue {
    let rules = ledger.rules
    let dispute = rules.showsLaterChanges ? dispute : nil
    let status = (status ?? dispute?.status ?? self.status).body(
      session.language, at: ledger.date(dispute?.at ?? changedAt))
    let total: JSONValue = [
      "currency": .string(amount.currency.code), "total": amount.body(asText: rules.writesAmountsAsText),
    ]
    return .object(present: [
      "status": status, "internalReference": id, "paymentMethod": instrument.method,
      "paymentMethodName": instrument.name, "issuerName": instrument.issuer,
      "amount": ["from": total, "to": total, "factor": 1] as JSONValue, "authorization": authorization,
      "reference": session.request.reference, "receipt": String(id), "franchise": instrument.franchise,
      "refunded": rules.showsLaterChanges && (refunded.isPositive || isReleased(in: session)),
      "processorFields": (Self.terminal.fields + instrument.processorFields(id).fields).map(\.body),
      "dispersion": dispersion.isEmpty ? nil : dispersion.map { $0.body.appending(["status": status]) },
    ])
  }

  private func isReleased(in session: Session) -> Bool {
    kind == .hold && session.transactions.contains { $0.kind == .release && $0.parent == id }
  }

  private static let terminal = FieldList(["merchantCode": "0010203040", "terminalNumber": "00057742"])
}

extension Instrument {
  fileprivate func processorFields(_ transaction: Int64) -> FieldList {
    switch kind {
    case .card:
      FieldList([
        "bin": JSONValue(bin), "expiration": JSONValue(expiry), "installments": installments,
        "lastDigits": JSONValue(lastDigits.map { "****\($0)" }),
      ])
    case .transfer: FieldList(["transactionCycle": "6", "trazabilyCode": String(transaction)])
    case .cash, .wallet: FieldList()
    }
  }
}

extension Status {
  func body(_ language: Language, at moment: Moment) -> JSONValue {
    [
      "status": .string(name.rawValue), "reason": .string(reason), "message": .string(message.text(language)),
      "date": .string(Timestamp.text(moment)),
    ]
  }
}
