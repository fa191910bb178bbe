/// How much is measured.
struct Scale: Sendable {
  /// Checkouts before anything counts.
  let warmUp: Int
  /// Checkouts one after another.
  let alone: Int
  /// Checkouts of each load.
  let underLoad: Int
  /// Checkouts left in flight.
  let inFlight: Int
  let starts = 5
  let cartPages: Duration

  /// - Parameter checkouts: How many one server process gets; also how many are left in flight.
  init(checkouts: Int) {
    warmUp = checkouts / 50
    alone = checkouts / 50 + 30
    underLoad = max(1, (checkouts - warmUp - alone) / Self.buyers.count)
    inFlight = checkouts
    cartPages = checkouts < 1000 ? .seconds(2) : .seconds(10)
  }

  /// How many buyers pay at the same time in each load.
  static let buyers = [16, 32]
}
