public import FerryCheckout
public import FerryCore

/// The number of checkouts of a time that have one provider, mode and phase, and how far their buyers came.
public struct CheckoutCount: Hashable, Sendable {
  public var provider: ProviderID
  public var mode: Mode
  public var phase: PhaseName
  /// True if the buyer has left for the provider.
  public var hasLeft: Bool
  /// The length of the buyer's first stay at the provider, in whole seconds rounded down; nil if they have not come back.
  public var secondsAway: Int64?
  public var checkouts: Int

  public init(
    provider: ProviderID, mode: Mode, phase: PhaseName, hasLeft: Bool = false, secondsAway: Int64? = nil, checkouts: Int
  ) {
    self.provider = provider
    self.mode = mode
    self.phase = phase
    self.hasLeft = hasLeft
    self.secondsAway = secondsAway
    self.checkouts = checkouts
  }
}

extension Sequence<CheckoutCount> {
  public var checkouts: Int { reduce(0) { $0 + $1.checkouts } }

  /// The median of the buyers' first stays at the provider, in seconds; nil if none has come back.
  public var medianSecondsAway: Int64? { median(map { ($0.secondsAway, $0.checkouts) }) }
}

extension Sequence<FigureSum> {
  /// The median of the times from the beginning to the payment, in seconds; nil if nothing was paid.
  public var medianSecondsToPay: Int64? { median(map { ($0.seconds, $0.checkouts) }) }
}

/// The median of counted seconds; nil without any. Of an even number, the lower one of the two in the middle.
private func median(_ counts: [(seconds: Int64?, checkouts: Int)]) -> Int64? {
  let counted = counts.compactMap { count in count.seconds.map { (seconds: $0, checkouts: count.checkouts) } }
    .sorted { $0.seconds < $1.seconds }
  let middle = (counted.reduce(0) { $0 + $1.checkouts } + 1) / 2
  var passed = 0
  for count in counted {
    passed += count.checkouts
    if passed >= middle { return count.seconds }
  }
  return nil
}

/// A buyer's stay at the provider's pages.
public struct ProviderStay: Hashable, Sendable {
  public var leftAt: Moment
  /// Nil until they are back: while they are there, and after they closed the provider's page.
  public var returnedAt: Moment?

  public init(leftAt: Moment, returnedAt: Moment? = nil) {
    self.leftAt = leftAt
    self.returnedAt = returnedAt
  }

  /// In whole seconds, rounded down; nil for a stay without an end. Never negative, whatever became of the clock.
  public var seconds: Int64? { returnedAt.map { max(0, $0.since(leftAt).wholeMilliseconds / 1000) } }
}
