package import FerryCore

/// Splits a sum in proportion to weights, in whole minor units: each gets the whole units of its share, and what is left goes
/// to the largest remainders, the earlier one first.
/// - Parameters:
///   - sum: Zero or more.
///   - weights: Zero or more each, with a sum that fits 64 bits. If all are zero, all shares are.
func shares(of sum: Int64, by weights: [Int64]) -> [Int64] {
  let whole = weights.reduce(0, +)
  guard whole > 0 else { return weights.map { _ in 0 } }
  let parts = weights.map { whole.dividingFullWidth(sum.multipliedFullWidth(by: $0)) }
  var shares = parts.map(\.quotient)
  let rest = sum - shares.reduce(0, +)
  let order = parts.indices.sorted { (-parts[$0].remainder, $0) < (-parts[$1].remainder, $1) }
  for place in order.prefix(Int(rest)) { shares[place] += 1 }
  return shares
}

/// The same of amounts of one currency.
package func shares(of sum: Money, by weights: [Money]) -> [Money] {
  shares(of: sum.minorUnits, by: weights.map(\.minorUnits)).map { Money(minorUnits: $0, sum.currency) }
}
