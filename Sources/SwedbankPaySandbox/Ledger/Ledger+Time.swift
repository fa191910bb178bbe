package import FerryCore
import FerrySandbox

extension Ledger {
  package mutating func scheduleAll() {
    for order in list {
      switch order.status {
      case .initialized:
        if let attempt = order.attempt {
          deadlines.add(.attemptEnds(order.id, attempt.number), at: attempt.startedAt + rules.appTime)
        }
      case .paid:
        if let authorization = order.transactions.first(where: { $0.kind == .authorization }), !order.hasLapsed {
          deadlines.add(.captureLapses(order.id), at: authorization.createdAt + rules.captureTime)
        }
        if let reversal = order.pendingReversal {
          deadlines.add(.reversalEnds(order.id, reversal.number), at: reversal.createdAt + rules.reversalTime)
        }
      case .failed, .cancelled, .reversed, .aborted: break
      }
    }
  }

  package mutating func perform(_ event: Event, at now: Moment) {
    switch event {
    case .captureLapses(let id):
      guard var order = orders[id], order.status == .paid, !order.hasLapsed else { return }
      order.hasLapsed = true
      order.updatedAt = now
      store(order)
    case .attemptEnds(let id, let number):
      guard let order = orders[id], let attempt = order.attempt, attempt.number == number else { return }
      let problem: APIProblem =
        switch attempt.place {
        case .issuer: attempt.instrument == .creditCard ? .challengeCancelled : .declined
        case .app: attempt.instrument == .swish ? .swishTimeout : .declined
        case .wallet: .cancelledByUser
        }
      fail(order, problem, at: now)
    case .reversalEnds(let id, let number):
      guard orders[id]?.pendingReversal?.number == number else { return }
      _ = try? decideReversal(id, succeeds: true, at: now)
    }
  }

  func isOpen(_ order: PaymentOrder, at now: Moment) -> Bool { now < order.createdAt + rules.orderLifetime }
}
