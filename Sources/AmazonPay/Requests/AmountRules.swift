public import FerryCore
public import FerryHTTP

/// The limits for charges, captures and refunds. Check them before showing a button, and before sending a request.
public enum AmountRules {
  /// The maximum of one charge or one refund: 10,000,000 yen, or 150,000 dollars, pounds or euros ("Charge", Amazon Pay
  /// documentation). Nil for other currencies, whose maximum is not documented.
  public static func maximumCharge(in currency: Currency) -> Money? {
    switch currency {
    case .jpy: .yen(10_000_000)
    case .usd, .gbp, .eur: Money(minorUnits: 15_000_000, currency)
    default: nil
    }
  }

  /// The documented maximums of the refund allowance ("Manage refunds", Amazon Pay documentation).
  package static let mostRefundAllowances: [Money] =
    [.yen(8400)] + [.usd, .gbp, .eur].map { Money(minorUnits: 7500, $0) }

  /// All refunds of a charge together may exceed the captured amount by this much, for example for return postage. It
  /// is 15 % of the captured amount, at most 8,400 yen, or 75 dollars, pounds or euros ("Manage refunds", Amazon Pay
  /// documentation). For other currencies only the 15 % are documented. Fractions of the smallest unit are dropped.
  public static func refundAllowance(onCaptured captured: Money) throws(MoneyError) -> Money {
    guard captured.isPositive else { return .zero(captured.currency) }
    let share = Money(
      // Quotient and remainder separately, to avoid an overflow.
      minorUnits: captured.minorUnits / 100 * 15 + captured.minorUnits % 100 * 15 / 100, captured.currency)
    guard let most = mostRefundAllowances.first(where: { $0.currency == captured.currency }) else { return share }
    return try share.isMore(than: most) ? most : share
  }

  /// The rest of a charge that can be refunded, including the allowance; never below zero.
  /// - Parameter refunded: The total of all refunds that are done or pending.
  public static func refundable(captured: Money, refunded: Money) throws(MoneyError) -> Money {
    let left = try captured.adding(refundAllowance(onCaptured: captured)).subtracting(refunded)
    return try left.orMore(.zero(captured.currency))
  }

  /// Checks the amount of a refund before the request.
  public static func check(refund amount: Money, captured: Money, refunded: Money) throws(InvalidField) {
    try check(amount, "refundAmount", in: captured.currency)
    guard refunded.currency == captured.currency else {
      throw InvalidField(field: "refundAmount", .otherCurrency(captured.currency.code))
    }
    let left = (try? refundable(captured: captured, refunded: refunded)) ?? .zero(captured.currency)
    guard amount.minorUnits <= left.minorUnits else {
      throw InvalidField(
        field: "refundAmount", .aboveLimit(left.description, what: "what can still be refunded of this charge"))
    }
  }

  /// Checks the amount of a capture before the request: at most the authorized amount.
  /// - Parameter allowsOvercharge: True if the session has `allowOvercharge`. Then only `maximumCharge(in:)` limits the
  ///   capture, because the allowed excess is not documented.
  public static func check(
    capture amount: Money, authorized: Money, allowsOvercharge: Bool = false
  ) throws(InvalidField) {
    try check(amount, "captureAmount", in: authorized.currency)
    guard allowsOvercharge || amount.minorUnits <= authorized.minorUnits else {
      throw InvalidField(field: "captureAmount", .aboveLimit(authorized.description, what: "what was authorized"))
    }
  }

  /// Checks the amount of a charge before the request: at most the balance of the charge permission.
  /// - Parameter balance: The permission's `limits.amountBalance`.
  public static func check(charge amount: Money, balance: Money) throws(InvalidField) {
    try check(amount, "chargeAmount", in: balance.currency)
    guard amount.minorUnits <= balance.minorUnits else {
      throw InvalidField(
        field: "chargeAmount", .aboveLimit(balance.description, what: "what is left of the charge permission"))
    }
  }

  private static func check(_ amount: Money, _ field: String, in currency: Currency) throws(InvalidField) {
    guard amount.currency == currency else { throw InvalidField(field: field, .otherCurrency(currency.code)) }
    try FieldLimits().check(amount, field)
  }
}

extension Charge {
  /// The rest of this charge that can be refunded, by its own amounts, which exclude pending refunds. Nil if the charge
  /// is not captured, or its amounts cannot be read.
  public var refundable: Money? {
    guard state == .known(.captured), let captured = captureAmount?.money else { return nil }
    guard let refunded = refunded(of: captured) else { return nil }
    return try? AmountRules.refundable(captured: captured, refunded: refunded)
  }

  /// Checks the amount of a refund of this charge before the request.
  /// - Throws: `InvalidField`, also for an unreadable refunded amount, which could be the whole charge. It does not
  ///   throw for a charge without a captured amount.
  public func check(refund amount: Money) throws(InvalidField) {
    guard let captured = captureAmount?.money else { return }
    guard let refunded = refunded(of: captured) else { throw InvalidField(field: "refundedAmount", .unreadable) }
    try AmountRules.check(refund: amount, captured: captured, refunded: refunded)
  }

  /// The refunded amount; zero if it is absent, nil if it cannot be read.
  private func refunded(of captured: Money) -> Money? {
    if let refundedAmount { return refundedAmount.money }
    return additional["refundedAmount"] == nil ? .zero(captured.currency) : nil
  }

  /// Checks the amount of a capture of this charge before the request.
  /// - Throws: `InvalidField`. It does not throw for a charge without an amount.
  public func check(capture amount: Money, allowsOvercharge: Bool = false) throws(InvalidField) {
    guard let authorized = chargeAmount?.money else { return }
    try AmountRules.check(capture: amount, authorized: authorized, allowsOvercharge: allowsOvercharge)
  }
}
