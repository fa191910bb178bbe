public import FerryCore

/// How much may be charged, captured and refunded. Pure functions: ask them before a button is shown, and before a request is
/// sent.
public enum AmountRules {
  /// The most that one charge or one refund comes to: 10,000,000 yen, or 150,000 dollars, pounds or euros ("Charge", Amazon
  /// Pay documentation). Nil for other currencies, of which it says nothing.
  public static func maximumCharge(in currency: Currency) -> Money? {
    switch currency {
    case .jpy: .yen(10_000_000)
    case .usd, .gbp, .eur: Money(minorUnits: 15_000_000, currency)
    default: nil
    }
  }

  /// By how much all refunds of a charge may exceed what was captured, for return postage and the like: 15 % of it, and no
  /// more than 8,400 yen, or 75 dollars, pounds or euros ("Manage refunds", Amazon Pay documentation). Of other currencies
  /// only the 15 % are known. Fractions of the smallest unit are dropped.
  /// - Throws: `MoneyError`.
  public static func refundAllowance(onCaptured captured: Money) throws(MoneyError) -> Money {
    guard captured.isPositive else { return .zero(captured.currency) }
    let share = Money(
      // Whole and rest apart, so that nothing overflows.
      minorUnits: captured.minorUnits / 100 * 15 + captured.minorUnits % 100 * 15 / 100, captured.currency)
    let most: Money? =
      switch captured.currency {
      case .jpy: .yen(8400)
      case .usd, .gbp, .eur: Money(minorUnits: 7500, captured.currency)
      default: nil
      }
    guard let most else { return share }
    return try share.isMore(than: most) ? most : share
  }

  /// What can still be refunded of a charge in all, allowance included; never below zero.
  /// - Parameter refunded: The sum of all refunds that are done, or may yet be.
  /// - Throws: `MoneyError`.
  public static func refundable(captured: Money, refunded: Money) throws(MoneyError) -> Money {
    let left = try captured.adding(refundAllowance(onCaptured: captured)).subtracting(refunded)
    return try left.orMore(.zero(captured.currency))
  }

  /// Checks a refund before it is asked for.
  /// - Throws: `InvalidField`.
  public static func check(refund amount: Money, captured: Money, refunded: Money) throws(InvalidField) {
    try check(amount, "refundAmount", in: captured.currency)
    guard refunded.currency == captured.currency else {
      throw InvalidField(field: "refundAmount", fault: .otherCurrency(captured.currency.code))
    }
    guard let left = try? refundable(captured: captured, refunded: refunded), amount.minorUnits <= left.minorUnits
    else {
      let left = (try? refundable(captured: captured, refunded: refunded)) ?? .zero(captured.currency)
      throw InvalidField(
        field: "refundAmount",
        fault: .aboveLimit(left.description, what: "what can still be refunded of this charge"))
    }
  }

  /// Checks a capture before it is asked for. It takes what was authorized, or less.
  /// - Parameter allowsOvercharge: Whether the session was made with `allowOvercharge`; then only the largest charge limits
  ///   it, for the documentation does not say by how much.
  /// - Throws: `InvalidField`.
  public static func check(
    capture amount: Money, authorized: Money, allowsOvercharge: Bool = false
  ) throws(InvalidField) {
    try check(amount, "captureAmount", in: authorized.currency)
    guard allowsOvercharge || amount.minorUnits <= authorized.minorUnits else {
      throw InvalidField(
        field: "captureAmount", fault: .aboveLimit(authorized.description, what: "what was authorized"))
    }
  }

  /// Checks a charge before it is asked for: all charges of a permission together stay within its limit.
  /// - Parameter balance: The permission's `limits.amountBalance`.
  /// - Throws: `InvalidField`.
  public static func check(charge amount: Money, balance: Money) throws(InvalidField) {
    try check(amount, "chargeAmount", in: balance.currency)
    guard amount.minorUnits <= balance.minorUnits else {
      throw InvalidField(
        field: "chargeAmount",
        fault: .aboveLimit(balance.description, what: "what is left of the charge permission"))
    }
  }

  private static func check(_ amount: Money, _ field: String, in currency: Currency) throws(InvalidField) {
    guard amount.currency == currency else {
      throw InvalidField(field: field, fault: .otherCurrency(currency.code))
    }
    // Amounts are checked the same way in both environments.
    try FieldLimits(environment: .live).check(amount, field)
  }
}

extension Charge {
  /// What can still be refunded of this charge, by what it says itself: refunds that are not decided yet do not show in it.
  /// Nil for a charge that is not captured, or whose amounts cannot be read.
  public var refundable: Money? {
    guard state == .known(.captured), let captured = captureAmount?.money else { return nil }
    guard let refunded = refunded(of: captured) else { return nil }
    return try? AmountRules.refundable(captured: captured, refunded: refunded)
  }

  /// Checks a refund of this charge before it is asked for.
  /// - Throws: `InvalidField`, also for a refunded amount that is there and cannot be read: it could be all of it. Nothing
  ///   for a charge that does not say what was captured.
  public func check(refund amount: Money) throws(InvalidField) {
    guard let captured = captureAmount?.money else { return }
    guard let refunded = refunded(of: captured) else {
      throw InvalidField(field: "refundedAmount", fault: .unreadable)
    }
    try AmountRules.check(refund: amount, captured: captured, refunded: refunded)
  }

  /// What the charge says was refunded; zero where it says nothing, nil where it cannot be read.
  private func refunded(of captured: Money) -> Money? {
    if let refundedAmount { return refundedAmount.money }
    return additional["refundedAmount"] == nil ? .zero(captured.currency) : nil
  }

  /// Checks a capture of this charge before it is asked for.
  /// - Throws: `InvalidField`; nothing for a charge that does not say its amount.
  public func check(capture amount: Money, allowsOvercharge: Bool = false) throws(InvalidField) {
    guard let authorized = chargeAmount?.money else { return }
    try AmountRules.check(capture: amount, authorized: authorized, allowsOvercharge: allowsOvercharge)
  }
}
