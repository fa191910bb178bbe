public import FerryCore
public import FerryHTTP

extension NewSession {
  /// Checks all fields.
  /// - Parameter now: Given, the session has to expire at least 5 minutes later.
  /// - Throws: `InvalidField` for the first field that PlacetoPay would refuse, cut or drop.
  public func check(at now: Moment? = nil) throws(InvalidField) {
    switch (payment, subscription) {
    case (nil, nil): throw InvalidField("/payment", "Send a payment, or a subscription.")
    case (_?, _?): throw InvalidField("/subscription", "Send a payment or a subscription, not both.")
    case (let payment?, nil): try payment.check("/payment", isCheckin: type == .checkin)
    case (nil, let subscription?): try subscription.check()
    }
    if type == .checkin, payment == nil { throw InvalidField("/type", "Only a payment can be a checkin.") }
    try FieldRules.address(returnUrl, "/returnUrl")
    try FieldRules.address(cancelUrl, "/cancelUrl")
    if let expiration, let now, expiration < now + .seconds(300) {
      throw InvalidField("/expiration", "Write a time at least 5 minutes ahead.")
    }
    try FieldRules.locale(locale, "/locale")
    try buyer?.check("/buyer")
    try payer?.check("/payer")
    try checkFields()
    for method in paymentMethods where !method.matches("[A-Za-z0-9_]{1,64}") {
      throw InvalidField("/paymentMethod", "Write codes of payment methods, such as visa.")
    }
    try metadata?.check("/metadata")
  }

  /// PlacetoPay keeps the first 50 fields of both lists, and the first of two with the same keyword.
  private func checkFields() throws(InvalidField) {
    let inner = (
      payment?.fields ?? subscription?.fields ?? [], payment == nil ? "/subscription/fields" : "/payment/fields"
    )
    try NameValuePair.check(fields ?? [], "/fields", atMost: 50)
    try NameValuePair.check(inner.0, inner.1, atMost: 50 - (fields?.count ?? 0))
  }
}

extension NewCollection {
  func check() throws(InvalidField) {
    try payment.check("/payment", isCheckin: type == .checkin)
    try NameValuePair.check(payment.fields ?? [], "/payment/fields", atMost: 50)
    try instrument.check("/instrument")
    try payer.check("/payer")
    try buyer?.check("/buyer")
    try FieldRules.locale(locale, "/locale")
    try metadata?.check("/metadata")
  }
}

extension NewSubscription {
  fileprivate func check() throws(InvalidField) {
    try FieldRules.reference(reference, "/subscription/reference")
    try FieldRules.length(description, 1...250, "/subscription/description")
  }
}

extension NewPayment {
  fileprivate func check(_ pointer: String, isCheckin: Bool) throws(InvalidField) {
    try FieldRules.reference(reference, "\(pointer)/reference")
    try FieldRules.length(description, 1...250, "\(pointer)/description")
    try amount.check("\(pointer)/amount")
    try shipping?.check("\(pointer)/shipping")
    try checkItems("\(pointer)/items")
    try recurring?.check("\(pointer)/recurring")
    if let dispersion { try check(dispersion, "\(pointer)/dispersion", isCheckin: isCheckin) }
    for (index, modifier) in (modifiers ?? []).enumerated() {
      try FieldRules.length(modifier.invoice, 1...9, "\(pointer)/modifiers/\(index)/additional/invoice")
    }
    guard allowPartial == true else { return }
    let excluded: [(Bool, String)] = [
      (recurring != nil, "a recurrence"), (!amount.taxes.isEmpty, "taxes"), (!amount.details.isEmpty, "details"),
      (dispersion != nil, "a dispersion"), (isCheckin, "a checkin"),
    ]
    for case (true, let other) in excluded {
      throw InvalidField("\(pointer)/allowPartial", "A partial payment can not be together with \(other).")
    }
  }

  private func checkItems(_ pointer: String) throws(InvalidField) {
    try FieldRules.count(items ?? [], atMost: 50, pointer)
    for (index, item) in (items ?? []).enumerated() {
      try FieldRules.length(item.sku, 1...30, "\(pointer)/\(index)/sku")
      try FieldRules.length(item.name, 1...120, "\(pointer)/\(index)/name")
      guard item.quantity > 0 else { throw InvalidField("\(pointer)/\(index)/qty", "Write a quantity of at least 1.") }
      for (money, name) in [(item.price, "price"), (item.tax, "tax")] {
        guard let money else { continue }
        try FieldRules.currency(money, amount.total.currency, "\(pointer)/\(index)/\(name)")
        try FieldRules.notNegative(money, "\(pointer)/\(index)/\(name)")
      }
    }
  }

  private func check(_ parts: [Dispersion], _ pointer: String, isCheckin: Bool) throws(InvalidField) {
    if isCheckin { throw InvalidField(pointer, "A checkin can not have a dispersion.") }
    try FieldRules.count(parts, atMost: 3, pointer)
    guard amount.taxes.isEmpty, amount.details.isEmpty else {
      throw InvalidField(pointer, "Taxes and details belong to the parts, not to the whole.")
    }
    for (index, part) in parts.enumerated() {
      try FieldRules.currency(part.amount.total, amount.total.currency, "\(pointer)/\(index)/amount")
      try part.amount.check("\(pointer)/\(index)/amount")
    }
    guard let sum = try? Money.sum(parts.map(\.amount.total), in: amount.total.currency), sum == amount.total else {
      throw InvalidField(pointer, "The parts have to add up to the payment's total.")
    }
  }
}

extension Recurring {
  fileprivate func check(_ pointer: String) throws(InvalidField) {
    guard interval >= 1 else { throw InvalidField("\(pointer)/interval", "Write at least 1.") }
    guard maxPeriods >= 1 || maxPeriods == -1 else {
      throw InvalidField("\(pointer)/maxPeriods", "Write the number of charges, or -1 for no limit.")
    }
    try FieldRules.date(nextPayment, "\(pointer)/nextPayment")
    try FieldRules.date(dueDate, "\(pointer)/dueDate")
    try FieldRules.address(notificationUrl, "\(pointer)/notificationUrl")
  }
}

extension Metadata {
  fileprivate func check(_ pointer: String) throws(InvalidField) {
    try FieldRules.date(openingDate, "\(pointer)/openingDate")
  }
}
