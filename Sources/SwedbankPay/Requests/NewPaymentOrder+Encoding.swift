import FerryCore
import FerryHTTP

extension NewPaymentOrder {
  /// The body's `paymentorder`, which depends on the version.
  struct Body: Encodable {
    let order: NewPaymentOrder
    let version: APIVersion

    func encode(to encoder: any Encoder) throws {
      var object = try ObjectWriter(encoder)
      try object.write(order.operation, "operation")
      try object.write(order.amount.currency.code, "currency")
      if order.operation != .verify {
        try object.write(order.amount.minorUnits, "amount")
        try object.write(order.vatAmount.minorUnits, "vatAmount")
      }
      try object.write(order.description, "description")
      try object.write(order.language, "language")
      try object.write(version.productName, "productName")
      try object.write(order.implementation, "implementation")
      try object.write(order.instrument, "instrument")
      try object.write(list: order.restrictedToInstruments, "restrictedToInstruments")
      for kind in order.generatedTokens { try object.write(true, kind.generator) }
      if let token = order.token { try object.write(token.text, FieldName(stringValue: "\(token.kind.rawValue)Token")) }
      try object.write(order.disableStoredPaymentDetails, "disableStoredPaymentDetails")
      try object.write(order.enablePaymentDetailsConsentCheckbox, "enablePaymentDetailsConsentCheckbox")
      try object.write(order.expandFirstInstrument, "expandFirstInstrument")
      try object.write(order.disablePaymentMenu, "disablePaymentMenu")
      try object.write(order.metadata.isEmpty ? nil : order.metadata, "metadata")
      try object.write(order.urls, "urls")
      try object.write(order.payee, "payeeInfo")
      try object.write(list: order.orderItems, "orderItems")
      try object.write(order.payer, "payer")
      try object.write(order.riskIndicator, "riskIndicator")
    }
  }
}

extension TokenKind {
  /// The member of a new payment order that asks for a token.
  fileprivate var generator: FieldName {
    switch self {
    case .payment: "generatePaymentToken"
    case .recurrence: "generateRecurrenceToken"
    case .unscheduled: "generateUnscheduledToken"
    case .transactionOnFile: "generateTransactionOnFileToken"
    }
  }
}
