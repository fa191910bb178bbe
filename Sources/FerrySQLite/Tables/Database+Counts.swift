import FerryCheckout
import FerryCore
import FerryEngine
import GRDB

extension Database {
  static let countsQuery = """
    SELECT provider, mode, phase, max(0, (returned_at - left_at) / 1000) AS away, count(*) FROM checkouts
    WHERE created_at >= ? AND created_at < ? GROUP BY provider, mode, phase, away
    """

  /// The numbers of checkouts that began in a time.
  func counts(in window: Range<Moment>) throws -> [CheckoutCount] {
    try rows(
      Self.countsQuery, [window.lowerBound.milliseconds, window.upperBound.milliseconds]
    ).map { row in
      guard let mode = Mode(rawValue: row[1]) else { throw DamagedRow("an unknown mode") }
      return CheckoutCount(
        provider: ProviderID(row[0]), mode: mode, phase: PhaseName(rawValue: row[2]), secondsAway: row[3],
        checkouts: row[4])
    }
  }
}
