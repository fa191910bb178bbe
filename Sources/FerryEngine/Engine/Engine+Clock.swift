import FerryCheckout
import FerryCore
import Logging

extension Engine {
  /// How far back a clock may go without mattering: the store is looked at that often, so nothing is delayed by more.
  private static let tolerance = Duration.seconds(60)

  /// Whether the clock has been set back since it showed a later moment.
  static func isSetBack(from latest: Moment, to now: Moment) -> Bool { now + tolerance < latest }

  /// Puts right what a clock that was ahead has put off: commands are due now, and the provider is asked about checkouts
  /// that would have it asked a while after a moment that has not come.
  func catchUp(at now: Moment) async throws {
    logger.warning("The clock was set back. What it has put off is done now.")
    try await store.hastenNotifications(to: now)
    try await store.hastenDeliveries(to: now)
    var last: CheckoutID?
    while true {
      let page = try await store.waiting(beyond: now, after: last, limit: 512)
      for id in page { try await catchUp(id, at: now) }
      guard page.count == 512 else { return }
      last = page.last
    }
  }

  private func catchUp(_ id: CheckoutID, at now: Moment) async throws {
    try await update(id) { [self] file, change in
      for index in file.outstanding.indices where file.outstanding[index].notBefore > now {
        file.outstanding[index].notBefore = now
      }
      if let asksSince = file.checkout.asksSince, asksSince > now { try apply(.recheckRequested, to: &file, &change) }
    }
  }
}
