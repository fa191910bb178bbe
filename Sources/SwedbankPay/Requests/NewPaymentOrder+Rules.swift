import FerryCore
public import FerryHTTP

extension NewPaymentOrder {
  /// Checks all fields.
  /// - Throws: `InvalidField` for the first field that Swedbank Pay would refuse.
  public func check(_ version: APIVersion) throws(InvalidField) {
    let root = "/paymentorder"
    if operation == .verify {
      guard amount.isZero, vatAmount == amount else {
        throw InvalidField("\(root)/amount", "A verification has no amount: write zero.")
      }
      guard orderItems.isEmpty else { throw InvalidField("\(root)/orderItems", "A verification has no items.") }
    } else {
      try FieldRules.amount(amount, vat: vatAmount, root)
      try OrderItem.check(orderItems, amount: amount, vat: vatAmount, version, root)
    }
    try FieldRules.length(description, 1...40, "\(root)/description")
    try checkTokens(root)
    if enablePaymentDetailsConsentCheckbox == true, disableStoredPaymentDetails != true {
      throw InvalidField(
        "\(root)/enablePaymentDetailsConsentCheckbox", "It goes together with disableStoredPaymentDetails only.")
    }
    for (name, value) in metadata.sorted(by: { $0.key < $1.key }) {
      switch value {
      case .string, .bool, .number: break
      case .null, .array, .object:
        throw InvalidField("\(root)/metadata/\(name)", "Write a text, a truth value or a number.")
      }
    }
    try payee.check("\(root)/payeeInfo")
    try urls.check(operation, version)
    try payer?.check(version, "\(root)/payer")
    try riskIndicator?.check("\(root)/riskIndicator")
  }

  private func checkTokens(_ root: String) throws(InvalidField) {
    let expected: TokenKind? =
      switch operation {
      case .purchase: token == nil ? nil : .payment
      case .recur: .recurrence
      case .unscheduledPurchase: .unscheduled
      case .verify: nil
      case .payout: token?.kind
      }
    guard token?.kind == expected else {
      throw InvalidField("\(root)/operation", "A \(operation.rawValue) has no such token, or needs one.")
    }
    try FieldRules.notEmpty(token?.text, "\(root)/\(expected?.rawValue ?? "")Token")
    if operation == .verify, generatedTokens.isEmpty {
      throw InvalidField("\(root)/operation", "A Verify makes at least one token.")
    }
    if operation != .verify, generatedTokens.contains(.transactionOnFile) {
      throw InvalidField("\(root)/generateTransactionOnFileToken", "Only a Verify makes this token.")
    }
    let kinds = generatedTokens.union(expected.map { [$0] } ?? [])
    guard kinds.isDisjoint(with: [.payment, .recurrence]) || payer?.payerReference != nil else {
      throw InvalidField("\(root)/payer/payerReference", "Payment and recurrence tokens need the payer's reference.")
    }
  }
}

extension Payee {
  fileprivate func check(_ pointer: String) throws(InvalidField) {
    try FieldRules.notEmpty(payeeName, "\(pointer)/payeeName")
    try FieldRules.length(productCategory, 1...50, "\(pointer)/productCategory")
    try FieldRules.length(orderReference, 1...50, "\(pointer)/orderReference")
    if let subsite, !subsite.matches("[A-Za-z0-9]{1,40}") {
      throw InvalidField("\(pointer)/subsite", "Write 1 to 40 letters and digits.")
    }
    try FieldRules.length(siteId, 1...15, "\(pointer)/siteId")
  }
}

extension PaymentOrderURLs {
  /// Checks the addresses of a new payment order.
  /// - Throws: `InvalidField` for the first address that Swedbank Pay would refuse. Its pointer begins at the request's body.
  package func check(_ operation: NewPaymentOrder.Operation, _ version: APIVersion) throws(InvalidField) {
    let pointer = "/paymentorder/urls"
    for (index, url) in hostUrls.enumerated() { try FieldRules.webAddress(url, "\(pointer)/hostUrls/\(index)") }
    let pages = [
      (completeUrl, "completeUrl"), (cancelUrl, "cancelUrl"), (callbackUrl, "callbackUrl"),
      (termsOfServiceUrl, "termsOfServiceUrl"), (logoUrl, "logoUrl"),
    ]
    for (url, member) in pages { try FieldRules.webAddress(url, "\(pointer)/\(member)") }
    try FieldRules.appAddress(paymentUrl, "\(pointer)/paymentUrl")
    guard !operation.isWithoutPayer else { return try checkWithoutPayer(pointer) }
    if hostUrls.isEmpty { throw InvalidField("\(pointer)/hostUrls", "Write at least one page.") }
    if completeUrl == nil { throw InvalidField("\(pointer)/completeUrl", "Write the page for the end of the order.") }
    if cancelUrl == nil, version == .v3_1 || paymentUrl == nil {
      throw InvalidField("\(pointer)/cancelUrl", "Write the page for an order without payment.")
    }
    // Apps tell the three apart by their text.
    let ends = [completeUrl, cancelUrl, paymentUrl].compactMap { $0 }
    guard Set(ends).count == ends.count else {
      throw InvalidField(pointer, "completeUrl, cancelUrl and paymentUrl have to differ.")
    }
  }

  private func checkWithoutPayer(_ pointer: String) throws(InvalidField) {
    guard hostUrls.isEmpty, [completeUrl, cancelUrl, paymentUrl, termsOfServiceUrl, logoUrl].allSatisfy({ $0 == nil })
    else { throw InvalidField(pointer, "An order without a payer has a callbackUrl at most.") }
  }
}
