/// How much is measured.
struct Scale: Sendable {
  /// Checkouts before anything counts.
  let warmUp: Int
  /// Checkouts one after another.
  let alone: Int
  /// Checkouts of each load, all loads together.
  let underLoad: Int
  /// Checkouts left in flight.
  let inFlight: Int
  let starts: Int
  let cartPages: Duration

  static let full = Scale(
    warmUp: 200, alone: 300, underLoad: 4750, inFlight: 10_000, starts: 5, cartPages: .seconds(10))
  static let quick = Scale(warmUp: 20, alone: 50, underLoad: 250, inFlight: 300, starts: 3, cartPages: .seconds(2))

  /// How many buyers pay at the same time in each load.
  static let buyers = [16, 32]
}
