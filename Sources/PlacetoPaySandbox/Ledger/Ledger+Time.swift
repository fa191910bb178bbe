package import FerryCore
import FerrySandbox

extension Ledger {
  package mutating func scheduleAll() {
    for session in sessions.sorted {
      if session.end == nil, !session.isCharge { deadlines.add(.sessionExpires(session.id), at: session.expiresAt) }
      for transaction in session.attempts {
        if let due = transaction.decision?.due { deadlines.add(.transactionIsDecided(transaction.id), at: due) }
        if transaction.status.name == .pendingConfirmation {
          deadlines.add(.confirmationEnds(transaction.id), at: transaction.createdAt + rules.confirmationTime)
        }
        if transaction.kind == .hold, transaction.isApproved, !transaction.isClosed {
          deadlines.add(.holdLapses(transaction.id), at: transaction.changedAt + rules.holdTime)
        }
      }
    }
  }

  package mutating func perform(_ event: Event, at now: Moment) {
    switch event {
    case .sessionExpires(let id): expire(id, at: now)
    case .transactionIsDecided(let id):
      // A decision that was postponed has a later event.
      guard let transaction = transaction(id), let decision = transaction.decision,
        decision.due.map({ $0 <= now }) == true
      else { return }
      decide(transaction, decision.outcome, at: now)
    case .confirmationEnds(let id):
      guard let transaction = transaction(id), transaction.status.name == .pendingConfirmation else { return }
      decide(transaction, .transactionCancelled, at: now)
    case .holdLapses(let id):
      guard let transaction = transaction(id), !transaction.isClosed,
        var session = try? session(ofTransaction: id)
      else { return }
      release(transaction, in: &session, at: now)
    }
  }

  func transaction(_ id: Int64) -> Transaction? {
    (try? session(ofTransaction: id))?.transactions.first { $0.id == id }
  }

  /// A session with an attempt that is being decided goes on until the decision. An unpaid slip expires with its session.
  private mutating func expire(_ id: Int64, at now: Moment) {
    guard var session = sessions[id], session.end == nil else { return }
    if let slip = session.attempts.last(where: \.isUnpaidSlip) { return decide(slip, .unpaid, at: now) }
    guard session.pendingAttempt == nil else { return }
    end(&session, session.approved > 0 ? .partlyExpired : .expired, at: now)
    store(session)
  }
}
