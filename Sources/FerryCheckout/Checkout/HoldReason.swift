public import FerryCore

/// Why a checkout is held: a person must decide.
public enum HoldReason: String, Codable, Hashable, Sendable {
  /// The provider's amount or currency is not ours, or cannot be read: a `Doubt`.
  case amountMismatch
  /// The provider has reported two things that exclude each other: a `Doubt`; money and its refusal; a selection or a session
  /// that is not the checkout's; a capture that failed although the money was authorized.
  case contradiction
  /// Money came for an order that is paid already or over, and could not be returned.
  case lateMoney
  /// A request for the payment page, the payment or an operation was begun, and its outcome cannot be found out. Or a person
  /// has stopped the wait for it.
  case unknownOutcome
  /// The provider is still deciding about the payment after its decision time. It is asked on.
  case undecided

  /// The word in the API.
  public var word: String {
    switch self {
    case .amountMismatch: "amount-mismatch"
    case .contradiction: "contradiction"
    case .lateMoney: "late-money"
    case .unknownOutcome: "unknown-outcome"
    case .undecided: "undecided"
    }
  }
}

extension Checkout {
  mutating func hold(_ reason: HoldReason) -> [Command] {
    phase = .held(reason)
    return []
  }

  /// Why a held checkout cannot go on: the amount that was asked for, and the one that the provider reports. Nil if that is
  /// not the reason.
  public var amountMismatch: AmountMismatch? {
    guard case .held = phase, !ownDecision.isReviewed, case .amount(let mismatch) = doubt else { return nil }
    if let mismatch { return mismatch }
    // A checkout that an earlier version held has the provider's amount in its payment.
    guard let agreed, let payment else { return nil }
    return AmountMismatch(
      asked: agreed.total, reported: payment.captured.isPositive ? payment.captured : payment.authorized, charge: nil)
  }
}

/// Something that the provider reports and that cannot be right by itself. Only a person or another answer clears it.
public enum Doubt: Hashable, Sendable {
  /// The provider has reported two things that exclude each other.
  case contradiction
  /// The provider reports an amount that is not ours. Its money is not the payment's before the provider agrees, or a person
  /// accepts it. Nil if nothing was agreed to, or a person has decided about the amount.
  case amount(AmountMismatch?)

  var reason: HoldReason {
    switch self {
    case .contradiction: .contradiction
    case .amount: .amountMismatch
    }
  }

  var mismatch: AmountMismatch? {
    if case .amount(let mismatch) = self { mismatch } else { nil }
  }

  mutating func forgetMismatch() {
    if case .amount = self { self = .amount(nil) }
  }
}

/// An amount that the provider reports in place of the one that was asked for.
public struct AmountMismatch: Codable, Hashable, Sendable {
  public let asked: Money
  /// The amount that counts if a person accepts the payment: the provider's, or the one that was asked for if that cannot be
  /// read.
  public let reported: Money
  /// The provider's report of the charge; nil if it reports the amount of its session only.
  let charge: ChargeObservation?

  /// The provider's amount as it is written, if it cannot be read.
  public var unreadable: String? { charge?.unreadable }

  /// The order of several reports, so that the same one is kept. One with a charge tells more than one without, and an amount more
  /// than a text that cannot be read.
  var rank: (Int, Int64, String, Int64, Int64, String) {
    (
      charge == nil ? 0 : unreadable == nil ? 2 : 1, reported.minorUnits, reported.currency.code,
      charge?.captured.minorUnits ?? 0,
      charge?.refunded.minorUnits ?? 0, charge.map { "\($0.state) \($0.unreadable ?? "")" } ?? ""
    )
  }
}
